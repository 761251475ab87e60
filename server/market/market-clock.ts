import type { ServerConfig } from '#server/config/config.ts'
import { DEMO_START_TIME, demoStart } from '#server/demo/clock.ts'
import { findLastDate } from '#server/market/import/csv-deal-source.ts'
import type { LeaseState } from '#server/market/store/lease-store.ts'
import type { MarketStore } from '#server/market/store/market-store.ts'
import { type Instant, toInstant } from '#src/domain/time/bogota.ts'

/** Market time: the real time with a shift, and faster in some demos (D41, D60). */
interface ServerMarketClock {
  now(): Instant
  /** Market time minus real time, in milliseconds. */
  shift(): number
  /** Sets the market time, which continues from there. */
  moveTo(instant: Instant): void
  /** Sets the clock to that of another process, whose shift was measured at a real instant. */
  set(shift: number, at: Instant): void
}

/** Creates a clock that starts at the real time and runs `speed` market seconds per real second. */
export function createServerMarketClock({
  now,
  speed,
}: {
  readonly now: () => Instant
  readonly speed: number
}): ServerMarketClock {
  let realAnchor = now()
  let marketAnchor = realAnchor

  const marketNow = () => Math.floor(marketAnchor + (now() - realAnchor) * speed)

  return {
    now: marketNow,
    shift: () => marketNow() - Math.floor(now()),
    moveTo(instant) {
      realAnchor = now()
      marketAnchor = instant
    },
    set(shift, at) {
      realAnchor = at
      marketAnchor = at + shift
    },
  }
}

/** The seed of a simulated market without SIM_SEED. */
export const DEFAULT_SEED = 7_176

interface MarketStart {
  readonly config: Pick<
    ServerConfig,
    'marketClock' | 'marketSource' | 'marketFile' | 'simulationSeed' | 'simulationSpeed'
  >
  /** The real clock. */
  readonly now: () => Instant
  readonly logger: { warn(detail: object, message: string): void }
}

/** The clock of the process that writes the market; null when there is none. */
type WriterClock = Pick<LeaseState, 'shift' | 'shiftAt'> | null

/**
 * Returns the stored seed, else the configured seed, else the default. A seed must not change
 * within a trading day. Null without a simulator.
 */
export async function readSeed(store: MarketStore, { config, logger }: MarketStart): Promise<number | null> {
  if (config.marketSource !== 'simulator') return null
  const { seed } = await store.state()
  const requested = config.simulationSeed
  if (seed !== null && requested !== null && requested !== seed) {
    logger.warn({ seed, requested }, 'SIM_SEED is ignored: the database has a simulated market with another seed')
  }
  return seed ?? requested ?? DEFAULT_SEED
}

/**
 * Starts the configured market clock, or that of the process that writes the market. The demo clock
 * continues where it stopped. With a file of deals, it starts on the last day of the file.
 */
export async function startClock(
  store: MarketStore,
  writerClock: WriterClock,
  { config, now }: MarketStart,
): Promise<ServerMarketClock> {
  const { marketClock, marketFile, simulationSpeed } = config
  const clock = createServerMarketClock({ now, speed: marketClock.kind === 'real' ? 1 : simulationSpeed })
  if (writerClock !== null) {
    clock.set(writerClock.shift, writerClock.shiftAt)
    return clock
  }
  if (marketClock.kind === 'from') clock.moveTo(marketClock.instant)
  if (marketClock.kind === 'demo' && marketFile !== null) {
    const lastDate = await findLastDate(marketFile)
    if (lastDate !== null) clock.moveTo(toInstant(lastDate, DEMO_START_TIME))
  } else if (marketClock.kind === 'demo') {
    const { shift } = await store.state()
    const [lastRecordedAt, lastDealDate] = [await store.lastRecordedAt(), await store.lastDealDate()]
    clock.moveTo(demoStart({ realNow: now(), shift, lastRecordedAt, lastDealDate }))
  }
  return clock
}
