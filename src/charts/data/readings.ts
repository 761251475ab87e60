import { bucketStart } from '#src/charts/data/buckets.ts'
import { lowerBound, upperBound } from '#src/charts/data/series.ts'
import type { ChartSeries, CurveTone, Span } from '#src/charts/view/chart-props.ts'

/** Above this many points the table gives one row per bar instead of one per point. */
export const MAX_POINT_ROWS = 100

/** What is told of one place: in the tooltip, above the plot on narrow screens, and aloud. */
export interface Reading {
  readonly x: number
  /** Where the crosshair lies. */
  readonly line: number
  readonly title: string
  /** The first is what the chart is about. */
  readonly rows: readonly ReadingRow[]
  readonly spoken: string
}

export interface ReadingRow {
  readonly label: string
  readonly text: string
  /** It accompanies the first rows: narrow screens give it a second line, with its label or with the sample of its line. */
  readonly further?: 'label' | CurveTone | 'band'
}

/** The points `[start..end)` that one row of the text alternative tells of, and the x that names it. */
export interface RowSpan {
  readonly start: number
  readonly end: number
  readonly x: number
}

export interface Rows {
  readonly rows: readonly RowSpan[]
  /** The stretch of x that a row sums up; null when every point has its own. */
  readonly step: number | null
}

/** The last, lowest and highest of a row's points, and the sum of their bars. NaN where there is none. */
export interface RowFigures {
  readonly line: number
  readonly low: number
  readonly high: number
  readonly bar: number
}

const finite = (value: number | undefined) => (value !== undefined && Number.isFinite(value) ? value : 0)

/** Sums up the points of a row. */
export function figuresOf({ line, bars }: ChartSeries, { start, end }: Pick<RowSpan, 'start' | 'end'>): RowFigures {
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
  return { line: last, low: drawn ? low : Number.NaN, high: drawn ? high : Number.NaN, bar }
}

/** The last finite of the row's values, NaN when there is none: what a curve comes to at the row's end. */
export function lastOf(values: Float64Array, { start, end }: Pick<RowSpan, 'start' | 'end'>): number {
  for (let i = end - 1; i >= start; i--) {
    const value = values[i] ?? Number.NaN
    if (Number.isFinite(value)) return value
  }
  return Number.NaN
}

const endOf = (series: ChartSeries, from: number, to: number, domain: Span) =>
  (to === domain.to ? upperBound : lowerBound)(series.x, to, from, series.x.length)

/** The whole bar that point `index` stands in; NaN without bars. */
export function barAt(series: ChartSeries, index: number, step: number, domain: Span): number {
  if (!series.bars) return Number.NaN
  const from = bucketStart(series.x[index] ?? Number.NaN, step, domain)
  const start = lowerBound(series.x, from, 0, series.x.length)
  return figuresOf(series, { start, end: endOf(series, start, from + step, domain) }).bar
}

/** First and last index in view; `last` < `first` when the view holds no point. */
export const indexRange = ({ x }: Pick<ChartSeries, 'x'>, view: Span) => ({
  first: lowerBound(x, view.from, 0, x.length),
  last: upperBound(x, view.to, 0, x.length) - 1,
})

/** The rows of what is in view; bars without points have no row. */
export function rowsOf(series: ChartSeries, view: Span, step: number, domain: Span): Rows {
  const { first, last } = indexRange(series, view)
  const points = Math.max(0, last - first + 1)
  const { x } = series
  if (points <= MAX_POINT_ROWS) {
    const rows = Array.from({ length: points }, (_, at) => ({
      start: first + at,
      end: first + at + 1,
      x: x[first + at] ?? 0,
    }))
    return { rows, step: null }
  }
  const rows: RowSpan[] = []
  for (let start = first; start <= last; ) {
    const begin = bucketStart(x[start] ?? 0, step, domain)
    const end = Math.max(start + 1, endOf(series, start, begin + step, domain))
    rows.push({ start, end, x: begin })
    start = end
  }
  return { rows, step }
}

/** Which row tells of point `index`; −1 when it comes before them all. */
export const rowOfPoint = ({ rows }: Rows, index: number): number => rows.findLastIndex(({ start }) => start <= index)
