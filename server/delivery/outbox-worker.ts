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
import { DAY_MS, HOUR_MS, type Instant, SECOND_MS } from '#src/domain/time/bogota.ts'

/** Wait after the first failed attempt; each next wait is twice as long. */
export const FIRST_RETRY_MS = 10 * SECOND_MS

/** The longest wait between two attempts. */
export const MAX_RETRY_MS = HOUR_MS

/** Sent items, which no longer have content, are deleted after this time. */
export const SENT_RETENTION_MS = 30 * DAY_MS

/**
 * Failed items are deleted after this time. Until then they can be retried; their content may be a
 * password.
 */
export const FAILED_RETENTION_MS = 7 * DAY_MS

const ITEMS_PER_QUERY = 20
const MAX_ERROR_LENGTH = 500
const MAX_DOUBLINGS = 20

/** Sends one item; throws when it could not be sent. */
export type OutboxHandler = (item: OutboxItem) => Promise<void>

export interface OutboxWorkerParts {
  readonly database: Database
  readonly findHandler: (kind: string) => OutboxHandler | null
  /** The kinds that this worker sends; all by default. */
  readonly kinds?: () => OutboxKinds
  /** The real clock. */
  readonly now: () => Instant
  /** Logs a failed attempt. */
  readonly report: (error: unknown, item: Pick<OutboxItem, 'id' | 'kind' | 'attempts'>) => void
}

export interface OutboxWorker {
  /** Sends the due items; concurrent calls share one run. */
  deliver(): Promise<void>
  deleteOldItems(): Promise<void>
  /**
   * Starts no new attempt and waits for the running one. The next start sends the other items.
   */
  stop(): Promise<void>
}

/** The time of the next attempt, if the one at `now` fails. The last one is at `giveUpAt`. */
export function nextAttemptAt({ attempts, giveUpAt }: OutboxItem, now: Instant): Instant {
  const wait = Math.min(FIRST_RETRY_MS * 2 ** Math.min(attempts, MAX_DOUBLINGS), MAX_RETRY_MS)
  return now < giveUpAt ? Math.min(now + wait, giveUpAt) : now + wait
}

/**
 * Sends the items of the outbox. Each attempt is counted before it is made, so an item may be sent
 * twice after a crash, and is never lost.
 */
export function createOutboxWorker(parts: OutboxWorkerParts): OutboxWorker {
  const { database, findHandler, kinds = () => ({ except: [] }), now, report } = parts
  const { db } = database
  let delivering: Promise<void> | null = null
  let isStopped = false

  async function send(item: OutboxItem) {
    const handler = findHandler(item.kind)
    if (handler === null) throw new Error(`outbox: no handler for ${item.kind}`)
    await handler(item)
  }

  async function attempt(item: OutboxItem) {
    if (isStopped) return
    const at = now()
    if (!(await claimItem(db, item, nextAttemptAt(item, at)))) return
    try {
      await send(item)
    } catch (error) {
      report(error, item)
      const detail = errorDetail(error).slice(0, MAX_ERROR_LENGTH)
      await markAttemptFailed(db, item.id, detail, { at: now(), isLast: at >= item.giveUpAt })
      return
    }
    await markSent(db, item.id, now())
  }

  async function deliverDue() {
    while (!isStopped) {
      const due = await findDueItems(db, now(), ITEMS_PER_QUERY, kinds())
      if (due.length === 0) return
      for (const item of due) await attempt(item)
    }
  }

  return {
    deliver() {
      delivering ??= deliverDue().finally(() => {
        delivering = null
      })
      return delivering
    },

    async deleteOldItems() {
      await deleteSettledItems(db, 'sent', now() - SENT_RETENTION_MS)
      await deleteSettledItems(db, 'failed', now() - FAILED_RETENTION_MS)
    },

    async stop() {
      isStopped = true
      await delivering
    },
  }
}
