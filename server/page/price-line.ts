import type { IntradaySeries } from '#src/domain/trading/series.ts'

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
 * Maximum distance of the TRM from the prices, as a multiple of the prices' range. A more distant
 * TRM is not drawn, because it would flatten the line.
 */
const MAX_TRM_DISTANCE = 3

/** Minimum range of the axis, in pesos. A smaller range of prices fills only a part of the axis. */
const MIN_RANGE = 2

/** Free height above and below the line, as a share of the range. */
const PADDING = 0.08

/**
 * Returns the price of the horizon, the horizontal line at the TRM. Null without prices, for an
 * unknown TRM, or for a TRM too far from the prices.
 */
export function findHorizon({ prices }: Pick<IntradaySeries, 'prices'>, trm: number | null): number | null {
  if (trm === null || prices.length === 0) return null
  const [low, high] = [Math.min(...prices), Math.max(...prices)]
  const distance = Math.max(low - trm, trm - high, 0)
  return distance <= MAX_TRM_DISTANCE * Math.max(high - low, MIN_RANGE) ? trm : null
}

/** Returns the price range of a line and its horizon, with padding on both sides. */
export function priceRange(prices: Float64Array, horizon: number | null): Pick<Ranges, 'low' | 'high'> {
  const values = horizon === null ? prices : [...prices, horizon]
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const missingPerSide = Math.max(0, MIN_RANGE - (high - low)) / 2
  const padding = (high - low + 2 * missingPerSide) * PADDING
  return { low: low - missingPerSide - padding, high: high + missingPerSide + padding }
}

/** Returns the x of a time within the box; the left edge if the range of times is empty. */
export const toX = ({ left, width }: Box, { from, to }: Ranges, time: number): number =>
  left + (Math.min(1, Math.max(0, (time - from) / (to - from))) * width || 0)

export const toY = ({ top, height }: Box, { low, high }: Ranges, price: number): number =>
  top + ((high - price) / (high - low)) * height

const round = (value: number) => Math.round(value * 10) / 10

/** Yields the indices of the first, lowest, highest and last price in a pixel column. */
function* findColumnIndices(prices: Float64Array, start: number, end: number): Generator<number> {
  let [lowest, highest] = [start, start]
  for (let index = start; index < end; index += 1) {
    if ((prices[index] ?? 0) < (prices[lowest] ?? 0)) lowest = index
    if ((prices[index] ?? 0) > (prices[highest] ?? 0)) highest = index
  }
  yield* [...new Set([start, lowest, highest, end - 1])].sort((a, b) => a - b)
}

/** Returns the points of a line in px, at most four for each pixel column. */
export function linePoints(
  { times, prices }: Pick<IntradaySeries, 'times' | 'prices'>,
  box: Box,
  ranges: Ranges,
): readonly (readonly [x: number, y: number])[] {
  const points: (readonly [number, number])[] = []
  const findColumn = (index: number) => Math.floor(toX(box, ranges, times[index] ?? 0))
  for (let start = 0; start < times.length; ) {
    let end = start + 1
    while (end < times.length && findColumn(end) === findColumn(start)) end += 1
    for (const index of findColumnIndices(prices, start, end)) {
      points.push([round(toX(box, ranges, times[index] ?? 0)), round(toY(box, ranges, prices[index] ?? 0))])
    }
    start = end
  }
  return points
}
