import type { NewsItem } from '#src/domain/quotes/news.ts'
import type { CurrencyQuote, IndexSeries, SecurityQuote } from '#src/domain/quotes/quotes.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/**
 * The dollar that the audience may see, in pesos: the price now and the close of the previous
 * trading day.
 */
export interface VisibleDollar {
  readonly value: number
  readonly previous: number
}

/** Source of currencies, stocks, indices and news. */
export interface QuotesSource {
  /** `dollar` is null while no price is visible. */
  currencies(now: Instant, dollar: VisibleDollar | null): readonly CurrencyQuote[]
  stocks(now: Instant): readonly SecurityQuote[]
  indices(now: Instant): readonly SecurityQuote[]
  indexSeries(now: Instant): IndexSeries
  /** Newest first. */
  news(now: Instant): readonly NewsItem[]
}

/** A source without quotes. */
export const NO_QUOTES: QuotesSource = {
  currencies: () => [],
  stocks: () => [],
  indices: () => [],
  indexSeries: () => ({ name: '', times: new Float64Array(), values: new Float64Array() }),
  news: () => [],
}
