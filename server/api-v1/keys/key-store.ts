import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/database/connection.ts'
import type { Schema } from '#server/database/schema.ts'
import { hashSecret, newId, newSecret } from '#server/secrets.ts'
import { MAX_API_KEYS } from '#src/domain/identity/api-keys.ts'
import { type BogotaDate, type Instant, toDate } from '#src/domain/time/bogota.ts'

type Queries = Kysely<Schema>

/** Marks a key, so that scanners of leaked secrets find it. */
const PREFIX = 'mdc_'
const KEY = /^mdc_[\w-]{43}$/
const ENDING_LENGTH = 4

/** A key without its secret. */
export interface ListedKey {
  readonly id: string
  readonly name: string
  readonly ending: string
  readonly createdAt: Instant
  readonly rotatedAt: Instant | null
  /** Calls of today. */
  readonly calls: number
}

interface OwnedKey {
  readonly clientId: string
  readonly id: string
}

function createSecret() {
  const key = PREFIX + newSecret()
  return { key, digest: hashSecret(key), ending: key.slice(-ENDING_LENGTH) }
}

export async function listKeys({ db }: Pick<Database, 'db'>, clientId: string, day: BogotaDate) {
  const rows = await db
    .selectFrom('api_keys')
    .leftJoin('api_key_uses', (join) => join.onRef('key_id', '=', 'api_keys.id').on('day', '=', day))
    .select(['id', 'name', 'ending', 'created_at', 'rotated_at', 'calls'])
    .where('client_id', '=', clientId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(
    (row): ListedKey => ({
      id: row.id,
      name: row.name,
      ending: row.ending,
      createdAt: row.created_at,
      rotatedAt: row.rotated_at,
      calls: row.calls ?? 0,
    }),
  )
}

/**
 * Adds a key of a client; null if the client has the maximum. The row of the client is changed
 * first, so that two calls at once count one after the other.
 */
export async function addKey(tx: Queries, { clientId, name, at }: { clientId: string; name: string; at: Instant }) {
  await tx.updateTable('identity_clients').set({ id: clientId }).where('id', '=', clientId).execute()
  const { count } = await tx
    .selectFrom('api_keys')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow()
  if (Number(count) >= MAX_API_KEYS) return null
  const { key, digest, ending } = createSecret()
  const id = newId()
  const values = { id, client_id: clientId, name, digest, ending, created_at: at, rotated_at: null }
  await tx.insertInto('api_keys').values(values).execute()
  return { id, key }
}

/** Replaces the secret of a key at once; null if the client has no such key. */
export async function rotateKey(tx: Queries, { clientId, id }: OwnedKey, at: Instant): Promise<string | null> {
  const { key, digest, ending } = createSecret()
  const { numUpdatedRows } = await tx
    .updateTable('api_keys')
    .set({ digest, ending, rotated_at: at })
    .where('id', '=', id)
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  return numUpdatedRows === 1n ? key : null
}

/** Removes a key with its counts; false if the client has no such key. */
export async function revokeKey(tx: Queries, { clientId, id }: OwnedKey): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('api_keys')
    .where('id', '=', id)
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  if (numDeletedRows !== 1n) return false
  await tx.deleteFrom('api_key_uses').where('key_id', '=', id).execute()
  return true
}

/**
 * Finds the id of a key whose client has an open account. Each call reads the database, so that every
 * process refuses a revoked key at once. A text without the form of a key costs no query.
 */
export async function findKey({ db }: Pick<Database, 'db'>, key: string, at: Instant): Promise<string | null> {
  if (!KEY.test(key)) return null
  const row = await db
    .selectFrom('api_keys')
    .innerJoin('identity_clients', 'identity_clients.id', 'client_id')
    .select('api_keys.id as id')
    .where('digest', '=', hashSecret(key))
    .where('disabled', '=', 0)
    .where(({ or, eb }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', at)]))
    .executeTakeFirst()
  return row?.id ?? null
}

/**
 * Counts a call of a key within its quota of the day; null beyond it. One statement, so that the
 * calls of several processes add up.
 */
export async function countCall(
  { db }: Pick<Database, 'db'>,
  id: string,
  { at, quota }: { readonly at: Instant; readonly quota: number },
): Promise<number | null> {
  const day = toDate(at)
  const row = await db
    .insertInto('api_key_uses')
    .values({ key_id: id, day, calls: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['key_id', 'day'])
        .doUpdateSet({ calls: sql`api_key_uses.calls + 1` })
        .where('api_key_uses.calls', '<', quota),
    )
    .returning('calls')
    .executeTakeFirst()
  // The first call of a day removes the counts of the days before.
  if (row?.calls === 1) await db.deleteFrom('api_key_uses').where('key_id', '=', id).where('day', '<', day).execute()
  return row?.calls ?? null
}
