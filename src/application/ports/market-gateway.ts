import type { GatewayFailure } from '#src/application/failure.ts'
import type { BogotaDate } from '#src/domain/market/bogota.ts'
import type { CloseAndAverage, DollarAmounts, DollarPrices, Market } from '#src/domain/market/market.ts'
import type { IntradaySeries } from '#src/domain/market/series.ts'
import type { Result } from '#src/domain/result.ts'

/** Which market figures are asked for. */
export interface MarketQuery {
  readonly date: BogotaDate
  readonly market: Market
  /** Minutes; 0 is real time, and the server may raise it (D17). */
  readonly delay: number
}

/** An answer and the session it speaks of: another day than the one asked for when that day had none (D2). */
export interface OfSession<T> {
  readonly value: T
  readonly session: BogotaDate
}

type Answer<T> = Promise<Result<OfSession<T>, GatewayFailure>>

/** Dollar figures of one market. `signal` gives up the call; the answer is then `unreachable`. */
export interface MarketGateway {
  closeAndAverage(query: MarketQuery, signal?: AbortSignal): Answer<CloseAndAverage>
  prices(query: MarketQuery, signal?: AbortSignal): Answer<DollarPrices>
  amounts(query: MarketQuery, signal?: AbortSignal): Answer<DollarAmounts>
  intraday(query: MarketQuery, signal?: AbortSignal): Answer<IntradaySeries>
}
