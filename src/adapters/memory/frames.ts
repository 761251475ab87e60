import type { Frames } from '#src/application/platform/ports.ts'

/** Animation frames that a test controls. */
export interface MemoryFrames extends Frames {
  /** Runs the waiting callbacks. */
  draw(): void
  /** The number of callbacks that wait for the next frame. */
  waitingCount(): number
}

export function createMemoryFrames(): MemoryFrames {
  const callbacks = new Set<() => void>()
  return {
    next(draw) {
      const uniqueDraw = () => draw()
      callbacks.add(uniqueDraw)
      return () => {
        callbacks.delete(uniqueDraw)
      }
    },
    draw() {
      const dueCallbacks = [...callbacks]
      callbacks.clear()
      for (const callback of dueCallbacks) callback()
    },
    waitingCount: () => callbacks.size,
  }
}
