import { createDailyResource } from '#src/application/market/daily-resource.ts'
import type { MarketReads } from '#src/application/market/market-feed.ts'
import type { MarketStatus } from '#src/application/market/market-status.ts'
import type { ReadMarketDay } from '#src/application/market/read-market-day.ts'
import type { ResourceDeps } from '#src/application/platform/resource.ts'
import type { View } from '#src/application/platform/view.ts'
import type { Pace } from '#src/domain/live/refresh-policy.ts'

export type PolledMarketDeps = ResourceDeps & MarketReads

/** The parts of the spot market as resources, polled at `pace`. */
export function createPolledMarket(deps: PolledMarketDeps, status: View<MarketStatus>, { delay, panels, chart }: Pace) {
  const daily = <T>(read: ReadMarketDay<T>, interval: number) =>
    createDailyResource(deps, status, { load: (signal) => read('spot', delay, signal), interval })
  return {
    close: daily(deps.readCloseAndAverage, panels),
    prices: daily(deps.readPrices, panels),
    amounts: daily(deps.readAmounts, panels),
    intraday: daily(deps.readIntraday, chart),
  }
}
