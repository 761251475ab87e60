import { scanExtremes } from '#src/charts/data/pyramid.ts'
import { indexRange } from '#src/charts/data/readings.ts'
import { cleanSeries, sharesMemory } from '#src/charts/data/series.ts'
import type { CandlePoint, CandleSeries, ChartSeries, Span } from '#src/charts/view/chart-props.ts'

/** Maximum number of drawn candles. */
export const MAX_CANDLES = 400

/** Minimum width of a candle's slot, CSS px. */
const MIN_SLOT = 3

/** Maximum number of drawn candles beyond the view's edges. */
const BEYOND_EDGES = 4

const COLUMN_NAMES = ['open', 'high', 'low', 'close'] as const

function truncateToShortest(series: CandleSeries): CandleSeries {
  const length = Math.min(series.x.length, ...COLUMN_NAMES.map((name) => series[name].length))
  if (series.x.length === length && COLUMN_NAMES.every((name) => series[name].length === length)) return series
  const truncate = (column: Float64Array) => column.subarray(0, length)
  const { x, open, high, low, close } = series
  return { x: truncate(x), open: truncate(open), high: truncate(high), low: truncate(low), close: truncate(close) }
}

const isGap = ({ open, high, low, close }: CandleSeries, i: number) =>
  Number.isNaN((open[i] ?? Number.NaN) + (high[i] ?? Number.NaN) + (low[i] ?? Number.NaN) + (close[i] ?? Number.NaN))

const isValid = ({ open, high, low, close }: CandleSeries, i: number) => {
  const [o, h, l, c] = [open[i] ?? 0, high[i] ?? 0, low[i] ?? 0, close[i] ?? 0]
  return l <= o && l <= c && h >= o && h >= c
}

/** Sets all values of a candle to NaN if one is NaN. Extends each wick to include its body. */
function repair(series: CandleSeries): CandleSeries {
  const { x, open, high, low, close } = series
  const values = (i: number) => COLUMN_NAMES.map((name) => series[name][i] ?? Number.NaN)
  const repairColumn = (column: Float64Array, toValue: (value: number, all: readonly number[]) => number) =>
    column.map((value, i) => (isGap(series, i) ? Number.NaN : toValue(value, values(i))))
  return {
    x,
    open: repairColumn(open, (value) => value),
    high: repairColumn(high, (_, all) => Math.max(...all)),
    low: repairColumn(low, (_, all) => Math.min(...all)),
    close: repairColumn(close, (value) => value),
  }
}

function isClean(series: CandleSeries, cleanCount: number): boolean {
  for (let i = cleanCount; i < series.x.length; i++) {
    if (isGap(series, i) ? !COLUMN_NAMES.every((name) => Number.isNaN(series[name][i])) : !isValid(series, i))
      return false
  }
  return true
}

/**
 * Returns candles that the charts can rely on: columns of one length, x finite and ascending, gaps
 * NaN in all columns, the body inside the wick. Clean columns are returned unchanged. The first
 * `cleanCount` candles are clean and are not checked.
 */
export function cleanCandles(given: CandleSeries, cleanCount = 0): CandleSeries {
  const truncated = truncateToShortest(given)
  const cleanColumn = (name: (typeof COLUMN_NAMES)[number]) =>
    cleanSeries({ x: truncated.x, line: truncated[name], bars: null }, cleanCount)
  const { x, line: open } = cleanColumn('open')
  const sorted = {
    x,
    open,
    high: cleanColumn('high').line,
    low: cleanColumn('low').line,
    close: cleanColumn('close').line,
  }
  return isClean(sorted, cleanCount) ? sorted : repair(sorted)
}

const matchesInEveryColumn = (
  next: CandleSeries,
  last: CandleSeries,
  matches: (next: Float64Array, last: Float64Array) => boolean,
) => matches(next.x, last.x) && COLUMN_NAMES.every((name) => matches(next[name], last[name]))

