import { toCentavos } from '#src/domain/trading/deal.ts'

/** The number of closes in each moving average (§9). */
export const AVERAGE_WINDOWS = [8, 13] as const

/** Defaults of the Bollinger bands: closes, and standard deviations (§9). */
export const BOLLINGER_WINDOW = 20
export const BOLLINGER_DEVIATIONS = 2

/** One value per close; null until the window is full. */
export type Indicator = readonly (number | null)[]

/** Bollinger bands, in the order of the chart. */
export interface Bands {
  readonly upper: Indicator
  readonly middle: Indicator
  readonly lower: Indicator
}

interface Moments {
  readonly mean: number
  readonly deviation: number
}

/**
 * The simple moving average over the last `window` closes (pesos, at most two decimals); `window`
 * is whole and at least 1 (D50).
 */
export const sma = (closes: ArrayLike<number>, window: number): Indicator =>
  computeMoments(closes, window).map((moments) => moments?.mean ?? null)

/**
 * The moving average of `window` closes, and the bands `deviations` population standard deviations
 * above and below the average.
 */
export function bollinger(
  closes: ArrayLike<number>,
  window: number = BOLLINGER_WINDOW,
  deviations: number = BOLLINGER_DEVIATIONS,
): Bands {
  const moments = computeMoments(closes, window)
  const toBand = (side: number): Indicator =>
    moments.map((point) => point && point.mean + side * deviations * point.deviation)
  return { upper: toBand(1), middle: toBand(0), lower: toBand(-1) }
}

/**
 * The mean and deviation of each window, from rolling sums of centavos relative to the first close.
 * Whole numbers add, subtract and square without error, so rounding errors do not accumulate along
 * the series. Exact while window × (largest distance from the first close, in centavos) is below 94
 * million: 20 closes up to 47,000 pesos apart.
 */
function computeMoments(closes: ArrayLike<number>, window: number): readonly (Moments | null)[] {
  if (!Number.isInteger(window) || window < 1) throw new RangeError(`indicators: window ${window}`)
  const base = toCentavos(closes[0] ?? 0)
  const distances = Array.from(closes, (close) => toCentavos(close) - base)
  let sum = 0
  let squares = 0
  return distances.map((entering, row) => {
    const leaving = distances[row - window] ?? 0
    sum += entering - leaving
    squares += entering * entering - leaving * leaving
    if (row < window - 1) return null
    const variance = window * squares - sum * sum
    return { mean: (base * window + sum) / window / 100, deviation: Math.sqrt(variance) / window / 100 }
  })
}
