import type { Clock, Frames, Timers } from '#src/application/platform/ports.ts'

/** The real clock: that of the user's device. */
export const createBrowserClock = (): Clock => ({ now: () => Date.now() })

type Timer = ReturnType<typeof globalThis.setTimeout>

/** The timers of the browser or of Node. */
export const createBrowserTimers = (): Timers => ({
  setTimeout: (callback, delay) => setTimeout(callback, delay),
  clearTimeout: (timer) => clearTimeout(timer as Timer),
})

/** The animation frames of the window. A hidden page has no frames. */
export const createBrowserFrames = ({
  window,
}: {
  readonly window: Pick<Window, 'requestAnimationFrame' | 'cancelAnimationFrame'>
}): Frames => ({
  next(draw) {
    const frame = window.requestAnimationFrame(() => draw())
    return () => window.cancelAnimationFrame(frame)
  },
})
