import type { Frames } from '#src/application/platform/frames.ts'

/** Frames that a test controls. */
export interface MemoryFrames extends Frames {
  /** Runs the waiting callbacks. */
  draw(): void
  /** The number of callbacks that wait for the next frame. */
  waitingCount(): number
}

export function createMemoryFrames(): MemoryFrames {
  const waiting = new Set<() => void>()
  return {
    next(draw) {
      const uniqueDraw = () => draw()
      waiting.add(uniqueDraw)
      return () => {
        waiting.delete(uniqueDraw)
      }
    },
    draw() {
      const due = [...waiting]
      waiting.clear()
      for (const draw of due) draw()
    },
    waitingCount: () => waiting.size,
  }
}
