import type { NewsItem } from '#src/domain/quotes/news.ts'
import type { CurrencyQuote, IndexSeries, SecurityQuote } from '#src/domain/quotes/quotes.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** The dollar as far as the reader may see it: pesos now and at the end of the session before. */
export interface SeenDollar {
  readonly value: number
  readonly previous: number
}

/** Where currencies, the stock exchange and the news come from. */
export interface QuotesSource {
  /** `dollar` is null while there is none to be seen. */
  currencies(now: Instant, dollar: SeenDollar | null): readonly CurrencyQuote[]
  stocks(now: Instant): readonly SecurityQuote[]
  indices(now: Instant): readonly SecurityQuote[]
  indexSeries(now: Instant): IndexSeries
  /** Newest first. */
  news(now: Instant): readonly NewsItem[]
}

/** A market whose quotes nobody delivers. */
export const NO_QUOTES: QuotesSource = {
  currencies: () => [],
  stocks: () => [],
  indices: () => [],
  indexSeries: () => ({ name: '', times: new Float64Array(), values: new Float64Array() }),
  news: () => [],
}
