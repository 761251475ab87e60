import type { MarketClock } from '#src/application/platform/clocks.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

export interface HeldClock extends MarketClock {
  /** Starts the clock. A second call has no effect. */
  release(): void
}

/**
 * Creates a market clock that is paused at `instant` until `release`. The first render in the
 * browser shows this instant, as the server's render did.
 */
export function createHeldClock(clock: MarketClock, instant: Instant): HeldClock {
  const listeners = new Set<() => void>()
  let isHeld = true
  return {
    now: () => (isHeld ? instant : clock.now()),
    subscribe(listener) {
      const uniqueListener = () => listener()
      listeners.add(uniqueListener)
      const unsubscribe = clock.subscribe(listener)
      return () => {
        listeners.delete(uniqueListener)
        unsubscribe()
      }
    },
    release() {
      if (!isHeld) return
      isHeld = false
      for (const listener of [...listeners]) listener()
    },
  }
}
