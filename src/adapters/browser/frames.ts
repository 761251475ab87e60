import type { Frames } from '#src/application/platform/ports.ts'

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
