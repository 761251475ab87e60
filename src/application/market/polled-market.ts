import { createDailyResource } from '#src/application/market/daily-resource.ts'
import type { MarketReads } from '#src/application/market/market-feed.ts'
import type { MarketStatus } from '#src/application/market/market-status.ts'
import type { ReadMarketDay } from '#src/application/market/read-market-day.ts'
import type { ResourceDeps } from '#src/application/platform/resource.ts'
import type { View } from '#src/application/platform/view.ts'
import type { Pace } from '#src/domain/live/refresh-policy.ts'

export type PolledMarketDeps = ResourceDeps & MarketReads

/** Creates one polled resource per part of the spot market. `delay` in minutes, the intervals in ms. */
export function createPolledMarket(deps: PolledMarketDeps, status: View<MarketStatus>, { delay, panels, chart }: Pace) {
  const createPart = <T>(read: ReadMarketDay<T>, interval: number) =>
    createDailyResource(deps, status, { load: (signal) => read('spot', delay, signal), interval })
  return {
    close: createPart(deps.readCloseAndAverage, panels),
    prices: createPart(deps.readPrices, panels),
    amounts: createPart(deps.readAmounts, panels),
    intraday: createPart(deps.readIntraday, chart),
  }
}
