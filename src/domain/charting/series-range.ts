import type { IntradaySeries } from '#src/domain/charting/series.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/**
 * The first, last, lowest and highest price of a series, in pesos, and its first and last instant.
 */
export interface SeriesRange {
  readonly from: Instant
  readonly to: Instant
  readonly first: number
  readonly last: number
  readonly low: number
  readonly high: number
}

/** The range of a series; null for a series without deals. */
export function getSeriesRange({ times, prices }: Pick<IntradaySeries, 'times' | 'prices'>): SeriesRange | null {
  const [from] = times
  const [first] = prices
  if (from === undefined || first === undefined) return null
  let low = first
  let high = first
  for (const price of prices) {
    low = Math.min(low, price)
    high = Math.max(high, price)
  }
  return { from, to: times.at(-1) ?? from, first, last: prices.at(-1) ?? first, low, high }
}
