import { bucketStart } from '#src/charts/buckets.ts'
import type { ChartPoint, ChartSeries, Span } from '#src/charts/chart-props.ts'
import { lowerBound, upperBound } from '#src/charts/series.ts'

/** Above this many points the table gives one row per bar instead of one per point. */
export const MAX_POINT_ROWS = 100

/** One row of the text alternative: the last, lowest and highest of its points, and the sum of their bars. NaN where there is none. */
export interface Row {
  /** Index of its first point. */
  readonly start: number
  readonly x: number
  readonly line: number
  readonly low: number
  readonly high: number
  readonly bar: number
}

export interface Rows {
  readonly rows: readonly Row[]
  /** The stretch of x that a row sums up; null when every point has its own. */
  readonly step: number | null
}

const finite = (value: number | undefined) => (value !== undefined && Number.isFinite(value) ? value : 0)

function rowOf({ line, bars }: ChartSeries, x: number, start: number, end: number): Row {
  let last = Number.NaN
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  let bar = 0
  for (let i = start; i < end; i++) {
    const value = line[i] ?? Number.NaN
    bar += finite(bars?.[i])
    if (!Number.isFinite(value)) continue
    last = value
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  const drawn = low <= high
  return { start, x, line: last, low: drawn ? low : Number.NaN, high: drawn ? high : Number.NaN, bar }
}

const endOf = (series: ChartSeries, from: number, to: number, domain: Span) =>
  (to === domain.to ? upperBound : lowerBound)(series.x, to, from, series.x.length)

/** Point `index` as the tooltip shows it: with the whole bar it stands in. */
export function pointAt(series: ChartSeries, index: number, step: number, domain: Span): ChartPoint {
  const x = series.x[index] ?? Number.NaN
  const from = bucketStart(x, step, domain)
  const start = lowerBound(series.x, from, 0, series.x.length)
  const { bar } = rowOf(series, from, start, endOf(series, start, from + step, domain))
  return { x, line: series.line[index] ?? Number.NaN, bar: series.bars ? bar : Number.NaN, curves: [], band: null }
}

/** First and last index in view; `last` < `first` when the view holds no point. */
export const indexRange = ({ x }: ChartSeries, view: Span) => ({
  first: lowerBound(x, view.from, 0, x.length),
  last: upperBound(x, view.to, 0, x.length) - 1,
})

/** The table of what is in view; bars without points have no row. */
export function rowsOf(series: ChartSeries, view: Span, step: number, domain: Span): Rows {
  const { first, last } = indexRange(series, view)
  const points = Array.from({ length: Math.max(0, last - first + 1) }, (_, offset) => first + offset)
  if (points.length <= MAX_POINT_ROWS) {
    return { rows: points.map((index) => rowOf(series, series.x[index] ?? 0, index, index + 1)), step: null }
  }
  const rows: Row[] = []
  for (let start = first; start <= last; ) {
    const x = bucketStart(series.x[start] ?? 0, step, domain)
    const end = Math.max(start + 1, endOf(series, start, x + step, domain))
    rows.push(rowOf(series, x, start, end))
    start = end
  }
  return { rows, step }
}

/** Which row tells of point `index`; −1 when it comes before them all. */
export const rowOfPoint = ({ rows }: Rows, index: number): number => rows.findLastIndex(({ start }) => start <= index)
