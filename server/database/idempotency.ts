import type { Kysely } from 'kysely'

import type { Schema } from '#server/database/schema.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import { DAY_MS, type Instant } from '#src/domain/time/bogota.ts'

/** How long a key is stored. */
export const IDEMPOTENCY_LIFETIME_MS = DAY_MS

/** A request with an idempotency key (D28). */
export interface KeyedRequest {
  readonly key: string
  /** The signed-in caller; different callers may use the same key. */
  readonly subject: string
  /** Method and path. */
  readonly route: string
  readonly bodyHash: string
  /** The real clock. */
  readonly now: Instant
}

/** The key was used for another request (D44). */
export interface KeyReused {
  readonly kind: 'key-reused'
}

type Work<T, E> = () => Promise<Result<T, E>>

/** Reserves the key until the transaction ends; returns false when it was used before. */
async function reserve(tx: Kysely<Schema>, request: KeyedRequest): Promise<boolean> {
  const { subject, key, route, bodyHash, now } = request
  await tx
    .deleteFrom('records_idempotency')
    .where('subject', '=', subject)
    .where('key', '=', key)
    .where('created_at', '<=', now - IDEMPOTENCY_LIFETIME_MS)
    .execute()
  // Waits until a concurrent transaction with the same key ends.
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('records_idempotency')
    .values({ subject, key, route, body_hash: bodyHash, created_at: now })
    .onConflict((conflict) => conflict.columns(['subject', 'key']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

async function replay<T>(
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
  const isSame = row?.route === route && row.body_hash === bodyHash
  return isSame && row.reply !== null ? ok(parseReply(JSON.parse(row.reply))) : err({ kind: 'key-reused' })
}

/**
 * Runs `work` once per key, inside of the caller's transaction. The same request gets the first
 * reply again. Another request with the same key is refused. Only successes are stored, so a
 * refused request may be corrected and sent again; `work` must write nothing when it refuses.
 * Without a key it always runs.
 */
export async function withIdempotency<T, E>(
  tx: Kysely<Schema>,
  request: KeyedRequest | null,
  parseReply: (reply: unknown) => T,
  work: Work<T, E>,
): Promise<Result<T, E | KeyReused>> {
  if (request === null) return work()
  if (!(await reserve(tx, request))) return replay(tx, request, parseReply)
  const done = await work()
  const { subject, key } = request
  if (!done.ok) {
    await tx.deleteFrom('records_idempotency').where('subject', '=', subject).where('key', '=', key).execute()
    return done
  }
  await tx
    .updateTable('records_idempotency')
    .set({ reply: JSON.stringify(done.value) })
    .where('subject', '=', subject)
    .where('key', '=', key)
    .execute()
  return done
}

/** Deletes expired keys. */
export async function deleteOldKeys(db: Kysely<Schema>, now: Instant): Promise<void> {
  await db
    .deleteFrom('records_idempotency')
    .where('created_at', '<=', now - IDEMPOTENCY_LIFETIME_MS)
    .execute()
}
