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
import { createMainDayChoice, type MainDay, type PreviousDayDeps } from '#src/application/market/previous-day.ts'
import { createQuotesView, type QuotesState, type QuotesViewDeps } from '#src/application/market/quotes-view.ts'
import { createTrmResource, type TrmDeps } from '#src/application/market/trm-resource.ts'
import { createDataAge } from '#src/application/platform/data-age.ts'
import { createDerivedView, type DerivedView } from '#src/application/platform/derived-view.ts'
import type { Readable } from '#src/application/platform/readable.ts'
import type { ResourceState } from '#src/application/platform/resource.ts'
import type { Pace } from '#src/domain/live/refresh-policy.ts'
import type { TrmNow } from '#src/domain/trading/trm-periods.ts'

/** What the home shows (§2.4). */
export interface HomeState extends QuotesState, Omit<MarketFeedState, 'connection'>, MainDay {
  readonly head: MarketHead
  readonly status: MarketStatus
  readonly holiday: HolidayNotice
  /** Label of the charted trading day; null when that day is today or unknown. */
  readonly chartDayLabel: string | null
  /** Note with the time of the last deal in the amounts, null when unknown. */
  readonly amountsNote: string | null
  /** The TRM in force and the next TRM (D67). */
  readonly trm: ResourceState<TrmNow>
  /** As in `DataAge`. */
  readonly reconnected: boolean
}

export interface HomeView extends Readable<HomeState> {
  /** Loads every part of the market now. */
  retry(): void
  dismissReconnected(): void
}

export type HomeViewDeps = HolidayNoticeDeps & QuotesViewDeps & PolledMarketDeps & TrmDeps & PreviousDayDeps

/** The spot market for visitors, polled at `pace`. The data age is the age of the close. */
export function createHomeView(deps: HomeViewDeps, pace: Pace, first: FirstView | null = null): HomeView {
  const status = createMarketStatusView(deps, 'spot')
  const holiday = createHolidayNotice(deps, status, 'spot', first)
  const quotes = createQuotesView(deps, pace.panels, first)
  const market = createPolledMarket(deps, status, pace, first)
  const trm = createTrmResource(deps, pace.delay, first)
  const age = createDataAge(deps, [market.close], () => ({ ...market.close.getSnapshot(), interval: pace.panels }))

  const head = createDerivedView<MarketHead>(() => {
    const { freshness, receivedAt } = age.getSnapshot()
    const tradingDay = market.close.getSnapshot().value?.tradingDay ?? null
    return { market: 'spot', status: status.getSnapshot(), tradingDay, freshness, receivedAt }
  })

  const mainDayChoice = createMainDayChoice(deps, { market: 'spot', delay: pace.delay, first }, () => view.refresh())

  function readToday() {
    return {
      close: market.close.getSnapshot(),
      prices: market.prices.getSnapshot(),
      intraday: market.intraday.getSnapshot(),
    }
  }

  function read(): HomeState {
    const today = readToday()
    const mainDay = mainDayChoice.read(today, status.getSnapshot())
    return {
      ...quotes.getSnapshot(),
      ...mainDay,
      prices: today.prices,
      amounts: market.amounts.getSnapshot(),
      head: head.getSnapshot(),
      status: status.getSnapshot(),
      holiday: holiday.getSnapshot(),
      chartDayLabel: formatOtherDay(mainDay.intraday.value?.tradingDay ?? null, status.getSnapshot()),
      amountsNote: formatAmountsTime(today.close),
      trm: trm.getSnapshot(),
      reconnected: age.getSnapshot().reconnected,
    }
  }

  const onChange = () => {
    mainDayChoice.update(readToday(), status.getSnapshot())
    view.refresh()
  }

  const view: DerivedView<HomeState> = createDerivedView(read, () => {
    const sources = [status, holiday, quotes, ...Object.values(market), trm, age]
    const unsubscribes = sources.map((source) => source.subscribe(onChange).unsubscribe)
    onChange()
    return () => {
      mainDayChoice.stop()
      for (const unsubscribe of unsubscribes) unsubscribe()
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
