import { createDailyResource } from '#src/application/market/daily-resource.ts'
import { type FirstView, toFirstValue } from '#src/application/market/first-view.ts'
import type { MarketReads } from '#src/application/market/market-feed.ts'
import type { DayValue } from '#src/application/market/market-gateway.ts'
import type { MarketStatus } from '#src/application/market/market-status.ts'
import type { ReadMarketDay } from '#src/application/market/read-market-day.ts'
import type { Readable } from '#src/application/platform/readable.ts'
import type { FirstValue, ResourceDeps } from '#src/application/platform/resource.ts'
import type { Pace } from '#src/domain/live/refresh-policy.ts'

export type PolledMarketDeps = ResourceDeps & MarketReads

/** Creates one polled resource per part of the spot market. */
export function createPolledMarket(
  deps: PolledMarketDeps,
  status: Readable<MarketStatus>,
  { delay, panels: panelInterval, chart: chartInterval }: Pace,
  first: FirstView | null = null,
) {
  const createPart = <T>(read: ReadMarketDay<T>, interval: number, value: FirstValue<DayValue<T>> | null) =>
    createDailyResource(deps, status, { load: (signal) => read('spot', delay, signal), interval }, value)
  return {
    close: createPart(deps.readCloseAndAverage, panelInterval, toFirstValue(first, 'close')),
    prices: createPart(deps.readPrices, panelInterval, toFirstValue(first, 'prices')),
    amounts: createPart(deps.readAmounts, panelInterval, toFirstValue(first, 'amounts')),
    intraday: createPart(deps.readIntraday, chartInterval, toFirstValue(first, 'intraday')),
  }
}
