import type { Frames, MarketClock, Timers } from '#src/application/platform/ports.ts'
import { createState } from '#src/application/platform/readable.ts'
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
  const state = createState({ isHeld: true })
  return {
    now: () => (state.getSnapshot().isHeld ? instant : clock.now()),
    frozenSince: clock.frozenSince,
    subscribe(listener) {
      const stateSubscription = state.subscribe(listener)
      const unsubscribeClock = clock.subscribe(listener)
      return () => {
        stateSubscription.unsubscribe()
        unsubscribeClock()
      }
    },
    release: () => state.set({ isHeld: false }),
  }
}

/** Interval of repaints for a UI without animation frames, in ms. */
const REPAINT_MS = 50

/** Creates frames from timers, for a UI without animation frames. */
export const createTimerFrames = (timers: Timers): Frames => ({
  next(draw) {
    const timer = timers.setTimeout(draw, REPAINT_MS)
    return () => timers.clearTimeout(timer)
  },
})
