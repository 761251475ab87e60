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

const computeMoments = (closes: ArrayLike<number>, window: number): readonly (Moments | null)[] => {
  const next = createMoments(window)
  return Array.from(closes, (close) => next(close))
}

/**
 * Reads closes one by one and returns the mean and the deviation of the last `window` closes; null
 * until the window is full. It has rolling sums of centavos relative to the first close: whole
 * numbers add, subtract and square without error, so rounding errors do not accumulate along the
 * series. Exact while window × (largest distance from the first close, in centavos) is below 94
 * million: 20 closes up to 47,000 pesos apart.
 */
export function createMoments(window: number): (close: number) => Moments | null {
  if (!Number.isInteger(window) || window < 1) throw new RangeError(`indicators: window ${window}`)
  const distances = new Float64Array(window)
  let [base, count, sum, squares] = [0, 0, 0, 0]
  return (close) => {
    if (count === 0) base = toCentavos(close)
    const entering = toCentavos(close) - base
    const leaving = distances[count % window] ?? 0
    distances[count % window] = entering
    count += 1
    sum += entering - leaving
    squares += entering * entering - leaving * leaving
    if (count < window) return null
    const variance = Math.max(0, window * squares - sum * sum)
    return { mean: (base * window + sum) / window / 100, deviation: Math.sqrt(variance) / window / 100 }
  }
}
