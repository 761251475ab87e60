import type { ChartSeries } from '#src/charts/view/chart-props.ts'

/** Returns the first index of `x[start..end)` with a value ≥ `key`, `end` without one. */
export function lowerBound(x: Float64Array, key: number, start: number, end: number): number {
  let [low, high] = [start, end]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((x[middle] ?? Number.NaN) < key) low = middle + 1
    else high = middle
  }
  return low
}

/** Returns the first index of `x[start..end)` with a value > `key`, `end` without one. */
export function upperBound(x: Float64Array, key: number, start: number, end: number): number {
  let [low, high] = [start, end]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((x[middle] ?? Number.NaN) <= key) low = middle + 1
    else high = middle
  }
  return low
}

/** A `lowerBound` for a key near `start`: doubles its stride until it has passed the key. */
export function gallop(x: Float64Array, key: number, start: number, end: number): number {
  let low = start
  let stride = 1
  while (low + stride < end && (x[low + stride] ?? Number.NaN) < key) {
    low += stride
    stride *= 2
  }
  return lowerBound(x, key, low, Math.min(end, low + stride))
}

/**
 * Returns true when `next` views the same memory as `held`, from the same offset, and is at least
 * as long.
 */
export const sharesMemory = (next: Float64Array, held: Float64Array) =>
  next.buffer === held.buffer && next.byteOffset === held.byteOffset && next.length >= held.length

/** Returns true when `next` starts with the values of `held`. Two NaN are equal. */
function startsWith(next: Float64Array, held: Float64Array): boolean {
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

/** Returns true when `next` is `held` with more points in the same memory. Costs O(1). */
export const growsInPlace = eachColumn(sharesMemory)

/**
 * Returns true when `next` starts with all points of `held`. Costs O(1) in the same memory, else
 * O(n).
 */
export const continues = eachColumn(startsWith)

const isAscending = (x: Float64Array, from: number, length: number) => {
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

const pick = (column: Float64Array, order: readonly number[]) =>
  Float64Array.from(order, (index) => column[index] ?? Number.NaN)

/** Replaces infinite values by gaps. */
const removeInfinity = (line: Float64Array) => line.map((value) => (Number.isFinite(value) ? value : Number.NaN))

function sortPoints({ x, line, bars }: ChartSeries, length: number): ChartSeries {
  const order = Array.from({ length }, (_, index) => index)
    .filter((index) => Number.isFinite(x[index]))
    .sort((a, b) => (x[a] ?? 0) - (x[b] ?? 0))
  return { x: pick(x, order), line: pick(line, order), bars: bars && pick(bars, order) }
}

function cut(series: ChartSeries, length: number): ChartSeries {
  const { x, line, bars } = series
  const even = x.length === length && line.length === length && (bars?.length ?? length) === length
  if (even) return series
  return { x: x.subarray(0, length), line: line.subarray(0, length), bars: bars?.subarray(0, length) ?? null }
}

/**
 * Returns a series that the charts can rely on: columns of one length, x finite and ascending, gaps
 * NaN. A clean series is returned unchanged; otherwise points without x are removed and the rest is
 * sorted. The first `known` points are clean and not checked.
 */
export function cleanSeries(series: ChartSeries, known = 0): ChartSeries {
  const { x, line, bars } = series
  const length = Math.min(x.length, line.length, bars?.length ?? x.length)
  const even = isAscending(x, known, length) ? cut(series, length) : sortPoints(series, length)
  return hasInfinity(even.line, even === series ? known : 0) ? { ...even, line: removeInfinity(even.line) } : even
}

/** Creates a `cleanSeries` that checks only the new points of a series that grew in place. */
export function createSeriesCleaner(): (series: ChartSeries) => ChartSeries {
  let last: ChartSeries | null = null
  return (series) => {
    const clean = cleanSeries(series, last && growsInPlace(series, last) ? last.x.length : 0)
    last = clean === series ? series : null
    return clean
  }
}

/** Returns the first index from `start` in `direction` without a gap, null without one. */
export function findDrawn(series: ChartSeries, start: number, direction: 1 | -1): number | null {
  for (let i = start; i >= 0 && i < series.line.length; i += direction) {
    if (Number.isFinite(series.line[i])) return i
  }
  return null
}

/** Returns the index of the drawn point closest to `x`, null without points. */
export function nearestPoint(series: ChartSeries, x: number): number | null {
  const at = lowerBound(series.x, x, 0, series.x.length)
  const after = findDrawn(series, at, 1)
  const before = findDrawn(series, at - 1, -1)
  if (after === null || before === null) return after ?? before
  const distance = (index: number) => Math.abs((series.x[index] ?? 0) - x)
  return distance(after) < distance(before) ? after : before
}
