import type { Timers } from '#src/application/platform/clocks.ts'
import type { Frames } from '#src/application/platform/frames.ts'

/** Interval of repaints for a UI without animation frames, in ms. */
export const REPAINT_MS = 50

/** Creates frames from timers, for a UI without animation frames. */
export const createTimerFrames = (timers: Timers): Frames => ({
  next(draw) {
    const timer = timers.setTimeout(draw, REPAINT_MS)
    return () => timers.clearTimeout(timer)
  },
})
