import { type Columns, sumBetween } from '#src/charts/data/columns.ts'
import type { Span } from '#src/charts/view/chart-props.ts'

/** Bars side by side: bar i sums up the stretch of `step` that starts at `from + i · step`. */
export interface Buckets {
  readonly from: number
  readonly step: number
  readonly sums: Float64Array
}

/** Where the bar begins that `x` falls in. Bars count from the domain's begin; what lies on its very end belongs to the last bar. */
export function bucketStart(x: number, step: number, domain: Span): number {
  const at = domain.from + Math.floor((x - domain.from) / step) * step
  return x === domain.to && at === x ? at - step : at
}

/** Sum of the bar that begins at `start`. */
export const bucketSum = (columns: Columns, start: number, step: number, domain: Span): number =>
  sumBetween(columns, start, start + step, start + step === domain.to)

/** The bars that `view` shows, those cut by its edges with their whole sum. */
export function bucketsOf(columns: Columns, view: Span, step: number, domain: Span): Buckets {
  const from = bucketStart(view.from, step, domain)
  const count = Math.max(0, Math.ceil((view.to - from) / step))
  return {
    from,
    step,
    sums: Float64Array.from({ length: count }, (_, i) => bucketSum(columns, from + i * step, step, domain)),
  }
}
