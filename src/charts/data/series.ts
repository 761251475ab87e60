import type { ChartSeries } from '#src/charts/view/chart-props.ts'

/** Returns the first index of `x[start..end)` with a value ≥ `key`, or `end`. */
export function lowerBound(x: Float64Array, key: number, start: number, end: number): number {
  let [low, high] = [start, end]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((x[middle] ?? Number.NaN) < key) low = middle + 1
    else high = middle
  }
  return low
}

/** Returns the first index of `x[start..end)` with a value > `key`, or `end`. */
export function upperBound(x: Float64Array, key: number, start: number, end: number): number {
  let [low, high] = [start, end]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((x[middle] ?? Number.NaN) <= key) low = middle + 1
    else high = middle
  }
  return low
}

/** A `lowerBound` for a key near `start`: it doubles its stride up to the key. */
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
 * Returns true when `next` has the same buffer and offset as `previous`, and is at least as long.
 */
export const sharesMemory = (next: Float64Array, previous: Float64Array) =>
  next.buffer === previous.buffer && next.byteOffset === previous.byteOffset && next.length >= previous.length

/** Returns true when `next` starts with the values of `previous`. Two NaN are equal. */
function startsWith(next: Float64Array, previous: Float64Array): boolean {
  if (sharesMemory(next, previous)) return true
  if (next.length < previous.length) return false
  for (let i = 0; i < previous.length; i++) {
    const [one, other] = [next[i], previous[i]]
    if (one !== other && !(Number.isNaN(one) && Number.isNaN(other))) return false
  }
  return true
}

type CompareColumns = (next: Float64Array, previous: Float64Array) => boolean

const compareEachColumn = (compare: CompareColumns) => (next: ChartSeries, previous: ChartSeries) =>
  compare(next.x, previous.x) &&
  compare(next.line, previous.line) &&
  (next.bars && previous.bars ? compare(next.bars, previous.bars) : next.bars === previous.bars)

/** Returns true when `next` is `previous`, or extends `previous` in the same buffer. Costs O(1). */
export const isExtensionInPlace = compareEachColumn(sharesMemory)

/**
 * Returns true when `next` starts with all points of `previous`. Costs O(1) in the same buffer,
 * else O(n).
 */
export const isExtension = compareEachColumn(startsWith)

const isAscending = (x: Float64Array, from: number, length: number) => {
  let previous = x[from - 1] ?? Number.NEGATIVE_INFINITY
  for (let i = from; i < length; i++) {
    const value = x[i] ?? Number.NaN
    if (!(value >= previous) || !Number.isFinite(value)) return false
    previous = value
  }
  return true
}

const hasInfinity = (line: Float64Array, from: number) => {
  for (let i = from; i < line.length; i++) if (Math.abs(line[i] ?? 0) === Number.POSITIVE_INFINITY) return true
  return false
}

const selectValues = (column: Float64Array, order: readonly number[]) =>
  Float64Array.from(order, (index) => column[index] ?? Number.NaN)

/** Replaces infinite values by gaps. */
const removeInfinity = (line: Float64Array) => line.map((value) => (Number.isFinite(value) ? value : Number.NaN))

function sortPoints({ x, line, bars }: ChartSeries, length: number): ChartSeries {
  const order = Array.from({ length }, (_, index) => index)
    .filter((index) => Number.isFinite(x[index]))
    .sort((a, b) => (x[a] ?? 0) - (x[b] ?? 0))
  return { x: selectValues(x, order), line: selectValues(line, order), bars: bars && selectValues(bars, order) }
}

function truncate(series: ChartSeries, length: number): ChartSeries {
  const { x, line, bars } = series
  const hasLength = x.length === length && line.length === length && (bars?.length ?? length) === length
  if (hasLength) return series
  return { x: x.subarray(0, length), line: line.subarray(0, length), bars: bars?.subarray(0, length) ?? null }
}

/**
 * Returns a series that the charts can rely on: columns of one length, x finite and ascending, gaps
 * NaN. A clean series is returned unchanged. Otherwise points whose x is not finite are removed and
 * the others are sorted. The first `cleanCount` points are clean and are not checked.
 */
export function cleanSeries(series: ChartSeries, cleanCount = 0): ChartSeries {
  const { x, line, bars } = series
  const length = Math.min(x.length, line.length, bars?.length ?? x.length)
  const sorted = isAscending(x, cleanCount, length) ? truncate(series, length) : sortPoints(series, length)
  return hasInfinity(sorted.line, sorted === series ? cleanCount : 0)
    ? { ...sorted, line: removeInfinity(sorted.line) }
    : sorted
}

/**
 * Creates a `cleanSeries` that remembers its last series. If the next series extends it in the same
 * buffers, it checks only the added points.
 */
export function createSeriesCleaner(): (series: ChartSeries) => ChartSeries {
  let last: ChartSeries | null = null
  return (series) => {
    const clean = cleanSeries(series, last && isExtensionInPlace(series, last) ? last.x.length : 0)
    last = clean === series ? series : null
    return clean
  }
}

/** Returns the index of the first drawn point from `start` in `direction`, or null. */
export function findDrawn(series: ChartSeries, start: number, direction: 1 | -1): number | null {
  for (let i = start; i >= 0 && i < series.line.length; i += direction) {
    if (Number.isFinite(series.line[i])) return i
  }
  return null
}

/** Returns the index of the drawn point closest to `x`, null without drawn points. */
export function nearestPoint(series: ChartSeries, x: number): number | null {
  const index = lowerBound(series.x, x, 0, series.x.length)
  const next = findDrawn(series, index, 1)
  const previous = findDrawn(series, index - 1, -1)
  if (next === null || previous === null) return next ?? previous
  const toDistance = (point: number) => Math.abs((series.x[point] ?? 0) - x)
  return toDistance(next) < toDistance(previous) ? next : previous
}
