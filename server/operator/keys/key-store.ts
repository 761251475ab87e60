import type { Kysely } from 'kysely'
import type { Schema } from '#server/database/schema.ts'
import { hashSecret, newSecret } from '#server/secrets.ts'
import { OPERATOR_SCOPES, type OperatorScope } from '#src/adapters/http/contract/operator/keys.ts'
import { type Instant, MINUTE_MS } from '#src/domain/time/bogota.ts'

type Queries = Kysely<Schema>

/** Marks a key, so that scanners of leaked secrets find it. */
const PREFIX = 'md_'
const KEY = /^md_[\w-]{43}$/

/** A key that authorizes a call. */
export interface ValidKey {
  readonly name: string
  readonly scopes: readonly OperatorScope[]
}

/** The state of a key at an instant. */
export type KeyState = 'valid' | 'expired' | 'revoked'

export interface ListedKey extends ValidKey {
  readonly version: number
  readonly createdAt: Instant
  readonly expiresAt: Instant | null
  readonly lastUsedAt: Instant | null
  readonly state: KeyState
}

const parseScopes = (text: string): readonly OperatorScope[] => {
  const stored = text.split(',')
  return OPERATOR_SCOPES.filter((scope) => stored.includes(scope))
}

interface Life {
  readonly expires_at: number | null
  readonly revoked_at: number | null
}

function toState({ expires_at, revoked_at }: Life, at: Instant): KeyState {
  if (revoked_at !== null) return 'revoked'
  return expires_at !== null && expires_at <= at ? 'expired' : 'valid'
}

/**
 * Finds a valid key and stores its use, at most once a minute. Each call reads the database, so a
 * revoked key is refused at once by all processes. A text without the form of a key costs no query.
 */
export async function findKey(db: Queries, key: string, at: Instant): Promise<ValidKey | null> {
  if (!KEY.test(key)) return null
  const row = await db.selectFrom('operator_keys').selectAll().where('digest', '=', hashSecret(key)).executeTakeFirst()
  if (row === undefined || toState(row, at) !== 'valid') return null
  if (row.last_used_at === null || at - row.last_used_at >= MINUTE_MS) {
    await db.updateTable('operator_keys').set({ last_used_at: at }).where('digest', '=', row.digest).execute()
  }
  return { name: row.name, scopes: parseScopes(row.scopes) }
}

interface NewKey extends ValidKey {
  readonly version: number
  readonly expiresAt: Instant | null
  readonly at: Instant
}

/** Adds a key and returns it; null if the version of the name exists. */
async function insertKey(tx: Queries, { name, version, scopes, expiresAt, at }: NewKey): Promise<string | null> {
  const key = PREFIX + newSecret()
  const values = { name, version, digest: hashSecret(key), scopes: scopes.join(','), created_at: at }
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('operator_keys')
    .values({ ...values, expires_at: expiresAt, revoked_at: null, last_used_at: null })
    .onConflict((conflict) => conflict.columns(['name', 'version']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n ? key : null
}

/** Adds the first key of a name. Null if the name exists, also if its keys are revoked. */
export const addKey = (tx: Queries, key: Omit<NewKey, 'version'>) => insertKey(tx, { ...key, version: 1 })

const findLatest = (tx: Queries, name: string) =>
  tx
    .selectFrom('operator_keys')
    .selectAll()
    .where('name', '=', name)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Lets the rotations and revocations of a name follow one another, until the transaction ends. */
const lockName = (tx: Queries, name: string) =>
  tx
    .updateTable('operator_keys')
    .set(({ ref }) => ({ name: ref('name') }))
    .where('name', '=', name)
    .where('version', '=', 1)
    .execute()

/**
 * Adds the next key of a name with the same scopes and end, and ends the earlier ones after the
 * overlap. Null if the name has no valid key.
 */
export async function rotateKey(tx: Queries, name: string, at: Instant, overlapMs: number): Promise<string | null> {
  await lockName(tx, name)
  const latest = await findLatest(tx, name)
  if (latest === undefined || toState(latest, at) !== 'valid') return null
  const { version, scopes, expires_at: expiresAt } = latest
  const key = await insertKey(tx, { name, version: version + 1, scopes: parseScopes(scopes), expiresAt, at })
  const end = at + overlapMs
  await tx
    .updateTable('operator_keys')
    .set({ expires_at: end })
    .where('name', '=', name)
    .where('version', '<=', version)
    .where(({ or, eb }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', end)]))
    .execute()
  return key
}

/** Revokes all keys of a name. Returns false if none was left to revoke. */
export async function revokeKey(tx: Queries, name: string, at: Instant): Promise<boolean> {
  // A key that a rotation adds now is revoked too.
  await lockName(tx, name)
  const { numUpdatedRows } = await tx
    .updateTable('operator_keys')
    .set({ revoked_at: at })
    .where('name', '=', name)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Lists all keys by name, the newest of a name first. */
export async function listKeys(db: Queries, at: Instant): Promise<readonly ListedKey[]> {
  const rows = await db.selectFrom('operator_keys').selectAll().orderBy('name').orderBy('version', 'desc').execute()
  return rows.map((row) => ({
    name: row.name,
    version: row.version,
    scopes: parseScopes(row.scopes),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    state: toState(row, at),
  }))
}
