/** A session's deals as columns: instants (epoch ms, never falling), prices in pesos, amounts in thousands of US$ (D47). */
export interface IntradaySeries {
  readonly times: Float64Array
  readonly prices: Float64Array
  readonly amounts: Float64Array
  /** The last stream event that the columns include, null when the server has no stream (D51). */
  readonly sequence: number | null
}
