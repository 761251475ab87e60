import type { ChartSeries } from '#src/charts/chart-props.ts'

/** The first index of `x[start..end)` whose value is not below `key`, `end` when there is none. */
export function lowerBound(x: Float64Array, key: number, start: number, end: number): number {
  let [low, high] = [start, end]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((x[middle] ?? Number.NaN) < key) low = middle + 1
    else high = middle
  }
  return low
}

/** The first index of `x[start..end)` whose value is above `key`, `end` when there is none. */
export function upperBound(x: Float64Array, key: number, start: number, end: number): number {
  let [low, high] = [start, end]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((x[middle] ?? Number.NaN) <= key) low = middle + 1
    else high = middle
  }
  return low
}

/** `lowerBound` for a key known to be near `start`: doubles its stride until it has passed it, so a walk over n keys costs O(n log(gap)). */
export function gallop(x: Float64Array, key: number, start: number, end: number): number {
  let low = start
  let stride = 1
  while (low + stride < end && (x[low + stride] ?? Number.NaN) < key) {
    low += stride
    stride *= 2
  }
  return lowerBound(x, key, low, Math.min(end, low + stride))
}

const isTidy = (x: Float64Array, length: number) => {
  let previous = Number.NEGATIVE_INFINITY
  for (let i = 0; i < length; i++) {
    const value = x[i] ?? Number.NaN
    if (!(value >= previous) || value === Number.POSITIVE_INFINITY) return false
    previous = value
  }
  return true
}

const picked = (column: Float64Array, order: readonly number[]) =>
  Float64Array.from(order, (index) => column[index] ?? Number.NaN)

/**
 * The series as the chart may rely on it: columns of one length, x finite and never falling.
 * Answers the very same object when it is so already; else points without x are left out and the rest is put in order.
 */
export function tidySeries(series: ChartSeries): ChartSeries {
  const { x, line, bars } = series
  const length = Math.min(x.length, line.length, bars.length)
  const even = x.length === length && line.length === length && bars.length === length
  if (isTidy(x, length)) {
    return even ? series : { x: x.subarray(0, length), line: line.subarray(0, length), bars: bars.subarray(0, length) }
  }
  const order = Array.from({ length }, (_, index) => index)
    .filter((index) => Number.isFinite(x[index]))
    .sort((a, b) => (x[a] ?? 0) - (x[b] ?? 0))
  return { x: picked(x, order), line: picked(line, order), bars: picked(bars, order) }
}

/** The nearest index from `start` on, going by `direction`, where the line is not a gap; null when there is none. */
export function drawnFrom(series: ChartSeries, start: number, direction: 1 | -1): number | null {
  for (let i = start; i >= 0 && i < series.line.length; i += direction) {
    if (Number.isFinite(series.line[i])) return i
  }
  return null
}

/** The drawn point nearest to `x`; null when nothing is drawn. */
export function nearestPoint(series: ChartSeries, x: number): number | null {
  const at = lowerBound(series.x, x, 0, series.x.length)
  const after = drawnFrom(series, at, 1)
  const before = drawnFrom(series, at - 1, -1)
  if (after === null || before === null) return after ?? before
  const distance = (index: number) => Math.abs((series.x[index] ?? 0) - x)
  return distance(after) < distance(before) ? after : before
}
