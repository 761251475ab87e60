import type { DayValue } from '#src/application/market/market-gateway.ts'
import type { Resource, ResourceSource } from '#src/application/platform/resource.ts'
import type { CloseAndAverage, DollarAmounts, DollarPrices } from '#src/domain/trading/market.ts'
import type { IntradaySeries } from '#src/domain/trading/series.ts'

/** The values of a market's trading day. */
export interface FeedValues {
  readonly close: DayValue<CloseAndAverage>
  readonly prices: DayValue<DollarPrices>
  readonly amounts: DayValue<DollarAmounts>
  readonly intraday: DayValue<IntradaySeries>
}
export type FeedPart = keyof FeedValues
export type FeedSources = { readonly [Part in FeedPart]: ResourceSource<FeedValues[Part]> }
export type FeedResources = { readonly [Part in FeedPart]: Resource<FeedValues[Part]> }

export const FEED_PARTS = ['close', 'prices', 'amounts', 'intraday'] as const satisfies readonly FeedPart[]
