import type { FirstViewSource } from '#src/application/market/first-view.ts'
import type { HomeState } from '#src/application/market/home-view.ts'
import { createMarketStatusView } from '#src/application/market/market-status.ts'
import { createPolledMarket, type PolledMarketDeps } from '#src/application/market/polled-market.ts'
import { createDerivedView } from '#src/application/platform/derived-view.ts'
import type { Readable } from '#src/application/platform/readable.ts'
import { VISITOR_PACE } from '#src/domain/live/refresh-policy.ts'
import type { BogotaDate } from '#src/domain/time/bogota.ts'

/** The market next to a form, for visitors. */
export interface MarketAsideState extends Pick<HomeState, 'close' | 'prices' | 'intraday'> {
  /** The trading day of the close; today before the first value. */
  readonly day: BogotaDate
}

export function createMarketAsideView(deps: PolledMarketDeps & FirstViewSource): Readable<MarketAsideState> {
  const status = createMarketStatusView(deps, 'spot')
  const { close, prices, intraday } = createPolledMarket(deps, status, VISITOR_PACE, deps.readFirstView())
  const view = createDerivedView<MarketAsideState>(
    () => ({
      close: close.getSnapshot(),
      prices: prices.getSnapshot(),
      intraday: intraday.getSnapshot(),
      day: close.getSnapshot().value?.tradingDay ?? status.getSnapshot().today,
    }),
    () => {
      const unsubscribes = [status, close, prices, intraday].map((source) => source.subscribe(view.refresh).unsubscribe)
      return () => {
        for (const unsubscribe of unsubscribes) unsubscribe()
      }
    },
  )
  return view
}
