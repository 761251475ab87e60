import { createPyramid, type Extremes, scanExtremes } from '#src/charts/data/pyramid.ts'
import { continues, lowerBound, upperBound } from '#src/charts/data/series.ts'
import { createTally } from '#src/charts/data/tally.ts'
import type { ChartSeries } from '#src/charts/view/chart-props.ts'

/** Below this many points looking at each is as quick as asking the pyramid. */
export const PYRAMID_FROM = 100_000

/** A tidy series, not copied, with what makes drawing it cost pixels instead of points. */
export interface Columns {
  readonly count: number
  readonly x: Float64Array
  readonly line: Float64Array
  /**
   * Takes another tidy series. One that continues what is held costs its new points alone when it grew in place, and one
   * comparison of what is held when it came in other memory; any other is taken in anew.
   */
  take(series: ChartSeries): void
  /** Extremes of the line's points `[start..end)`. */
  extremes(start: number, end: number, into: Extremes): void
  /** Sum of the bars of points `[start..end)`, 0 without bars. */
  sum(start: number, end: number): number
  /** Builds the pyramid of a large series: milliseconds, so it is called when the first drawing is out of the way. */
  settle(): void
}

const NOTHING: ChartSeries = { x: new Float64Array(0), line: new Float64Array(0), bars: new Float64Array(0) }

export function createColumns(): Columns {
  const pyramid = createPyramid()
  const tally = createTally()
  let held = NOTHING

  return {
    get count() {
      return held.x.length
    },
    get x() {
      return held.x
    },
    get line() {
      return held.line
    },
    take(series) {
      if (series === held) return
      const anew = !continues(series, held)
      const from = anew ? 0 : held.x.length
      held = series
      if (anew) {
        tally.clear()
        pyramid.clear()
      }
      if (held.bars) tally.extend(held.bars)
      if (pyramid.count > 0) pyramid.extend(held.line, from, held.line.length)
    },
    extremes(start, end, into) {
      if (pyramid.count > 0) pyramid.extremes(held.line, start, end, into)
      else scanExtremes(held.line, start, end, into)
    },
    sum: (start, end) => (held.bars ? tally.sum(held.bars, start, end) : 0),
    settle() {
      const count = held.line.length
      if (count >= PYRAMID_FROM && pyramid.count === 0) pyramid.extend(held.line, 0, count)
    },
  }
}

/** Sum of the bars of points `from` ≤ x < `to`; with `closed`, also of those at `to`. */
export function sumBetween(columns: Columns, from: number, to: number, closed = false): number {
  const start = lowerBound(columns.x, from, 0, columns.count)
  const end = (closed ? upperBound : lowerBound)(columns.x, to, start, columns.count)
  return columns.sum(start, end)
}
