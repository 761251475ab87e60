import type { CallFailure } from '#src/domain/call.ts'
import type { FeedStatuses } from '#src/domain/quotes/feeds.ts'
import type { CurrencyQuote, IndexSeries, SecurityQuote } from '#src/domain/quotes/quotes.ts'
import type { Result } from '#src/domain/result.ts'

type Reply<T> = Promise<Result<T, CallFailure>>

/** Currencies and the local stock exchange. */
export interface QuotesGateway {
  currencies(signal?: AbortSignal): Reply<readonly CurrencyQuote[]>
  stocks(signal?: AbortSignal): Reply<readonly SecurityQuote[]>
  indices(signal?: AbortSignal): Reply<readonly SecurityQuote[]>
  indexSeries(signal?: AbortSignal): Reply<IndexSeries>
  /** How old the data of each provider is (D53). */
  feeds(signal?: AbortSignal): Reply<FeedStatuses>
}
