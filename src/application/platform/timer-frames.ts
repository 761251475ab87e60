import type { Timers } from '#src/application/platform/clocks.ts'
import type { Frames } from '#src/application/platform/frames.ts'

/** Time between two repaints of a face without frames of its own, in ms. */
export const REPAINT_MS = 50

/** Frames by timers, for a face that has no display to wait for. */
export const createTimerFrames = (timers: Timers): Frames => ({
  next(draw) {
    const timer = timers.setTimeout(draw, REPAINT_MS)
    return () => timers.clearTimeout(timer)
  },
})
