import type { MarketClock } from '#src/application/platform/clocks.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

export interface HeldClock extends MarketClock {
  /** Lets the clock run. A second call does nothing. */
  release(): void
}

/**
 * A market clock that stands at `instant` until it is released. A page that was rendered at that
 * instant is thus shown again the same, however long its script takes to arrive.
 */
export function createHeldClock(clock: MarketClock, instant: Instant): HeldClock {
  const listeners = new Set<() => void>()
  let isHeld = true
  return {
    now: () => (isHeld ? instant : clock.now()),
    subscribe(listener) {
      const entry = () => listener()
      listeners.add(entry)
      const unsubscribe = clock.subscribe(listener)
      return () => {
        listeners.delete(entry)
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
