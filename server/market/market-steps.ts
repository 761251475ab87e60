import type { Instant } from '#src/domain/time/bogota.ts'

export interface MarketStepsDeps {
  /** Records what is due at an instant of the market. */
  readonly step: (instant: Instant) => Promise<void>
  readonly marketNow: () => Instant
  /** The real clock. */
  readonly realNow: () => Instant
  /** The market time up to which deals are recorded. */
  readonly recordedUntil: () => Instant
  readonly sendHeartbeat: () => void
  readonly logger: { error(detail: object, message: string): void }
}

/** The steps of the market, and whether they advance it. */
export interface MarketSteps {
  /** Runs one step; concurrent calls share it. Rejects when it fails. */
  run(): Promise<void>
  /** Runs one step and logs the first of several failures. The next step retries what is due. */
  runOrReport(): Promise<void>
  /**
   * Sends the heartbeat when a step succeeded since the last one: a frozen market must not look
   * alive.
   */
  beat(): void
  /** Whether the last step failed, or no step ended between two heartbeats. */
  isFrozen(): boolean
  /** Market time; that of the last successful step while the market is frozen. */
  marketTime(): Instant
  /** The real time of the last successful step. */
  lastStepAt(): Instant
  /** Starts no further step and waits for the running one. */
  stop(): Promise<void>
}

export function createMarketSteps(deps: MarketStepsDeps): MarketSteps {
  const { marketNow, realNow, recordedUntil, logger } = deps
  let hasStepped = true
  let isFrozen = false
  let steppedAt = marketNow()
  let lastStepAt = realNow()
  let running: Promise<void> | null = null
  let isStopped = false
  let isFailing = false

  async function step() {
    await deps.step(marketNow())
    steppedAt = recordedUntil()
    lastStepAt = realNow()
    hasStepped = true
    isFrozen = false
  }

  function run(): Promise<void> {
    if (isStopped) return Promise.resolve()
    running ??= step()
      .catch((error: unknown) => {
        isFrozen = true
        throw error
      })
      .finally(() => {
        running = null
      })
    return running
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
    marketTime: () => (isFrozen ? steppedAt : marketNow()),
    lastStepAt: () => lastStepAt,

    async stop() {
      isStopped = true
      // The caller of the step gets its error. What was not committed is due again at the next
      // start.
      await running?.catch(() => undefined)
    },
  }
}
