import { type Columns, sumBetween } from '#src/charts/data/columns.ts'
import type { Span } from '#src/charts/view/chart-props.ts'

/**
 * The drawn bars, which are adjacent. Bar i sums the `bars` values of the points from
 * `from + i · step` to `from + (i + 1) · step`.
 */
export interface Buckets {
  readonly from: number
  readonly step: number
  readonly sums: Float64Array
}

/**
 * Returns the start of the bar that contains `x`. The first bar starts at `domain.from`; the last
 * bar includes `domain.to`.
 */
export function bucketStart(x: number, step: number, domain: Span): number {
  const start = domain.from + Math.floor((x - domain.from) / step) * step
  return x === domain.to && start === x ? start - step : start
}

/** Returns the sum of the drawn bar that starts at `start`. */
const bucketSum = (columns: Columns, start: number, step: number, domain: Span): number =>
  sumBetween(columns, start, start + step, start + step === domain.to)

/** Returns the drawn bars in `view`. A bar that an edge of the view cuts has its whole sum. */
export function toBuckets(columns: Columns, view: Span, step: number, domain: Span): Buckets {
  const from = bucketStart(view.from, step, domain)
  const count = Math.max(0, Math.ceil((view.to - from) / step))
  return {
    from,
    step,
    sums: Float64Array.from({ length: count }, (_, i) => bucketSum(columns, from + i * step, step, domain)),
  }
}
