import type { ScrollPositions } from '#src/application/platform/ports.ts'

export interface MemoryScroll extends ScrollPositions {
  /** Number of calls of `restore`. */
  restoreCount(): number
}

/** Counts the calls of `restore`; does not scroll. */
export function createMemoryScroll(): MemoryScroll {
  let count = 0
  return {
    restore() {
      count += 1
    },
    restoreCount: () => count,
  }
}
