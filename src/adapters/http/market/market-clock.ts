import type { MarketStream } from '#src/application/market/ports.ts'
import { createListeners } from '#src/application/platform/listeners.ts'
import type { Clock, MarketClock } from '#src/application/platform/ports.ts'
import type { BogotaDate, Instant } from '#src/domain/time/bogota.ts'
import { referenceDate } from '#src/domain/trading/calendar.ts'
import { MARKETS, type Market } from '#src/domain/trading/market.ts'

/** Since when the sources of some markets have been silent; null for a source that sends. */
export type FrozenSources = Readonly<Partial<Record<Market, Instant | null>>>

/** Difference that latency may cause, in ms. A larger one means that the server's clock was set. */
export const MARKET_CLOCK_TOLERANCE_MS = 5_000

/** A market clock that follows the time of the server's replies. */
export interface SyncedMarketClock extends MarketClock {
  /** Applies the market time of a reply. */
  sync(marketTime: Instant): void
  /** Applies the market time of a reply that a cache may have stored: it only moves the clock forward. */
  advance(marketTime: Instant): void
  /** Applies since when the sources of these markets have been silent. */
  setFrozen(sources: FrozenSources): void
}

export interface MarketClockDeps {
  readonly clock: Clock
  /** Market clock minus real clock before the first reply, in ms (D52). */
  readonly shiftMs: number
}

/**
 * Market time is the market time of the last reply plus the time elapsed since then. Latency delays
 * replies, so within the tolerance the clock only moves forward. Notifies listeners after a
 * difference beyond the tolerance, and when a reply changes the reference date.
 */
export function createMarketClock({ clock, shiftMs }: MarketClockDeps): SyncedMarketClock {
  const { notify, subscribe } = createListeners()
  let shift = shiftMs
  let lastDate: BogotaDate = referenceDate(clock.now() + shift)
  let frozen: Readonly<Record<Market, Instant | null>> = { spot: null, nextday: null }
  const now = () => clock.now() + shift

  const setFrozen = (sources: FrozenSources) => {
    const before = frozen
    frozen = { ...before, ...sources }
    if (MARKETS.some((market) => frozen[market] !== before[market])) notify()
  }

  const sync = (marketTime: Instant) => {
    const difference = marketTime - now()
    const wasServerClockSet = Math.abs(difference) > MARKET_CLOCK_TOLERANCE_MS
    if (wasServerClockSet || difference > 0) shift += difference
    const date = referenceDate(now())
    const isNewDate = date !== lastDate
    lastDate = date
    if (wasServerClockSet || isNewDate) notify()
  }

  const advance = (marketTime: Instant) => sync(Math.max(marketTime, now()))

  return { now, frozenSince: (market) => frozen[market], sync, advance, setFrozen, subscribe }
}

/** Passes the clock events of a stream to the market clock: its time, and whether the source is silent (D52, D114). */
export const followClock = (
  stream: MarketStream,
  { sync, setFrozen }: Pick<SyncedMarketClock, 'sync' | 'setFrozen'>,
): MarketStream => ({
  follow: (cursor, emit) =>
    stream.follow(cursor, (event) => {
      if (event.kind === 'clock') {
        sync(event.now)
        setFrozen({ [cursor.market]: event.frozenSince ?? null })
      }
      emit(event)
    }),
})
