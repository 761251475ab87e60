import { createPrefixSums } from '#src/charts/data/prefix-sums.ts'
import { createPyramid, type Extremes, scanExtremes } from '#src/charts/data/pyramid.ts'
import { continues, growsInPlace, lowerBound, upperBound } from '#src/charts/data/series.ts'
import type { ChartSeries } from '#src/charts/view/chart-props.ts'

/** Minimum number of points for a pyramid; scanning a shorter column is as fast. */
export const PYRAMID_FROM = 100_000

/**
 * A clean series (not copied) with the indexes that make drawing cost O(pixels) instead of
 * O(points).
 */
export interface Columns {
  readonly count: number
  readonly x: Float64Array
  readonly line: Float64Array
  /** Whether `prepare` has no work to do. False while a large series has no pyramid. */
  readonly isPrepared: boolean
  /**
   * Replaces the series. If the series grew in place, only the new points are indexed. If it grew
   * in other memory, its points are also compared once.
   */
  setSeries(series: ChartSeries): void
  /** Returns true when the columns start with `series`, in the same memory. */
  includes(series: ChartSeries): boolean
  /** Writes the extremes of the line's points `[start..end)` into `into`. */
  extremes(start: number, end: number, into: Extremes): void
  /** Returns the sum of the bars of points `[start..end)`, 0 without bars. */
  sum(start: number, end: number): number
  /**
   * Builds the pyramid of a large series. It takes milliseconds: call it after the first drawing.
   */
  prepare(): void
}

const EMPTY: ChartSeries = { x: new Float64Array(0), line: new Float64Array(0), bars: new Float64Array(0) }

export function createColumns(): Columns {
  const pyramid = createPyramid()
  const sums = createPrefixSums()
  let current = EMPTY
  const isLineIndexed = () => current.line.length < PYRAMID_FROM || pyramid.count > 0

  return {
    get count() {
      return current.x.length
    },
    get x() {
      return current.x
    },
    get line() {
      return current.line
    },
    get isPrepared() {
      return isLineIndexed()
    },
    setSeries(series) {
      if (series === current) return
      const isReplaced = !continues(series, current)
      const from = isReplaced ? 0 : current.x.length
      current = series
      if (isReplaced) {
        sums.clear()
        pyramid.clear()
      }
      if (current.bars) sums.extend(current.bars)
      if (pyramid.count > 0) pyramid.extend(current.line, from, current.line.length)
    },
    includes: (series) => growsInPlace(current, series),
    extremes(start, end, into) {
      if (pyramid.count > 0) pyramid.extremes(current.line, start, end, into)
      else scanExtremes(current.line, start, end, into)
    },
    sum: (start, end) => (current.bars ? sums.sum(current.bars, start, end) : 0),
    prepare() {
      if (!isLineIndexed()) pyramid.extend(current.line, 0, current.line.length)
    },
  }
}

/**
 * Returns the sum of the bars of points `from` ≤ x < `to`, or `from` ≤ x ≤ `to` if `closed`.
 */
export function sumBetween(columns: Columns, from: number, to: number, closed = false): number {
  const start = lowerBound(columns.x, from, 0, columns.count)
  const end = (closed ? upperBound : lowerBound)(columns.x, to, start, columns.count)
  return columns.sum(start, end)
}
