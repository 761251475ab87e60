import type { Frames } from '#src/application/platform/frames.ts'

/** The frames of the browser's window; a hidden one has none. */
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
