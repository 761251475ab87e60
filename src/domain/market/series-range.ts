import type { Instant } from '#src/domain/market/bogota.ts'
import type { IntradaySeries } from '#src/domain/market/series.ts'

/** Where a price series begins, ends and turns; prices in pesos. */
export interface SeriesRange {
  readonly from: Instant
  readonly to: Instant
  readonly first: number
  readonly last: number
  readonly low: number
  readonly high: number
}

/** The range of a series' prices, null for one without deals. */
export function rangeOf({ times, prices }: Pick<IntradaySeries, 'times' | 'prices'>): SeriesRange | null {
  const [from] = times
  const [first] = prices
  const to = times.at(-1)
  const last = prices.at(-1)
  if (from === undefined || to === undefined || first === undefined || last === undefined) return null
  let low = first
  let high = first
  for (const price of prices) {
    if (price < low) low = price
    if (price > high) high = price
  }
  return { from, to, first, last, low, high }
}
