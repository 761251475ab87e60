import { createPrefixSums } from '#src/charts/data/prefix-sums.ts'
import { createPyramid, type Extremes, scanExtremes } from '#src/charts/data/pyramid.ts'
import { continues, growsInPlace, lowerBound, upperBound } from '#src/charts/data/series.ts'
import type { ChartSeries } from '#src/charts/view/chart-props.ts'

/** Minimum number of points for a pyramid; a shorter column is scanned as quickly. */
export const PYRAMID_FROM = 100_000

/**
 * A clean series (not copied) with the indexes that make drawing cost O(pixels) instead of
 * O(points).
 */
export interface Columns {
  readonly count: number
  readonly x: Float64Array
  readonly line: Float64Array
  /** False when a large series has no pyramid yet. */
  readonly prepared: boolean
  /**
   * Replaces the series. Costs the new points only when the series grew in place, and one
   * comparison when it continues in other memory.
   */
  take(series: ChartSeries): void
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
  const isPrepared = () => current.line.length < PYRAMID_FROM || pyramid.count > 0

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
    get prepared() {
      return isPrepared()
    },
    take(series) {
      if (series === current) return
      const replaced = !continues(series, current)
      const from = replaced ? 0 : current.x.length
      current = series
      if (replaced) {
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
      if (!isPrepared()) pyramid.extend(current.line, 0, current.line.length)
    },
  }
}

/**
 * Returns the sum of the bars of points `from` ≤ x < `to`; with `closed`, also of those at `to`.
 */
export function sumBetween(columns: Columns, from: number, to: number, closed = false): number {
  const start = lowerBound(columns.x, from, 0, columns.count)
  const end = (closed ? upperBound : lowerBound)(columns.x, to, start, columns.count)
  return columns.sum(start, end)
}
