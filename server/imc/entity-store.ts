import type { Kysely } from 'kysely'
import type { Schema } from '#server/database/schema.ts'
import { toAccountKey } from '#src/domain/identity/account.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** Whether an item belongs to the entity, to another entity, or does not exist. */
export type Ownership = 'own' | 'foreign' | 'unknown'

const toOwnership = (owner: { readonly entity_id: string } | undefined, entityId: string): Ownership => {
  if (owner === undefined) return 'unknown'
  return owner.entity_id === entityId ? 'own' : 'foreign'
}

/** Finds whether a user belongs to the entity. Reads no other data of the user (D24). */
export const findUserOwnership = async (db: Kysely<Schema>, entityId: string, id: string): Promise<Ownership> =>
  toOwnership(await db.selectFrom('imc_users').select('entity_id').where('id', '=', id).executeTakeFirst(), entityId)

/** Finds whether a subscription belongs to the entity. */
export const findSubscriptionOwnership = async (
  db: Kysely<Schema>,
  entityId: string,
  number: string,
): Promise<Ownership> =>
  toOwnership(
    await db.selectFrom('imc_subscriptions').select('entity_id').where('number', '=', number).executeTakeFirst(),
    entityId,
  )

/** Finds whether a request belongs to the entity. */
export const findRequestOwnership = async (db: Kysely<Schema>, entityId: string, id: string): Promise<Ownership> =>
  toOwnership(await db.selectFrom('imc_requests').select('entity_id').where('id', '=', id).executeTakeFirst(), entityId)

/**
 * Number of audit entries that identify a state. One entry is not enough: parallel transactions may
 * commit their entries in another order than the order of the ids.
 */
const ENTRY_COUNT = 20

/**
 * Identifies the state of an entity's data. Every change also adds an audit entry in its
 * transaction (D77). Therefore the newest entries differ after each change.
 */
export async function findEntityVersion(db: Kysely<Schema>, entityId: string): Promise<string> {
  const entries = await db
    .selectFrom('records_audit')
    .select('id')
    .where('entity_id', '=', entityId)
    .orderBy('id', 'desc')
    .limit(ENTRY_COUNT)
    .execute()
  // A file of users has its entry at its end (D91).
  const parts = await db
    .selectFrom('imc_user_load_parts')
    .select('id')
    .where('entity_id', '=', entityId)
    .orderBy('id', 'desc')
    .limit(ENTRY_COUNT)
    .execute()
  return [...entries, ...parts].map(({ id }) => id).join(' ')
}

/** An entity with the number of its users. */
export interface ListedEntity {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly users: number
  /** Whether its users need a second factor (D93). */
  readonly factorRequired: boolean
}

export async function listEntities(db: Kysely<Schema>): Promise<readonly ListedEntity[]> {
  const rows = await db
    .selectFrom('imc_entities as entity')
    .leftJoin('imc_users as user', 'user.entity_id', 'entity.id')
    .groupBy(['entity.id', 'entity.code', 'entity.name', 'entity.factor_required'])
    .select(({ fn }) => [
      'entity.id',
      'entity.code',
      'entity.name',
      'entity.factor_required',
      fn.count<number>('user.id').as('users'),
    ])
    .orderBy('entity.code')
    .execute()
  return rows.map(({ factor_required, users, ...row }) => ({
    ...row,
    users: Number(users),
    factorRequired: factor_required === 1,
  }))
}

interface NewEntity {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly at: Instant
}

/** Finds an entity by its code; null for an unknown code. */
export async function findEntityId(db: Kysely<Schema>, code: string): Promise<string | null> {
  const row = await db
    .selectFrom('imc_entities')
    .select('id')
    .where('code_key', '=', toAccountKey(code))
    .executeTakeFirst()
  return row?.id ?? null
}

/** Reads the name of an entity and the code that its users type at the login. */
export const findEntityName = (db: Kysely<Schema>, id: string) =>
  db.selectFrom('imc_entities').select(['name', 'code']).where('id', '=', id).executeTakeFirstOrThrow()

/** Sets whether an entity requires a second factor. Returns its id; null for an unknown code. */
export async function requireFactor(tx: Kysely<Schema>, code: string, required: boolean): Promise<string | null> {
  const row = await tx
    .updateTable('imc_entities')
    .set({ factor_required: required ? 1 : 0 })
    .where('code_key', '=', toAccountKey(code))
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Adds an entity; returns false when its code is taken. */
export async function insertEntity(tx: Kysely<Schema>, { id, code, name, at }: NewEntity): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('imc_entities')
    .values({ id, code, code_key: toAccountKey(code), name, active: 1, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}
