import type { Kysely } from 'kysely'

import { runInSteps } from '#server/database/run-in-steps.ts'
import type { Schema } from '#server/database/schema.ts'
import { toChunks } from '#server/database/values.ts'
import { newOrderedId } from '#server/secrets.ts'
import { DAY_MS, type Instant } from '#src/domain/time/bogota.ts'

/** How long attempts are repeated before an item counts as failed. */
export const DELIVERY_WINDOW_MS = DAY_MS

/** Kinds of messages to addresses that clients choose (D125): their failures are no concern of the operator. */
export const CLIENT_CALLS = { webhook: 'alert-webhook', push: 'alert-push' } as const

export const isClientCall = (kind: string): boolean => Object.values<string>(CLIENT_CALLS).includes(kind)

/** A message to send. Each attempt sends the same content. */
export interface NewOutboxItem {
  /** Selects the handler of the item. */
  readonly kind: string
  /** An e-mail address or a URL, which the operator sees. */
  readonly recipient: string
  /** Input of the handler; deleted after the item is sent, never shown. */
  readonly content: unknown
  /** Instant of the real clock. */
  readonly at: Instant
  /** How long the first attempt waits; not at all by default. */
  readonly delayMs?: number
  /** How long attempts are repeated; a day by default. */
  readonly retryForMs?: number
}

/** The kinds of items that a worker sends. */
export type OutboxKinds = { readonly only: readonly string[] } | { readonly except: readonly string[] }

/** An item that the worker sends. */
export interface OutboxItem {
  readonly id: string
  readonly kind: string
  readonly recipient: string
  readonly content: unknown
  readonly dueAt: Instant
  readonly giveUpAt: Instant
  /** Number of earlier attempts. */
  readonly attempts: number
}

/** A pending or failed item, without its content, which may be secret. */
export interface UndeliveredItem {
  readonly id: string
  readonly kind: string
  readonly recipient: string
  readonly status: 'pending' | 'failed'
  readonly createdAt: Instant
  readonly dueAt: Instant
  readonly attempts: number
  readonly error: string | null
}

const toRow = ({ kind, recipient, content, at, delayMs = 0, retryForMs = DELIVERY_WINDOW_MS }: NewOutboxItem) => ({
  id: newOrderedId(at),
  kind,
  recipient,
  content: JSON.stringify(content),
  status: 'pending',
  created_at: at,
  due_at: at + delayMs,
  give_up_at: at + delayMs + retryForMs,
  attempts: 0,
})

/** Adds an item in the caller's transaction. The worker sends the item after the commit. */
export async function enqueue(tx: Kysely<Schema>, item: NewOutboxItem): Promise<string> {
  const row = toRow(item)
  await tx.insertInto('records_outbox').values(row).execute()
  return row.id
}

/** Adds many items in the caller's transaction. */
export async function enqueueAll(tx: Kysely<Schema>, items: readonly NewOutboxItem[]): Promise<void> {
  for (const rows of toChunks(items.map(toRow))) await tx.insertInto('records_outbox').values(rows).execute()
}

/** Finds the pending items of some kinds that are due, the earliest due time first. */
export async function findDueItems(
  db: Kysely<Schema>,
  now: Instant,
  limit: number,
  kinds: OutboxKinds = { except: [] },
): Promise<readonly OutboxItem[]> {
  if ('only' in kinds && kinds.only.length === 0) return []
  const rows = await db
    .selectFrom('records_outbox')
    .selectAll()
    .where('status', '=', 'pending')
    .where('due_at', '<=', now)
    .$if('only' in kinds, (query) => query.where('kind', 'in', 'only' in kinds ? [...kinds.only] : []))
    .$if('except' in kinds && kinds.except.length > 0, (query) =>
      query.where('kind', 'not in', 'except' in kinds ? [...kinds.except] : []),
    )
    .orderBy('due_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    recipient: row.recipient,
    content: JSON.parse(row.content ?? 'null'),
    dueAt: row.due_at,
    giveUpAt: row.give_up_at,
    attempts: row.attempts,
  }))
}

