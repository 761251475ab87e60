import type { ChartSeries } from '#src/charts/view/chart-props.ts'

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

/** Whether `next` is a view of the memory that `held` is a view of, from the same place on and at least as long. */
export const sharesMemory = (next: Float64Array, held: Float64Array) =>
  next.buffer === held.buffer && next.byteOffset === held.byteOffset && next.length >= held.length

/** Whether the first values of `next` are those of `held`, one gap like another. */
function repeats(next: Float64Array, held: Float64Array): boolean {
  if (sharesMemory(next, held)) return true
  if (next.length < held.length) return false
  for (let i = 0; i < held.length; i++) {
    const [given, known] = [next[i], held[i]]
    if (given !== known && !(Number.isNaN(given) && Number.isNaN(known))) return false
  }
  return true
}

type Continues = (next: Float64Array, held: Float64Array) => boolean

const eachColumn = (continues: Continues) => (next: ChartSeries, held: ChartSeries) =>
  continues(next.x, held.x) &&
  continues(next.line, held.line) &&
  (next.bars && held.bars ? continues(next.bars, held.bars) : next.bars === held.bars)

/**
 * Whether `next` is `held` grown in place: longer views of the same memory. As a series is never written to, what they share
 * is the same, and the answer costs no look at it.
 */
export const growsInPlace = eachColumn(sharesMemory)

/** Whether `next` begins with all that `held` is: known at once when it grew in place, else value by value. */
export const continues = eachColumn(repeats)

const inOrder = (x: Float64Array, from: number, length: number) => {
  let previous = x[from - 1] ?? Number.NEGATIVE_INFINITY
  for (let i = from; i < length; i++) {
    const value = x[i] ?? Number.NaN
    if (!(value >= previous) || value === Number.POSITIVE_INFINITY) return false
    previous = value
  }
  return true
}

const hasInfinity = (line: Float64Array, from: number) => {
  for (let i = from; i < line.length; i++) if (Math.abs(line[i] ?? 0) === Number.POSITIVE_INFINITY) return true
  return false
}

const picked = (column: Float64Array, order: readonly number[]) =>
  Float64Array.from(order, (index) => column[index] ?? Number.NaN)

/** In place of an infinite value a gap. */
const broken = (line: Float64Array) => line.map((value) => (Number.isFinite(value) ? value : Number.NaN))

function sorted({ x, line, bars }: ChartSeries, length: number): ChartSeries {
  const order = Array.from({ length }, (_, index) => index)
    .filter((index) => Number.isFinite(x[index]))
    .sort((a, b) => (x[a] ?? 0) - (x[b] ?? 0))
  return { x: picked(x, order), line: picked(line, order), bars: bars && picked(bars, order) }
}

function cut(series: ChartSeries, length: number): ChartSeries {
  const { x, line, bars } = series
  const even = x.length === length && line.length === length && (bars?.length ?? length) === length
  if (even) return series
  return { x: x.subarray(0, length), line: line.subarray(0, length), bars: bars?.subarray(0, length) ?? null }
}

/**
 * The series as the chart may rely on it: columns of one length, x finite and never falling, gaps of the line NaN.
 * Answers the very same object when it is so already; else points without x are left out and the rest is put in order.
 * The first `known` points are not looked at: they are known to be tidy.
 */
export function tidySeries(series: ChartSeries, known = 0): ChartSeries {
  const { x, line, bars } = series
  const length = Math.min(x.length, line.length, bars?.length ?? x.length)
  const even = inOrder(x, known, length) ? cut(series, length) : sorted(series, length)
  return hasInfinity(even.line, even === series ? known : 0) ? { ...even, line: broken(even.line) } : even
}

/** `tidySeries` for one chart: of a series that grows in place it looks at the new points alone. */
export function createTidier(): (series: ChartSeries) => ChartSeries {
  let last: ChartSeries | null = null
  return (series) => {
    const tidy = tidySeries(series, last && growsInPlace(series, last) ? last.x.length : 0)
    last = tidy === series ? series : null
    return tidy
  }
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
