import { type UIEvent, useState } from 'react'

/** Rows by which the window moves: a step renders once. */
const STEP = 16

/** Rows before and after the step in view. The list is never higher than the rows after it. */
const BEFORE = STEP
const AFTER = 3 * STEP

/** The rows that are rendered: `from` inclusive, `to` exclusive. */
export interface VisibleRows {
  readonly from: number
  readonly to: number
  readonly onScroll: (event: UIEvent<HTMLElement>) => void
}

/**
 * The window of a scrolled table whose rows all have the height of its heading (ADR-10). `count` is
 * the number of rows without the heading.
 */
export function useVisibleRows(count: number): VisibleRows {
  const [scrolled, setScrolled] = useState(0)
  const lastStep = Math.floor(Math.max(0, count - 1) / STEP) * STEP
  const first = Math.min(scrolled, lastStep)
  return {
    from: Math.max(0, first - BEFORE),
    to: Math.min(count, first + AFTER),
    onScroll({ currentTarget }) {
      const rowHeight = currentTarget.scrollHeight / (count + 1)
      const row = Math.floor(currentTarget.scrollTop / rowHeight) || 0
      setScrolled(Math.floor(row / STEP) * STEP)
    },
  }
}
