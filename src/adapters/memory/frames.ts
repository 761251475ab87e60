import type { Frames } from '#src/application/platform/frames.ts'

/** Frames that come when a test says so. */
export interface MemoryFrames extends Frames {
  draw(): void
  /** How many wait for the next frame. */
  waiting(): number
}

export function createMemoryFrames(): MemoryFrames {
  const waiting = new Set<() => void>()
  return {
    next(draw) {
      const told = () => draw()
      waiting.add(told)
      return () => {
        waiting.delete(told)
      }
    },
    draw() {
      const due = [...waiting]
      waiting.clear()
      for (const draw of due) draw()
    },
    waiting: () => waiting.size,
  }
}
