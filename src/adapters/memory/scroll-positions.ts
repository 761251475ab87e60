import type { ScrollPositions } from '#src/application/platform/scroll-positions.ts'

export interface MemoryScroll extends ScrollPositions {
  /** How many screens were shown after the first one. */
  settleCount(): number
}

/** Counts the screens instead of scrolling. */
export function createMemoryScroll(): MemoryScroll {
  let count = 0
  return {
    settle() {
      count += 1
    },
    settleCount: () => count,
  }
}
