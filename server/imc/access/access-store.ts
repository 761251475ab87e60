import type { Kysely } from 'kysely'
import type { Schema } from '#server/database/schema.ts'
import { toAccountKey } from '#src/domain/identity/account.ts'
import { validStarts } from '#src/domain/identity/session.ts'
import type { AccessPerson } from '#src/domain/imc/users/access.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

type Queries = Kysely<Schema>

/** Lists who has a password of an entity, administrators first. `at` is the session clock. */
export async function listAccess(db: Queries, entityId: string, at: Instant): Promise<readonly AccessPerson[]> {
  const { first, last } = validStarts(at)
  const rows = await db
    .selectFrom('imc_users as user')
    .where('user.entity_id', '=', entityId)
    .where('user.password_hash', 'is not', null)
    .select([
      ...(['user.id', 'user.name', 'user.username', 'user.role', 'user.email', 'user.active'] as const),
      ...(['user.contract_pending', 'user.must_change_password'] as const),
      ...(['user.temporary_until', 'user.temporary_used_at'] as const),
    ])
    .select(({ selectFrom, fn, ref }) =>
      selectFrom('imc_sessions as session')
        .where('session.user_id', '=', ref('user.id'))
        .where('session.ended_at', 'is', null)
        .where('session.started_at', '>=', first)
        .where('session.started_at', '<=', last)
        .select(fn.countAll<number>().as('count'))
        .as('sessions'),
    )
    .orderBy('user.role')
    .orderBy('user.name_key')
    .orderBy('user.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    username: row.username,
    role: row.role,
    email: row.email ?? '',
    active: row.active === 1,
    contractPending: row.contract_pending === 1,
    temporary: row.must_change_password === 1 ? { until: row.temporary_until, usedAt: row.temporary_used_at } : null,
    sessions: row.active === 1 ? Number(row.sessions) : 0,
  }))
}

/** Finds the id of a user by its name, ignoring case. */
export async function findUserId(db: Queries, entityId: string, username: string): Promise<string | null> {
  const row = await db
    .selectFrom('imc_users')
    .select('id')
    .where('entity_id', '=', entityId)
    .where('username_key', '=', toAccountKey(username))
    .executeTakeFirst()
  return row?.id ?? null
}

/** Who ends sessions: an administrator of the entity, or the operator. */
export type Ender = 'administrator' | 'operator'

/**
 * Ends the open sessions of a user, or of all users of the entity without one. Returns their
 * devices by user.
 */
export async function endEntitySessions(
  tx: Queries,
  { entityId, userId }: { readonly entityId: string; readonly userId: string | null },
  by: Ender,
  at: Instant,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await tx
    .updateTable('imc_sessions')
    .set({ ended_at: at, end_reason: 'logout', ended_by: by })
    .where('ended_at', 'is', null)
    .where('user_id', 'in', (eb) =>
      eb
        .selectFrom('imc_users')
        .select('id')
        .where('entity_id', '=', entityId)
        .$if(userId !== null, (query) => query.where('id', '=', userId ?? '')),
    )
    .returning(['user_id', 'device'])
    .execute()
  const devices = new Map<string, string[]>()
  for (const { user_id, device } of rows) devices.set(user_id, [...(devices.get(user_id) ?? []), device ?? ''])
  return devices
}

/** Author and time of a change. */
interface Change {
  readonly at: Instant
  readonly by: string
}

const updateUser = (tx: Queries, id: string, { at, by }: Change, values: Record<string, number | string | null>) =>
  tx
    .updateTable('imc_users')
    .set(({ eb }) => ({ ...values, updated_at: at, updated_by: by, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()

export const setAdministratorActive = (tx: Queries, id: string, active: boolean, change: Change) =>
  updateUser(tx, id, change, { active: active ? 1 : 0 })

/** Replaces the password of a user by a temporary one. */
export const setTemporaryPassword = (tx: Queries, id: string, hash: string, until: Instant, change: Change) =>
  updateUser(tx, id, change, {
    password_hash: hash,
    must_change_password: 1,
    temporary_until: until,
    temporary_used_at: null,
  })