/**
 * Creates a `cleanCandles` that remembers its last candles. If the next candles extend them in the
 * same buffers, it checks only the added ones.
 */
export function createCandleCleaner(): (given: CandleSeries) => CandleSeries {
  let last: CandleSeries | null = null
  return (given) => {
    const clean = cleanCandles(given, last && matchesInEveryColumn(given, last, sharesMemory) ? last.x.length : 0)
    last = matchesInEveryColumn(clean, given, Object.is) ? given : null
    return clean
  }
}

/** Returns the closes as a line. */
export const toCloses = ({ x, close }: CandleSeries): ChartSeries => ({ x, line: close, bars: null })

export const candleAt = ({ x, open, high, low, close }: CandleSeries, index: number): CandlePoint => ({
  x: x[index] ?? Number.NaN,
  open: open[index] ?? Number.NaN,
  high: high[index] ?? Number.NaN,
  low: low[index] ?? Number.NaN,
  close: close[index] ?? Number.NaN,
})

/** Outputs of `scanExtremes`, reused to avoid allocations. */
const lowExtremes = { low: 0, high: 0 }
const highExtremes = { low: 0, high: 0 }

/**
 * Merges candles `[start..end)`: first open, highest high, lowest low, last close. Returns null if
 * all of them are gaps.
 */
export function mergeCandles(series: CandleSeries, start: number, end: number): CandlePoint | null {
  const { x, open, high, low, close } = series
  scanExtremes(low, start, end, lowExtremes)
  scanExtremes(high, start, end, highExtremes)
  if (lowExtremes.low > highExtremes.high) return null
  let [first, last] = [start, end - 1]
  while (Number.isNaN(open[first])) first++
  while (Number.isNaN(close[last])) last--
  const middle = ((x[start] ?? 0) + (x[end - 1] ?? 0)) / 2
  return { x: middle, open: open[first] ?? 0, high: highExtremes.high, low: lowExtremes.low, close: close[last] ?? 0 }
}

/** `size` candles are drawn as one candle; `slot` is the width of its slot in units of x. */
interface CandleGroups {
  readonly size: number
  readonly slot: number
}

/**
 * Returns the grouping of the candles of `view` on a plot of `width` CSS px. No slot is narrower
 * than `MIN_SLOT`.
 */
export function groupCandles({ x }: CandleSeries, view: Span, width: number): CandleGroups {
  const { first, last } = indexRange({ x }, view)
  const length = view.to - view.from
  const spacing = x.length > 1 ? ((x[x.length - 1] ?? 0) - (x[0] ?? 0)) / (x.length - 1) : length
  const candleWidth = spacing > 0 ? Math.min(spacing, length) : length
  const maxCandles = Math.max(1, Math.min(MAX_CANDLES - BEYOND_EDGES, Math.floor(width / MIN_SLOT)))
  const size = Math.max(1, Math.ceil(length / candleWidth / maxCandles), Math.ceil((last - first + 1) / maxCandles))
  return { size, slot: size * candleWidth }
}

/**
 * Returns the candles from one slot before `view` to one slot after it, merged in groups; beyond
 * each edge at most as many candles as one group has, because one slot of irregular candles can
 * contain thousands. Groups are counted from the start of the series, so that panning does not
 * change the groups.
 */
export function reduceCandles(series: CandleSeries, view: Span, { size, slot }: CandleGroups): CandlePoint[] {
  const visible = indexRange(series, view)
  const near = indexRange(series, { from: view.from - slot, to: view.to + slot })
  const first = Math.max(near.first, visible.first - size)
  const last = Math.min(near.last, visible.last + size)
  const groups: CandlePoint[] = []
  for (let start = Math.floor(first / size) * size; start <= last; start += size) {
    const candle = mergeCandles(series, start, Math.min(series.x.length, start + size))
    if (candle) groups.push(candle)
  }
  return groups
}
