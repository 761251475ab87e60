import { createPrefixSums } from '#src/charts/data/prefix-sums.ts'
import { createPyramid, type Extremes, scanExtremes } from '#src/charts/data/pyramid.ts'
import { isExtension, isExtensionInPlace, lowerBound, upperBound } from '#src/charts/data/series.ts'
import type { ChartSeries } from '#src/charts/view/chart-props.ts'

/** Minimum number of points for a min/max pyramid. A scan of a shorter column is as fast. */
export const MIN_PYRAMID_POINTS = 100_000

/**
 * A clean series (see `cleanSeries`) and its indexes. The indexes reduce the drawing time from
 * O(points) to O(pixels). The arrays are not copied.
 */
export interface Columns {
  readonly count: number
  readonly x: Float64Array
  readonly line: Float64Array
  /** True when the series is small or its pyramid is built; `prepare` then does nothing. */
  readonly isPrepared: boolean
  /**
   * Replaces the series. If `series` extends the current series, only the added points are indexed.
   * If it is in another buffer, all points of the current series are first compared with it.
   */
  setSeries(series: ChartSeries): void
  /** Returns true when `prefix` is the current series or its first points, in the same buffer. */
  includes(prefix: ChartSeries): boolean
  /** Writes the extremes of the line's points `[start..end)` into `into`. */
  extremes(start: number, end: number, into: Extremes): void
  /** Returns the sum of the `bars` values of points `[start..end)`, 0 without bars. */
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
  const isPrepared = () => current.line.length < MIN_PYRAMID_POINTS || pyramid.count > 0

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
      return isPrepared()
    },
    setSeries(series) {
      if (series === current) return
      const isReplaced = !isExtension(series, current)
      const from = isReplaced ? 0 : current.x.length
      current = series
      if (isReplaced) {
        sums.clear()
        pyramid.clear()
      }
      if (current.bars) sums.extend(current.bars)
      if (pyramid.count > 0) pyramid.extend(current.line, from, current.line.length)
    },
    includes: (prefix) => isExtensionInPlace(current, prefix),
    extremes(start, end, into) {
      if (pyramid.count > 0) pyramid.extremes(current.line, start, end, into)
      else scanExtremes(current.line, start, end, into)
    },
    sum: (start, end) => (current.bars ? sums.sum(current.bars, start, end) : 0),
    prepare() {
      if (!isPrepared()) pyramid.extend(current.line, 0, current.line.length)
    },
  }
}

/**
 * Returns the sum of the `bars` values of points `from` ≤ x < `to`, or `from` ≤ x ≤ `to` if
 * `closed`.
 */
export function sumBetween(columns: Columns, from: number, to: number, closed = false): number {
  const start = lowerBound(columns.x, from, 0, columns.count)
  const end = (closed ? upperBound : lowerBound)(columns.x, to, start, columns.count)
  return columns.sum(start, end)
}
