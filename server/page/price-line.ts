import type { IntradaySeries } from '#src/domain/charting/series.ts'

/** A rectangle of a picture, in px. */
export interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** The ranges that a box shows: instants from left to right, prices from bottom to top. */
export interface Ranges {
  readonly from: number
  readonly to: number
  readonly low: number
  readonly high: number
}

/**
 * A TRM further from the prices than this many times their range is not drawn: it would flatten the
 * line.
 */
const MAX_TRM_DISTANCE = 3

/** Prices whose range is smaller than this many pesos fill only part of the height. */
const MIN_RANGE = 2

/** Free height above and below the line, as a share of its range. */
const PADDING = 0.08

/** The TRM as a horizon of these prices; null when it is unknown or too far from them. */
export function findHorizon({ prices }: Pick<IntradaySeries, 'prices'>, trm: number | null): number | null {
  if (trm === null || prices.length === 0) return null
  const [low, high] = [Math.min(...prices), Math.max(...prices)]
  const distance = Math.max(low - trm, trm - high, 0)
  return distance <= MAX_TRM_DISTANCE * Math.max(high - low, MIN_RANGE) ? trm : null
}

/** The range of prices that a line and its horizon need, with free room on both sides. */
export function priceRange(prices: Float64Array, horizon: number | null): Pick<Ranges, 'low' | 'high'> {
  const values = horizon === null ? prices : [...prices, horizon]
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const missing = Math.max(0, MIN_RANGE - (high - low)) / 2
  const padding = (high - low + 2 * missing) * PADDING
  return { low: low - missing - padding, high: high + missing + padding }
}

export const toX = ({ left, width }: Box, { from, to }: Ranges, time: number): number =>
  left + (Math.min(1, Math.max(0, (time - from) / (to - from))) * width || 0)

export const toY = ({ top, height }: Box, { low, high }: Ranges, price: number): number =>
  top + ((high - price) / (high - low)) * height

const round = (value: number) => Math.round(value * 10) / 10

/** Rows of one pixel column that a line needs: the first, the lowest, the highest and the last. */
function* columnRows(prices: Float64Array, start: number, end: number): Generator<number> {
  let [lowest, highest] = [start, start]
  for (let row = start; row < end; row += 1) {
    if ((prices[row] ?? 0) < (prices[lowest] ?? 0)) lowest = row
    if ((prices[row] ?? 0) > (prices[highest] ?? 0)) highest = row
  }
  yield* [...new Set([start, lowest, highest, end - 1])].sort((one, other) => one - other)
}

/** The points of a line, at most four for each pixel column, in px. */
export function linePoints(
  { times, prices }: Pick<IntradaySeries, 'times' | 'prices'>,
  box: Box,
  ranges: Ranges,
): readonly (readonly [x: number, y: number])[] {
  const points: (readonly [number, number])[] = []
  const columnAt = (row: number) => Math.floor(toX(box, ranges, times[row] ?? 0))
  for (let start = 0; start < times.length; ) {
    let end = start + 1
    while (end < times.length && columnAt(end) === columnAt(start)) end += 1
    for (const row of columnRows(prices, start, end)) {
      points.push([round(toX(box, ranges, times[row] ?? 0)), round(toY(box, ranges, prices[row] ?? 0))])
    }
    start = end
  }
  return points
}
