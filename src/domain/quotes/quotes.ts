/** The default symbols of the stock ticker (D62). */
export const DEFAULT_TICKERS = ['ECOPETROL', 'ISA', 'GEB', 'GRUPOSURA', 'CEMARGOS', 'PFDAVVNDA'] as const

/** An exchange rate: one unit of `from` costs `value` units of `to`; `change` is absolute. */
export interface CurrencyQuote {
  readonly from: string
  readonly to: string
  readonly value: number
  readonly change: number
}

/** A stock (pesos) or an index (points); `change` is in percent. */
export interface SecurityQuote {
  readonly name: string
  readonly value: number
  readonly change: number
}

/** An index during its trading day: instants (epoch ms) and values, one per point. */
export interface IndexSeries {
  readonly name: string
  readonly times: Float64Array
  readonly values: Float64Array
}

/**
 * Returns the quotes of these symbols, in the order of `symbols`. A symbol without a quote is
 * omitted (§2.4).
 */
export const selectQuotes = (symbols: readonly string[], quotes: readonly SecurityQuote[]): readonly SecurityQuote[] =>
  symbols.flatMap((symbol) => quotes.find(({ name }) => name === symbol) ?? [])
