import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Logger } from 'pino'
import { findMissing, readHead, sealLines } from '#server/audit/chain-store.ts'
import type { Database } from '#server/database/connection.ts'
import { type Scheduler, timerScheduler } from '#server/scheduler.ts'
import { toIdFloor } from '#server/secrets.ts'
import { HOUR_MS, type Instant, MINUTE_MS, SECOND_MS } from '#src/domain/time/bogota.ts'

/** Interval between two additions to the chain. */
const SEAL_MS = SECOND_MS

/** How old a line may be that commits now. Older ones are found at the start and every hour. */
const LATE_MS = 10 * MINUTE_MS

interface AuditModuleDeps {
  readonly database: Database
  /** The real clock. */
  readonly now: () => Instant
  readonly logger: Pick<Logger, 'error' | 'info'>
  /** Runs only where the market is written (D109). */
  readonly scheduler?: Scheduler
}

/** Adds the lines of the audit to their chain, soon after their commit (D121). */
export interface AuditModule {
  /** Adds the lines that the chain lacks: all, or those of the last minutes. Concurrent calls share one run. */
  seal(which?: 'all' | 'recent'): Promise<void>
  start(): void
  close(): Promise<void>
}

export function openAudit({ database, now, logger, scheduler = timerScheduler }: AuditModuleDeps): AuditModule {
  let running: Promise<void> | null = null
  let hasSealedAll = false
  let isClosed = false
  let stops: readonly (() => void)[] = []

  async function sealFrom(fromId: string) {
    for (let after: string | null = fromId; after !== null && !isClosed; ) {
      const { ids, next } = await findMissing(database.db, after)
      if (ids.length > 0) await database.transaction((tx) => sealLines(tx, ids))
      after = next
      await nextTurn()
    }
  }

  function seal(which: 'all' | 'recent' = 'all'): Promise<void> {
    const isAll = which === 'all' || !hasSealedAll
    running ??= sealFrom(isAll ? '' : toIdFloor(now() - LATE_MS))
      .then(() => {
        hasSealedAll ||= isAll
      })
      .finally(() => {
        running = null
      })
    return running
  }

  const report = (error: unknown) =>
    logger.error({ err: error }, 'audit: the chain was not extended; the next step retries')

  /** The head in the log proves the lines up to it, if the log is stored elsewhere. */
  async function sealAndLogHead() {
    await seal('all')
    const { position, hash } = await readHead(database.db)
    logger.info({ position, hash }, 'audit: head of the chain')
  }

  return {
    seal,
    start() {
      stops = [
        scheduler.every(SEAL_MS, () => void seal('recent').catch(report)),
        scheduler.every(HOUR_MS, () => void sealAndLogHead().catch(report)),
      ]
    },
    async close() {
      isClosed = true
      for (const stop of stops) stop()
      await running?.catch(report)
    },
  }
}
