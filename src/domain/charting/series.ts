import type { Tape } from '#src/domain/trading/tape.ts'

/** US$ in the unit of every chart and of the stream (D47). */
export const CHART_AMOUNT_USD = 1_000

/** A session's deals as columns: instants (epoch ms, never falling), prices in pesos, amounts in thousands of US$ (D47). */
export interface IntradaySeries {
  readonly times: Float64Array
  readonly prices: Float64Array
  readonly amounts: Float64Array
  /** The last stream event that the columns include, null when the server has no stream (D51). */
  readonly sequence: number | null
}

/** The first `count` deals of a tape, all when absent, in columns of their own that later changes of the tape leave alone. */
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
