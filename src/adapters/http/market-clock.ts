import type { Clock, MarketClock } from '#src/application/platform/clocks.ts'
import type { BogotaDate, Instant } from '#src/domain/time/bogota.ts'
import { referenceDate } from '#src/domain/time/calendar.ts'

/** A smaller step is the way the answer took, a larger one a clock that was set. */
export const MARKET_CLOCK_TOLERANCE_MS = 5_000

/** A market clock that is led by the server's answers. */
export interface LedMarketClock extends MarketClock {
  /** Takes over the market's now as an answer told it. */
  follow(marketTime: Instant): void
}

export interface MarketClockNeeds {
  readonly clock: Clock
  /** Market clock minus real clock before the first answer, in milliseconds (D52). */
  readonly shiftMs: number
}

/**
 * Market time = the last one told + the real time since. An answer is never younger than its stamp, so within the tolerance
 * the clock is only put forward and does not run back. Listeners hear of a step beyond the tolerance and of an answer that
 * finds another reference date than the one before it.
 */
export function createMarketClock({ clock, shiftMs }: MarketClockNeeds): LedMarketClock {
  const listeners = new Set<() => void>()
  let shift = shiftMs
  let knownDate: BogotaDate = referenceDate(clock.now() + shift)
  const now = () => clock.now() + shift

  const follow = (marketTime: Instant) => {
    const step = marketTime - now()
    const set = Math.abs(step) > MARKET_CLOCK_TOLERANCE_MS
    if (set || step > 0) shift += step
    const date = referenceDate(now())
    const turned = date !== knownDate
    knownDate = date
    if (set || turned) for (const listener of [...listeners]) listener()
  }

  const subscribe = (listener: () => void) => {
    const told = () => listener()
    listeners.add(told)
    return () => {
      listeners.delete(told)
    }
  }

  return { now, follow, subscribe }
}
