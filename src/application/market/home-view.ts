import type { FirstView } from '#src/application/market/first-view.ts'
import {
  createHolidayNotice,
  type HolidayNotice,
  type HolidayNoticeDeps,
} from '#src/application/market/holiday-notice.ts'
import { formatAmountsTime, formatOtherDay } from '#src/application/market/market-day-text.ts'
import type { MarketFeedState } from '#src/application/market/market-feed.ts'
import type { MarketHead } from '#src/application/market/market-state-messages.ts'
import { createMarketStatusView, type MarketStatus } from '#src/application/market/market-status.ts'
import { createPolledMarket, type PolledMarketDeps } from '#src/application/market/polled-market.ts'
import { createQuotesView, type QuotesState, type QuotesViewDeps } from '#src/application/market/quotes-view.ts'
import { createDataAge } from '#src/application/platform/data-age.ts'
import { createDerivedView } from '#src/application/platform/derived-view.ts'
import type { View } from '#src/application/platform/view.ts'
import type { Pace } from '#src/domain/live/refresh-policy.ts'

/** What the home shows (§2.4). */
export interface HomeState extends QuotesState, Omit<MarketFeedState, 'connection'> {
  readonly head: MarketHead
  readonly status: MarketStatus
  readonly holiday: HolidayNotice
  /** Name of the charted trading day, null when it is today. */
  readonly chartDay: string | null
  /** Note with the time of the last deal in the amounts, null when unknown. */
  readonly amountsNote: string | null
  readonly reconnected: boolean
}

export interface HomeView extends View<HomeState> {
  /** Loads every part of the market at once. */
  retry(): void
  dismissReconnected(): void
}

export type HomeViewDeps = HolidayNoticeDeps & QuotesViewDeps & PolledMarketDeps

/**
 * The spot market as a visitor sees it, polled at `pace`. The age of the close counts for all
 * parts.
 */
export function createHomeView(deps: HomeViewDeps, pace: Pace, first: FirstView | null = null): HomeView {
  const status = createMarketStatusView(deps, 'spot')
  const holiday = createHolidayNotice(deps, status, 'spot', first)
  const quotes = createQuotesView(deps, pace.panels, first)
  const market = createPolledMarket(deps, status, pace, first)
  const age = createDataAge(deps, [market.close], () => ({ ...market.close.getSnapshot(), interval: pace.panels }))

  const head = createDerivedView<MarketHead>(() => {
    const { freshness, receivedAt } = age.getSnapshot()
    const tradingDay = market.close.getSnapshot().value?.tradingDay ?? null
    return { market: 'spot', status: status.getSnapshot(), tradingDay, freshness, receivedAt }
  })

  function read(): HomeState {
    const close = market.close.getSnapshot()
    const intraday = market.intraday.getSnapshot()
    return {
      ...quotes.getSnapshot(),
      close,
      prices: market.prices.getSnapshot(),
      amounts: market.amounts.getSnapshot(),
      intraday,
      head: head.getSnapshot(),
      status: status.getSnapshot(),
      holiday: holiday.getSnapshot(),
      chartDay: formatOtherDay(intraday.value?.tradingDay ?? null, status.getSnapshot()),
      amountsNote: formatAmountsTime(close),
      reconnected: age.getSnapshot().reconnected,
    }
  }

  const view = createDerivedView(read, () => {
    const sources = [status, holiday, quotes, ...Object.values(market), age]
    const stops = sources.map((source) => source.subscribe(view.refresh))
    return () => {
      for (const stop of stops) stop()
    }
  })

  return {
    subscribe: view.subscribe,
    getSnapshot: view.getSnapshot,
    retry() {
      for (const { retry } of Object.values(market)) retry()
    },
    dismissReconnected: age.dismissReconnected,
  }
}
