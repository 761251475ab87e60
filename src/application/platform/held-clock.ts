import type { MarketClock } from '#src/application/platform/clocks.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

export interface HeldClock extends MarketClock {
  /** Lets the clock run. A second call does nothing. */
  release(): void
}

/**
 * A market clock that is paused at `instant` until it is released. A page that was rendered at that
 * instant is shown unchanged while its script loads.
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
