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
