import type { GatewayFailure } from '#src/application/platform/failure.ts'
import type { CurrencyQuote, IndexSeries, SecurityQuote } from '#src/domain/quotes/quotes.ts'
import type { Result } from '#src/domain/result.ts'

type Answer<T> = Promise<Result<T, GatewayFailure>>

/** Currencies and the local stock exchange. */
export interface QuotesGateway {
  currencies(signal?: AbortSignal): Answer<readonly CurrencyQuote[]>
  stocks(signal?: AbortSignal): Answer<readonly SecurityQuote[]>
  indices(signal?: AbortSignal): Answer<readonly SecurityQuote[]>
  indexSeries(signal?: AbortSignal): Answer<IndexSeries>
}
