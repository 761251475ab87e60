import type { ScrollPositions } from '#src/application/platform/scroll-positions.ts'

export interface MemoryScroll extends ScrollPositions {
  /** How many screens were shown after the first one. */
  restoreCount(): number
}

/** Counts the screens instead of scrolling. */
export function createMemoryScroll(): MemoryScroll {
  let count = 0
  return {
    restore() {
      count += 1
    },
    restoreCount: () => count,
  }
}
