import type { Kysely } from 'kysely'

import type { Schema } from '#server/database/schema.ts'

/** Adds an entity with an administrator and a user, for tests that need no demo data. */
export async function addEntityRows(db: Kysely<Schema>, entity: string): Promise<void> {
  await db
    .insertInto('imc_entities')
    .values({ id: entity, code: entity, code_key: entity, name: entity, active: 1, created_at: 1 })
    .execute()
  const createUserRow = (name: string, role: 'administrator' | 'user') => ({
    id: `${entity}-${name}`,
    entity_id: entity,
    username: name,
    username_key: name,
    name,
    name_key: name,
    role,
    status: 'available' as const,
    active: 1,
    exempt: 0,
    email: `${name}@${entity}.example`,
    position: null,
    phone: null,
    document_type: 'CC' as const,
    document_number: '1',
    check_digit: null,
    password_hash: null,
    must_change_password: 0,
    contract_pending: 0,
    created_at: 1,
    created_by: null,
    updated_at: null,
    updated_by: null,
  })
  await db
    .insertInto('imc_users')
    .values([createUserRow('admin', 'administrator'), createUserRow('user', 'user')])
    .execute()
}
