import type { Kysely } from 'kysely'

import { runInSteps } from '#server/database/run-in-steps.ts'
import type { Schema } from '#server/database/schema.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import { DAY_MS, type Instant } from '#src/domain/time/bogota.ts'

/** Lifetime of a stored key. */
export const IDEMPOTENCY_LIFETIME_MS = DAY_MS

/** A request with an idempotency key (D28). */
export interface KeyedRequest {
  readonly key: string
  /** The signed-in caller; different callers may use the same key. */
  readonly subject: string
  /** Method and path. */
  readonly route: string
  readonly bodyHash: string
  /** Instant of the real clock. */
  readonly now: Instant
}

/** The key was used for another request (D44). */
export interface KeyReused {
  readonly kind: 'key-reused'
}

type Work<T, E> = () => Promise<Result<T, E>>

/** Stores the key without a reply. Returns false when the key is already stored. */
async function reserveKey(tx: Kysely<Schema>, request: KeyedRequest): Promise<boolean> {
  const { subject, key, route, bodyHash, now } = request
  await tx
    .deleteFrom('records_idempotency')
    .where('subject', '=', subject)
    .where('key', '=', key)
    .where('created_at', '<=', now - IDEMPOTENCY_LIFETIME_MS)
    .execute()
  // The insert waits until a concurrent transaction with the same key ends.
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('records_idempotency')
    .values({ subject, key, route, body_hash: bodyHash, created_at: now })
    .onConflict((conflict) => conflict.columns(['subject', 'key']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Returns the reply of the first request with the key; refuses another request with the key. */
async function readFirstReply<T>(
  tx: Kysely<Schema>,
  { subject, key, route, bodyHash }: KeyedRequest,
  parseReply: (reply: unknown) => T,
): Promise<Result<T, KeyReused>> {
  const row = await tx
    .selectFrom('records_idempotency')
    .selectAll()
    .where('subject', '=', subject)
    .where('key', '=', key)
    .executeTakeFirst()
  const isSameRequest = row?.route === route && row.body_hash === bodyHash
  return isSameRequest && row.reply !== null ? ok(parseReply(JSON.parse(row.reply))) : err({ kind: 'key-reused' })
}

/**
 * Runs `work` once per key, in the caller's transaction. Without a key, `work` always runs. A
 * repeated request gets the first reply. Another request with the same key is refused. Only
 * successes are stored, so a refused request may be corrected and sent again. `work` must not write
 * when it refuses.
 */
export async function withIdempotency<T, E>(
  tx: Kysely<Schema>,
  request: KeyedRequest | null,
  parseReply: (reply: unknown) => T,
  work: Work<T, E>,
): Promise<Result<T, E | KeyReused>> {
  if (request === null) return work()
  if (!(await reserveKey(tx, request))) return readFirstReply(tx, request, parseReply)
  const result = await work()
  const { subject, key } = request
  if (!result.ok) {
    await tx.deleteFrom('records_idempotency').where('subject', '=', subject).where('key', '=', key).execute()
    return result
  }
  await tx
    .updateTable('records_idempotency')
    .set({ reply: JSON.stringify(result.value) })
    .where('subject', '=', subject)
    .where('key', '=', key)
    .execute()
  return result
}

/** Deletes expired keys. */
export async function deleteOldKeys(db: Kysely<Schema>, now: Instant): Promise<void> {
  await runInSteps(async (limit) => {
    const { numDeletedRows } = await db
      .deleteFrom('records_idempotency')
      .where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple('subject', 'key'),
          'in',
          selectFrom('records_idempotency as old')
            .select(['old.subject', 'old.key'])
            .where('old.created_at', '<=', now - IDEMPOTENCY_LIFETIME_MS)
            .limit(limit)
            .$asTuple('subject', 'key'),
        ),
      )
      .where('created_at', '<=', now - IDEMPOTENCY_LIFETIME_MS)
      .executeTakeFirst()
    return numDeletedRows
  })
}
