import type { Logger } from 'pino'
import type { RetentionConfig } from '#server/config/retention-settings.ts'
import type { Database } from '#server/database/connection.ts'
import { runInSteps } from '#server/database/run-in-steps.ts'
import {
  type DeletionStep,
  deleteAlertFirings,
  deleteRefusedRegistrations,
  deleteUnpaidOrders,
  removeAuditAddresses,
} from '#server/retention/retention-store.ts'
import { type Scheduler, timerScheduler } from '#server/scheduler.ts'
import { HOUR_MS, type Instant } from '#src/domain/time/bogota.ts'

interface RetentionDeps {
  readonly config: { readonly retention: RetentionConfig }
  readonly database: Database
  /** The real clock. */
  readonly now: () => Instant
  readonly logger: Pick<Logger, 'error' | 'info'>
  /** Runs only where the market is written (D109). */
  readonly scheduler?: Scheduler
}

/** Deletes personal data whose retention has ended (D116). */
export interface Retention {
  /** Deletes what is due, in steps of bounded size. Concurrent calls share one run. */
  run(): Promise<void>
  start(): void
  close(): Promise<void>
}

export function openRetention({ config, database, now, logger, scheduler = timerScheduler }: RetentionDeps): Retention {
  const { unpaidOrders, refusedRegistrations, auditAddresses, alertFirings } = config.retention
  const rules: readonly (readonly [string, number | null, DeletionStep])[] = [
    ['unpaid orders', unpaidOrders, deleteUnpaidOrders],
    ['refused registrations', refusedRegistrations, deleteRefusedRegistrations],
    ['audit addresses', auditAddresses, removeAuditAddresses],
    ['alert firings', alertFirings, deleteAlertFirings],
  ]
  let running: Promise<void> | null = null
  let isClosed = false
  let stop = () => {}

  async function deleteOld(name: string, before: Instant, step: DeletionStep) {
    const total = await runInSteps(
      () => database.transaction((tx) => step(tx, before)),
      () => isClosed,
    )
    if (total > 0) logger.info({ rows: total }, `retention: ${name} deleted`)
  }

  async function runRules() {
    const at = now()
    for (const [name, age, step] of rules) if (age !== null) await deleteOld(name, at - age, step)
  }

  function run(): Promise<void> {
    running ??= runRules().finally(() => {
      running = null
    })
    return running
  }

  const report = (error: unknown) =>
    logger.error({ err: error }, 'retention: the deletion failed; the next one retries')

  return {
    run,
    start() {
      stop = scheduler.every(HOUR_MS, () => void run().catch(report))
    },
    async close() {
      isClosed = true
      stop()
      await running?.catch(report)
    },
  }
}
