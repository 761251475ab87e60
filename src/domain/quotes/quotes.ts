/** The symbols of the stock ticker when none are configured (D62). */
export const DEFAULT_TICKERS = ['ECOPETROL', 'ISA', 'GEB', 'GRUPOSURA', 'CEMARGOS', 'PFDAVVNDA'] as const

/** An exchange rate: `value` units of `to` for one of `from`; `change` is absolute. */
export interface CurrencyQuote {
  readonly from: string
  readonly to: string
  readonly value: number
  readonly change: number
}

/** A stock (pesos) or an index (points); `change` in percent. */
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
 * The quotes of the listed symbols, in the order of the list; a symbol without a quote is left out
 * (§2.4).
 */
export const selectQuotes = (symbols: readonly string[], quotes: readonly SecurityQuote[]): readonly SecurityQuote[] =>
  symbols.flatMap((symbol) => quotes.find(({ name }) => name === symbol) ?? [])
