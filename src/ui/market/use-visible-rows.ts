import { type UIEvent, useState } from 'react'

/** The rendered rows change in steps of this many rows, so that a short scroll renders nothing. */
const STEP = 16

/**
 * Number of rendered rows before and after the start of the current step. `ROWS_AFTER` includes the
 * step and the rows that are visible below the step.
 */
const ROWS_BEFORE = STEP
const ROWS_AFTER = 3 * STEP

/** The rows that are rendered: `from` inclusive, `to` exclusive. */
interface VisibleRows {
  readonly from: number
  readonly to: number
  readonly onScroll: (event: UIEvent<HTMLElement>) => void
}

/**
 * Returns the rows to render in a scrolled table. All rows have the height of the heading (ADR-10).
 * `count` is the number of rows without the heading.
 */
export function useVisibleRows(count: number): VisibleRows {
  const [scrolledStep, setScrolledStep] = useState(0)
  const lastStep = Math.floor(Math.max(0, count - 1) / STEP) * STEP
  const currentStep = Math.min(scrolledStep, lastStep)
  return {
    from: Math.max(0, currentStep - ROWS_BEFORE),
    to: Math.min(count, currentStep + ROWS_AFTER),
    onScroll({ currentTarget }) {
      const rowHeight = currentTarget.scrollHeight / (count + 1)
      const firstVisibleRow = Math.floor(currentTarget.scrollTop / rowHeight) || 0
      setScrolledStep(Math.floor(firstVisibleRow / STEP) * STEP)
    },
  }
}
