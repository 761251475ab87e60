import {
  createHolidayNotice,
  createPolledMarket,
  type HolidayNotice,
  type HolidayNoticeDeps,
  type PolledMarketDeps,
} from '#src/application/market/day-resources.ts'
import type { MarketFeedState } from '#src/application/market/feed.ts'
import type { FirstView, FirstViewSource } from '#src/application/market/first-view.ts'
import { formatAmountsTime } from '#src/application/market/market-messages.ts'
import {
  createMarketStatusView,
  formatOtherDay,
  type MarketHead,
  type MarketStatus,
} from '#src/application/market/market-status.ts'
import { createMainDay, type MainDay, type PreviousDayDeps } from '#src/application/market/previous-day.ts'
import { createQuotesView, type QuotesState, type QuotesViewDeps } from '#src/application/market/quotes.ts'
import { createTrmResource, type TrmDeps } from '#src/application/market/trm-note.ts'
import { createDataAge, type DataAgeDeps } from '#src/application/platform/data-age.ts'
import { combine, type Readable } from '#src/application/platform/readable.ts'
import type { ResourceState } from '#src/application/platform/resource.ts'
import { type Pace, VISITOR_PACE } from '#src/domain/live/refresh-policy.ts'
import type { BogotaDate } from '#src/domain/time/bogota.ts'
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
}

export interface HomeView extends Readable<HomeState> {
  /** Loads every part of the page now. */
  retry(): void
}

export type HomeViewDeps = HolidayNoticeDeps &
  QuotesViewDeps &
  PolledMarketDeps &
  TrmDeps &
  PreviousDayDeps &
  DataAgeDeps

/** The spot market for visitors, polled at `pace`. The data age is the age of the close. */
export function createHomeView(deps: HomeViewDeps, pace: Pace, first: FirstView | null = null): HomeView {
  const status = createMarketStatusView(deps, 'spot')
  const holiday = createHolidayNotice(deps, status, 'spot', first)
  const quotes = createQuotesView(deps, pace.panels, first)
  const market = createPolledMarket(deps, status, pace, first)
  const trm = createTrmResource(deps, pace.delay, first)
  const { close, prices, intraday, amounts } = market
  const times = combine({ close }, (parts) => ({ ...parts.close, interval: pace.panels }))
  const age = createDataAge(deps, times)

  const head = combine({ age, close, status }, (parts): MarketHead => {
    const { freshness, receivedAt } = parts.age
    return {
      market: 'spot',
      status: parts.status,
      tradingDay: parts.close.value?.tradingDay ?? null,
      freshness,
      receivedAt,
    }
  })

  const today = combine({ close, prices, intraday }, (parts) => parts)
  const mainDay = createMainDay(deps, { market: 'spot', delay: pace.delay, first }, { today, status })

  const view = combine(
    { quotes, mainDay, today, amounts, head, status, holiday, trm, age },
    (parts): HomeState => ({
      ...parts.quotes,
      ...parts.mainDay,
      prices: parts.today.prices,
      amounts: parts.amounts,
      head: parts.head,
      status: parts.status,
      holiday: parts.holiday,
      chartDayLabel: formatOtherDay(parts.mainDay.intraday.value?.tradingDay ?? null, parts.status),
      amountsNote: formatAmountsTime(parts.today.close),
      trm: parts.trm,
    }),
  )

  return {
    ...view,
    retry() {
      for (const { retry } of [...Object.values(market), quotes, trm, mainDay]) retry()
    },
  }
}

/** The market next to a form, for visitors. */
export interface MarketAsideState extends Pick<HomeState, 'close' | 'prices' | 'intraday'> {
  /** The trading day of the close; today before the first value. */
  readonly day: BogotaDate
}

export function createMarketAsideView(deps: PolledMarketDeps & FirstViewSource): Readable<MarketAsideState> {
  const status = createMarketStatusView(deps, 'spot')
  const { close, prices, intraday } = createPolledMarket(deps, status, VISITOR_PACE, deps.readFirstView())
  return combine({ status, close, prices, intraday }, ({ status: { today }, ...parts }): MarketAsideState => {
    return { ...parts, day: parts.close.value?.tradingDay ?? today }
  })
}
