import type { Clock, MarketClock } from '#src/application/platform/clocks.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** A real clock that stands still until it is put forward. */
export interface MemoryClock extends Clock {
  advance(milliseconds: number): void
}

export function createMemoryClock(startsAt: Instant): MemoryClock {
  let at = startsAt
  return {
    now: () => at,
    advance: (milliseconds) => {
      at += milliseconds
    },
  }
}

/** A market clock that goes with a real one, and may be set. */
export interface MemoryMarketClock extends MarketClock {
  /** Sets the market's now and tells whoever listens. */
  set(now: Instant): void
}

export function createMemoryMarketClock({
  clock,
  startsAt,
}: {
  readonly clock: Clock
  readonly startsAt: Instant
}): MemoryMarketClock {
  const listeners = new Set<() => void>()
  let shift = startsAt - clock.now()

  return {
    now: () => clock.now() + shift,

    set(now) {
      shift = now - clock.now()
      for (const listener of [...listeners]) listener()
    },

    subscribe(listener) {
      const told = () => listener()
      listeners.add(told)
      return () => {
        listeners.delete(told)
      }
    },
  }
}