/**
 * Counts an attempt before it runs, and keeps the item from other workers until `nextAt`. Returns
 * false when the item has changed since it was read, for example because another worker has it.
 */
export async function claimItem(db: Kysely<Schema>, item: OutboxItem, nextAt: Instant): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('records_outbox')
    .set({ due_at: nextAt, attempts: item.attempts + 1 })
    .where('id', '=', item.id)
    .where('status', '=', 'pending')
    .where('due_at', '=', item.dueAt)
    .where('attempts', '=', item.attempts)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Marks an item as sent and deletes its content. */
export async function markSent(db: Kysely<Schema>, id: string, at: Instant): Promise<void> {
  await db
    .updateTable('records_outbox')
    .set({ status: 'sent', content: null, error: null, settled_at: at })
    .where('id', '=', id)
    .execute()
}

/** Stores why an attempt failed and when the next one is due; `isLast` marks the item as failed. */
export async function markAttemptFailed(
  db: Kysely<Schema>,
  id: string,
  error: string,
  {
    at,
    nextAt,
    isLast,
    attempts,
  }: { readonly at: Instant; readonly nextAt: Instant; readonly isLast: boolean; readonly attempts: number },
): Promise<void> {
  await db
    .updateTable('records_outbox')
    .set(isLast ? { error, status: 'failed', settled_at: at } : { error, due_at: nextAt })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    // A later attempt has the item when this one took longer than its claim.
    .where('attempts', '=', attempts)
    .execute()
}

/**
 * Marks all pending items as failed, so that only the operator can send them. Returns their number.
 */
export async function holdPending(
  db: Kysely<Pick<Schema, 'records_outbox'>>,
  error: string,
  at: Instant,
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('records_outbox')
    .set({ status: 'failed', error, settled_at: at })
    .where('status', '=', 'pending')
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Lists the pending and the failed items, the newest first. */
export async function listUndelivered(db: Kysely<Schema>): Promise<readonly UndeliveredItem[]> {
  const rows = await db
    .selectFrom('records_outbox')
    .select(['id', 'kind', 'recipient', 'status', 'created_at', 'due_at', 'attempts', 'error'])
    .where('status', '!=', 'sent')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    recipient: row.recipient,
    status: row.status === 'failed' ? 'failed' : 'pending',
    createdAt: row.created_at,
    dueAt: row.due_at,
    attempts: row.attempts,
    error: row.error,
  }))
}

/** Counts the items that `listUndelivered` returns, without calls of clients, by status. */
export async function countUndelivered(
  db: Kysely<Schema>,
): Promise<{ readonly pending: number; readonly failed: number }> {
  const rows = await db
    .selectFrom('records_outbox')
    .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
    .where('status', '!=', 'sent')
    .where('kind', 'not in', Object.values(CLIENT_CALLS))
    .groupBy('status')
    .execute()
  const count = (status: string) => Number(rows.find((row) => row.status === status)?.count ?? 0)
  return { pending: count('pending'), failed: count('failed') }
}

/**
 * Makes a failed or pending item due now. Returns false when the item is sent or unknown.
 */
export async function retryItem(db: Kysely<Schema>, id: string, now: Instant): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('records_outbox')
    .set(({ eb, ref, val }) => ({
      status: 'pending',
      due_at: now,
      // Does not shorten the longer window of registrations.
      give_up_at: eb
        .case()
        .when('give_up_at', '>', now + DELIVERY_WINDOW_MS)
        .then(ref('give_up_at'))
        .else(val(now + DELIVERY_WINDOW_MS))
        .end(),
      settled_at: null,
    }))
    .where('id', '=', id)
    .where('status', '!=', 'sent')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Deletes the items with this status that were settled before this instant. */
export async function deleteSettledItems(
  db: Kysely<Schema>,
  status: 'sent' | 'failed',
  before: Instant,
): Promise<void> {
  await runInSteps(async (limit) => {
    const old = db
      .selectFrom('records_outbox')
      .select('id')
      .where('status', '=', status)
      .where('settled_at', '<', before)
      .limit(limit)
    return (await db.deleteFrom('records_outbox').where('id', 'in', old).executeTakeFirst()).numDeletedRows
  })
}
