import type { Instant } from '#src/domain/time/bogota.ts'
import type { Tape } from '#src/domain/trading/tape.ts'

/** US$ per unit of the amounts of charts and of the stream (D47). */
export const CHART_AMOUNT_USD = 1_000

/**
 * A trading day's deals as columns: ascending instants (epoch ms), prices in pesos, amounts in
 * thousands of US$ (D47).
 */
export interface IntradaySeries {
  readonly times: Float64Array
  readonly prices: Float64Array
  readonly amounts: Float64Array
  /** The last stream event in the columns; null when the server has no stream (D51). */
  readonly sequence: number | null
}

/** Copies the first `count` deals of a tape, or all deals if `count` is absent. */
export const intradaySeries = (
  tape: Pick<Tape, 'times' | 'prices' | 'amounts'>,
  count?: number,
  sequence: number | null = null,
): IntradaySeries => ({
  times: tape.times.slice(0, count),
  prices: tape.prices.slice(0, count),
  amounts: tape.amounts.slice(0, count).map((amount) => amount / CHART_AMOUNT_USD),
  sequence,
})

/** The first, last, lowest and highest prices of a series, in pesos, and its time range. */
interface SeriesRange {
  readonly from: Instant
  readonly to: Instant
  readonly first: number
  readonly last: number
  readonly low: number
  readonly high: number
}

/** Returns the range of the deals in `part`, or of all deals; null without deals. */
export function getSeriesRange(
  { times, prices }: Pick<IntradaySeries, 'times' | 'prices'>,
  part: { readonly from: Instant; readonly to: Instant } | null = null,
): SeriesRange | null {
  const start = part ? times.findIndex((time) => time >= part.from) : 0
  const end = part ? times.findLastIndex((time) => time <= part.to) : prices.length - 1
  const [from, first] = [times[start], prices[start]]
  if (from === undefined || first === undefined || end < start) return null
  let low = first
  let high = first
  for (let i = start; i <= end; i++) {
    low = Math.min(low, prices[i] ?? low)
    high = Math.max(high, prices[i] ?? high)
  }
  return { from, to: times[end] ?? from, first, last: prices[end] ?? first, low, high }
}
