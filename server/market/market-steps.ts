import type { Instant } from '#src/domain/time/bogota.ts'

interface MarketStepsDeps {
  /** Runs one step: commits and emits what is due by the market clock. */
  readonly step: () => Promise<void>
  readonly marketNow: () => Instant
  /** The real clock. */
  readonly realNow: () => Instant
  /** The market time up to which deals are recorded. */
  readonly recordedUntil: () => Instant
  readonly sendHeartbeat: () => void
  readonly logger: { error(detail: object, message: string): void }
}

/** Runs the steps (periodic updates) of the market and detects a frozen market. */
interface MarketSteps {
  /** Runs one step; concurrent calls share the step. Rejects when the step fails. */
  run(): Promise<void>
  /** Runs one step; logs only the first of several failures. The next step retries. */
  runOrReport(): Promise<void>
  /**
   * Sends a heartbeat if a step succeeded since the last heartbeat. A frozen market sends no
   * heartbeats.
   */
  beat(): void
  /** Whether the last step failed, or no step ended between two heartbeats. */
  isFrozen(): boolean
  /** Market time; while the market is frozen, the time of the last successful step. */
  marketTime(): Instant
  /** Instant of the real clock after the last successful step. */
  lastStepAt(): Instant
  /** Waits for the running step. No further step starts. */
  stop(): Promise<void>
}

export function createMarketSteps(deps: MarketStepsDeps): MarketSteps {
  const { marketNow, realNow, recordedUntil, logger } = deps
  /** Whether a step succeeded since the last heartbeat. */
  let hasStepped = true
  let isFrozen = false
  let lastMarketTime = marketNow()
  let lastStepAt = realNow()
  let runningStep: Promise<void> | null = null
  let isStopped = false
  let isFailing = false

  async function runStep() {
    await deps.step()
    lastMarketTime = recordedUntil()
    lastStepAt = realNow()
    hasStepped = true
    isFrozen = false
  }

  function run(): Promise<void> {
    if (isStopped) return Promise.resolve()
    runningStep ??= runStep()
      .catch((error: unknown) => {
        isFrozen = true
        throw error
      })
      .finally(() => {
        runningStep = null
      })
    return runningStep
  }

  return {
    run,

    async runOrReport() {
      try {
        await run()
        isFailing = false
      } catch (error) {
        if (!isFailing) logger.error({ err: error }, 'the market step failed; the next one retries')
        isFailing = true
      }
    },

    beat() {
      if (hasStepped) deps.sendHeartbeat()
      else isFrozen = true
      hasStepped = false
    },

    isFrozen: () => isFrozen,
    marketTime: () => (isFrozen ? lastMarketTime : marketNow()),
    lastStepAt: () => lastStepAt,

    async stop() {
      isStopped = true
      // The caller of the step gets its error. Uncommitted events are due again at the next start.
      await runningStep?.catch(() => undefined)
    },
  }
}
