import type { ChartSeries } from '#src/charts/chart-props.ts'
import { createPyramid, type Extremes, scanExtremes, withRoom } from '#src/charts/pyramid.ts'
import { lowerBound, upperBound } from '#src/charts/series.ts'

/** Below this many points looking at each is as quick as asking the pyramid. */
export const PYRAMID_FROM = 100_000

/** The chart's own copy of a tidy series, with what makes drawing cost pixels instead of points. */
export interface Columns {
  readonly count: number
  /** Capacity views: only the first `count` values count. */
  readonly x: Float64Array
  readonly line: Float64Array
  /** `sums[i]` is the sum of the bars before point i, for i from 0 to `count`. */
  readonly sums: Float64Array
  /** Takes over a tidy series; points that stood there already are kept, so that a live point costs O(levels) and one comparison. */
  take(series: ChartSeries): void
  /** Extremes of the line's points `[start..end)`. */
  extremes(start: number, end: number, into: Extremes): void
  /** Builds the pyramid of a large series: milliseconds, so it is called when the first drawing is out of the way. */
  settle(): void
}

/** An infinite value was taken over as a gap, so both are the same gap. */
const same = (held: number | undefined, given: number | undefined) =>
  held === given || (Number.isNaN(held) && !Number.isFinite(given))

function addUp(bars: Float64Array, sums: Float64Array, from: number, count: number): void {
  for (let i = from; i < count; i++) {
    const value = bars[i] ?? 0
    sums[i + 1] = (sums[i] ?? 0) + (Number.isFinite(value) ? value : 0)
  }
}

function breakGaps(line: Float64Array, from: number, count: number): void {
  for (let i = from; i < count; i++) if (!Number.isFinite(line[i])) line[i] = Number.NaN
}

export function createColumns(): Columns {
  const pyramid = createPyramid()
  let taken: ChartSeries | null = null
  let count = 0
  let x: Float64Array = new Float64Array(0)
  let line: Float64Array = new Float64Array(0)
  let bars: Float64Array = new Float64Array(0)
  let sums: Float64Array = new Float64Array(1)

  const holds = (series: ChartSeries) => {
    for (let i = 0; i < count; i++) {
      if (x[i] !== series.x[i] || !same(line[i], series.line[i]) || !same(bars[i], series.bars[i])) return false
    }
    return true
  }

  function append(series: ChartSeries): void {
    const from = count
    count = series.x.length
    x = withRoom(x, count)
    line = withRoom(line, count)
    bars = withRoom(bars, count)
    sums = withRoom(sums, count + 1)
    x.set(series.x.subarray(from), from)
    line.set(series.line.subarray(from), from)
    bars.set(series.bars.subarray(from), from)
    addUp(bars, sums, from, count)
    breakGaps(line, from, count)
    if (pyramid.count > 0) pyramid.extend(line, from, count)
  }

  return {
    get count() {
      return count
    },
    get x() {
      return x
    },
    get line() {
      return line
    },
    get sums() {
      return sums
    },
    take(series) {
      if (series === taken) return
      if (!holds(series)) {
        count = 0
        pyramid.clear()
      }
      append(series)
      taken = series
    },
    extremes(start, end, into) {
      if (pyramid.count > 0) pyramid.extremes(line, start, end, into)
      else scanExtremes(line, start, end, into)
    },
    settle() {
      if (count >= PYRAMID_FROM && pyramid.count === 0) pyramid.extend(line, 0, count)
    },
  }
}

/** Sum of the bars of points `from` ≤ x < `to`; with `closed`, also of those at `to`. */
export function sumBetween(columns: Columns, from: number, to: number, closed = false): number {
  const start = lowerBound(columns.x, from, 0, columns.count)
  const end = (closed ? upperBound : lowerBound)(columns.x, to, start, columns.count)
  return (columns.sums[end] ?? 0) - (columns.sums[start] ?? 0)
}
