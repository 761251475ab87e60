import type { NewsItem } from '#src/domain/quotes/news.ts'
import type { CurrencyQuote, IndexSeries, SecurityQuote } from '#src/domain/quotes/quotes.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/**
 * The dollar price that the audience may see, in pesos: current price and previous trading day's
 * close.
 */
export interface VisibleDollar {
  readonly value: number
  readonly previous: number
}

export type QuotesKind = 'currencies' | 'stocks' | 'indices' | 'news'

/** Source of currencies, stocks, indices and news. */
export interface QuotesSource {
  /** Whether a kind is simulated (D41). */
  isSimulated(kind: QuotesKind): boolean
  /** Whether a kind has values: a provider has no values before its first success. */
  isKnown(kind: QuotesKind): boolean
  /** `dollar` is null while no price is visible. */
  currencies(now: Instant, dollar: VisibleDollar | null): readonly CurrencyQuote[]
  stocks(now: Instant): readonly SecurityQuote[]
  indices(now: Instant): readonly SecurityQuote[]
  indexSeries(now: Instant): IndexSeries
  /** Newest first. */
  news(now: Instant): readonly NewsItem[]
}
