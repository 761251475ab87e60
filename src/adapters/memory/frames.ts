import type { Frames } from '#src/application/platform/frames.ts'

/** Frames that a test draws. */
export interface MemoryFrames extends Frames {
  draw(): void
  /** How many callbacks wait for the next frame. */
  waiting(): number
}

export function createMemoryFrames(): MemoryFrames {
  const waiting = new Set<() => void>()
  return {
    next(draw) {
      const entry = () => draw()
      waiting.add(entry)
      return () => {
        waiting.delete(entry)
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
