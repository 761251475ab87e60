import type { Database } from '#server/database/connection.ts'
import { errorDetail } from '#server/database/errors.ts'
import {
  claimItem,
  deleteSettledItems,
  findDueItems,
  markAttemptFailed,
  markSent,
  type OutboxItem,
  type OutboxKinds,
} from '#server/database/outbox.ts'
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS, SECOND_MS } from '#src/domain/time/bogota.ts'

/** Wait after the first failed attempt. Each later wait is twice as long, up to MAX_RETRY_MS. */
export const FIRST_RETRY_MS = 10 * SECOND_MS

/** The longest wait between two attempts. */
export const MAX_RETRY_MS = HOUR_MS

/** Time after which sent items are deleted. */
export const SENT_RETENTION_MS = 30 * DAY_MS

/**
 * Time after which failed items are deleted, because their content may be a secret. Until then the
 * operator can retry them.
 */
export const FAILED_RETENTION_MS = 7 * DAY_MS

/**
 * How long an attempt has an item for itself. No other worker of any server sends it meanwhile;
 * after a crash, the item is sent again then.
 */
export const CLAIM_MS = 2 * MINUTE_MS

/** Attempts that run at the same time, so that one slow host delays only its own messages. */
const PARALLEL_ATTEMPTS = 4

const ITEMS_PER_QUERY = 20
const MAX_ERROR_LENGTH = 500

/** Sends one item. Throws when the item could not be sent. */
export type OutboxHandler = (item: OutboxItem) => Promise<void>

interface OutboxWorkerParts {
  readonly database: Database
  readonly findHandler: (kind: string) => OutboxHandler | null
  /** The kinds that this worker sends; all by default. */
  readonly kinds?: () => OutboxKinds
  /** The real clock. */
  readonly now: () => Instant
  /** Logs a failed attempt. */
  readonly report: (error: unknown, item: Pick<OutboxItem, 'id' | 'kind' | 'attempts'>) => void
}

interface OutboxWorker {
  /** Sends the due items; concurrent calls share one run. */
  deliver(): Promise<void>
  deleteOldItems(): Promise<void>
  /**
   * Prevents new attempts and waits for the running attempt. The next server start sends the other
   * items.
   */
  stop(): Promise<void>
}

/**
 * Returns the time of the next attempt, if the attempt at `now` fails. Before `giveUpAt`, the next
 * attempt is at `giveUpAt` at the latest. From `giveUpAt` on, a failure is final.
 */
export function nextAttemptAt({ attempts, giveUpAt }: OutboxItem, now: Instant): Instant {
  const wait = Math.min(FIRST_RETRY_MS * 2 ** attempts, MAX_RETRY_MS)
  return now < giveUpAt ? Math.min(now + wait, giveUpAt) : now + wait
}

/**
 * Sends the items of the outbox. An item is marked as sent after the attempt: a crash may send an
 * item twice, but loses no item.
 */
export function createOutboxWorker(parts: OutboxWorkerParts): OutboxWorker {
  const { database, findHandler, kinds = () => ({ except: [] }), now, report } = parts
  const { db } = database
  let runningDelivery: Promise<void> | null = null
  let isStopped = false

  async function sendItem(item: OutboxItem) {
    const handler = findHandler(item.kind)
    if (handler === null) throw new Error(`outbox: no handler for ${item.kind}`)
    await handler(item)
  }

  async function attemptItem(item: OutboxItem) {
    if (isStopped) return
    const at = now()
    if (!(await claimItem(db, item, at + CLAIM_MS))) return
    try {
      await sendItem(item)
    } catch (error) {
      report(error, item)
      const detail = errorDetail(error).slice(0, MAX_ERROR_LENGTH)
      await markAttemptFailed(db, item.id, detail, {
        at: now(),
        nextAt: nextAttemptAt(item, at),
        isLast: at >= item.giveUpAt,
        attempts: item.attempts + 1,
      })
      return
    }
    await markSent(db, item.id, now())
  }

  async function runInParallel(items: OutboxItem[]) {
    async function attemptItems() {
      for (let item = items.shift(); item !== undefined; item = items.shift()) await attemptItem(item)
    }
    await Promise.all(Array.from({ length: PARALLEL_ATTEMPTS }, attemptItems))
  }

  async function deliverDueItems() {
    while (!isStopped) {
      const items = await findDueItems(db, now(), ITEMS_PER_QUERY, kinds())
      if (items.length === 0) return
      await runInParallel([...items])
    }
  }

  return {
    deliver() {
      runningDelivery ??= deliverDueItems().finally(() => {
        runningDelivery = null
      })
      return runningDelivery
    },

    async deleteOldItems() {
      await deleteSettledItems(db, 'sent', now() - SENT_RETENTION_MS)
      await deleteSettledItems(db, 'failed', now() - FAILED_RETENTION_MS)
    },

    async stop() {
      isStopped = true
      await runningDelivery
    },
  }
}
