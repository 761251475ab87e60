import { bucketStart } from '#src/charts/data/buckets.ts'
import { lowerBound, upperBound } from '#src/charts/data/series.ts'
import type { ChartSeries, CurveTone, Span } from '#src/charts/view/chart-props.ts'

/** With more points than this, the table has one row per bar instead of one per point. */
export const MAX_POINT_ROWS = 100

/** The values of one point. Texts are formatted when they are shown. */
export interface Reading {
  readonly x: number
  /** Height of the crosshair, in values of the line. */
  readonly line: number
  /** Returns the texts of tooltip and readout. */
  readonly toText: () => ReadingText
  /** Returns the text for screen readers. */
  readonly toSpoken: () => string
}

interface ReadingText {
  readonly title: string
  /** The first row is the chart's main value. */
  readonly rows: readonly ReadingRow[]
}

export interface ReadingRow {
  readonly label: string
  readonly text: string
  /**
   * Set for a row that narrow screens show in a second line, with its label. A tone or `band`: also
   * with a sample of that stroke.
   */
  readonly secondary?: 'label' | CurveTone | 'band'
}

/** The points `[start..end)` of one table row, and the x of its heading. */
export interface RowSpan {
  readonly start: number
  readonly end: number
  readonly x: number
}

/** The rows of the table. */
export interface Rows {
  readonly spans: readonly RowSpan[]
  /** Length of a row in units of x, null when every point has its own row. */
  readonly step: number | null
}

/**
 * Last, lowest and highest value of a row's points, and the sum of their `bars` values. Missing
 * values are NaN, but `bar` is 0 without bars.
 */
interface RowFigures {
  readonly line: number
  readonly low: number
  readonly high: number
  readonly bar: number
}

const toFiniteOrZero = (value: number | undefined) => (value !== undefined && Number.isFinite(value) ? value : 0)

/** Returns the figures of a row. */
export function toRowFigures({ line, bars }: ChartSeries, { start, end }: Pick<RowSpan, 'start' | 'end'>): RowFigures {
  let last = Number.NaN
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  let bar = 0
  for (let i = start; i < end; i++) {
    const value = line[i] ?? Number.NaN
    bar += toFiniteOrZero(bars?.[i])
    if (!Number.isFinite(value)) continue
    last = value
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  const isDrawn = low <= high
  return { line: last, low: isDrawn ? low : Number.NaN, high: isDrawn ? high : Number.NaN, bar }
}

/** Returns the last finite value of the row, or NaN. */
export function findLast(values: Float64Array, { start, end }: Pick<RowSpan, 'start' | 'end'>): number {
  for (let i = end - 1; i >= start; i--) {
    const value = values[i] ?? Number.NaN
    if (Number.isFinite(value)) return value
  }
  return Number.NaN
}

/** Returns the index after the points of a bar that ends at the x `barEnd`; `start` is an index. */
const findEnd = (series: ChartSeries, start: number, barEnd: number, domain: Span) =>
  (barEnd === domain.to ? upperBound : lowerBound)(series.x, barEnd, start, series.x.length)

/** Returns the whole sum of the drawn bar that contains point `index`, NaN without bars. */
export function barAt(series: ChartSeries, index: number, step: number, domain: Span): number {
  if (!series.bars) return Number.NaN
  const from = bucketStart(series.x[index] ?? Number.NaN, step, domain)
  const start = lowerBound(series.x, from, 0, series.x.length)
  return toRowFigures(series, { start, end: findEnd(series, start, from + step, domain) }).bar
}

/** Returns the first and last index in view. An empty view has `last` < `first`. */
export const indexRange = ({ x }: Pick<ChartSeries, 'x'>, view: Span) => ({
  first: lowerBound(x, view.from, 0, x.length),
  last: upperBound(x, view.to, 0, x.length) - 1,
})

/** Returns the table rows of the view. Bars without points have no row. */
export function toRows(series: ChartSeries, view: Span, step: number, domain: Span): Rows {
  const { first, last } = indexRange(series, view)
  const points = Math.max(0, last - first + 1)
  const { x } = series
  if (points <= MAX_POINT_ROWS) {
    const spans = Array.from({ length: points }, (_, i) => ({
      start: first + i,
      end: first + i + 1,
      x: x[first + i] ?? 0,
    }))
    return { spans, step: null }
  }
  const spans: RowSpan[] = []
  for (let start = first; start <= last; ) {
    const barStart = bucketStart(x[start] ?? 0, step, domain)
    const end = Math.max(start + 1, findEnd(series, start, barStart + step, domain))
    spans.push({ start, end, x: barStart })
    start = end
  }
  return { spans, step }
}

/** Returns the index of the row that contains the point, -1 when the point is before all rows. */
export const findRow = ({ spans }: Rows, index: number): number => spans.findLastIndex(({ start }) => start <= index)
