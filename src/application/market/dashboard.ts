import {
  createHolidayNotice,
  type HolidayNotice,
  type HolidayNoticeDeps,
} from '#src/application/market/day-resources.ts'
import {
  createFollowMarket,
  type FollowMarket,
  type FollowMarketDeps,
  type MarketFeedState,
} from '#src/application/market/feed.ts'
import { FEED_PARTS } from '#src/application/market/feed-publisher.ts'
import {
  createMarketStatusView,
  formatOtherDay,
  type MarketHead,
  type MarketStatus,
} from '#src/application/market/market-status.ts'
import { createMainDay, type MainDay, type PreviousDayDeps } from '#src/application/market/previous-day.ts'
import { createTrmResource } from '#src/application/market/trm-note.ts'
import { createDataAge, type DataAgeDeps } from '#src/application/platform/data-age.ts'
import { createFlow } from '#src/application/platform/flow.ts'
import { startAll } from '#src/application/platform/listeners.ts'
import { followPage } from '#src/application/platform/page.ts'
import { combine, createState, type Readable, switchMap } from '#src/application/platform/readable.ts'
import { type ResourceState, reuseUnchanged } from '#src/application/platform/resource.ts'
import { FULL_RELOAD_MS, type LiveScreen, type Pace, toPace } from '#src/domain/live/refresh-policy.ts'
import { reloadMachine } from '#src/domain/live/reload-machine.ts'
import { HEARTBEAT_MS } from '#src/domain/live/stream-event.ts'
import { isTradingDay } from '#src/domain/trading/calendar.ts'
import type { Market } from '#src/domain/trading/market.ts'
import type { TrmNow } from '#src/domain/trading/trm-periods.ts'

/** Clients see the market without delay (D17), in minutes. */
export const DASHBOARD_DELAY = 0

/** The state of a page with one live market. A part changes only when its panel must render. */
export interface LiveMarketState extends MarketFeedState, MainDay {
  readonly head: MarketHead
  readonly status: MarketStatus
  readonly holiday: HolidayNotice
  /** True if the next day market trades on the reference date. */
  readonly isNextDayTrading: boolean
  /** Refresh interval in ms; null while the values are streamed. */
  readonly interval: number | null
  /** Label of the charted trading day; null when that day is today or unknown. */
  readonly chartDayLabel: string | null
  /** Label of the trading day of the amounts; null when that day is today or unknown. */
  readonly amountsDayLabel: string | null
  /** The TRM in force and the next TRM (D67). */
  readonly trm: ResourceState<TrmNow>
}

export interface LiveMarketView extends Readable<LiveMarketState> {
  /** Loads every part of the page now. */
  retry(): void
}

export type LiveMarketDeps = HolidayNoticeDeps & FollowMarketDeps & PreviousDayDeps & DataAgeDeps

export interface LiveMarketOptions {
  readonly screen: LiveScreen
  readonly market: Market
  /** Minutes (D17). */
  readonly delay: number
}

/** Creates a feed for the reference date. A new date removes the values of the previous day. */
function createDailyFeed(createFeed: () => ReturnType<FollowMarket>, status: Readable<MarketStatus>) {
  const view = switchMap(status, ({ date }) => date, createFeed)
  return {
    ...view,
    retry() {
      for (const part of FEED_PARTS) view.current().retry(part)
    },
  }
}

/**
 * Creates a flow without a state. While it has subscribers, it reloads the page after `interval` ms
 * of visible time without a stream (§4, D18).
 */
function createFullReload(deps: LiveMarketDeps, feed: Readable<MarketFeedState>, interval: number): Readable<object> {
  const { clock, page } = deps
  const isStreaming = () => feed.getSnapshot().connection === 'stream'
  const machine = reloadMachine.provide({ guards: { isBusy: page.busy }, actions: { reload: page.reload } })
  return createFlow(machine, {
    ...deps,
    input: () => ({
      interval,
      at: clock.now(),
      ...page.getSnapshot(),
      streaming: isStreaming(),
    }),
    select: () => ({}),
    follow: (send) =>
      startAll(
        followPage(page, send),
        feed.subscribe(() => send({ type: isStreaming() ? 'STREAM_STARTED' : 'STREAM_ENDED' })).unsubscribe,
      ),
  })
}

/** One market with the age of its data: streamed if the server has a stream, else polled (D22). */
export function createLiveMarketView(
  deps: LiveMarketDeps,
  { screen, market, delay }: LiveMarketOptions,
): LiveMarketView {
  const pace: Pace = toPace(screen, delay)
  const reloadInterval = FULL_RELOAD_MS[screen]
  const status = createMarketStatusView(deps, market)
  const holiday = createHolidayNotice(deps, status, market)
  const followMarket = createFollowMarket(deps)
  const feed = createDailyFeed(() => followMarket(market, pace), status)
  const trm = createTrmResource(deps, delay)
  const times = combine({ feed }, ({ feed: { close, connection } }) => ({
    ...close,
    interval: connection === 'stream' ? HEARTBEAT_MS : pace.panels,
  }))
  const age = createDataAge(deps, times)
  const fullReload = reloadInterval === null ? createState({}) : createFullReload(deps, feed, reloadInterval)

  const head = combine({ age, feed, status }, (parts): MarketHead => {
    const { freshness, receivedAt } = parts.age
    return {
      market,
      status: parts.status,
      tradingDay: parts.feed.close.value?.tradingDay ?? null,
      freshness,
      receivedAt,
    }
  })

  let parts: MarketFeedState | null = null
  const reusePart = <T>(before: ResourceState<T> | undefined, next: ResourceState<T>) =>
    reuseUnchanged(before ?? null, next)

  /** The feed without changes that no panel shows. */
  const panels = combine({ feed }, ({ feed: { close, prices, amounts, intraday, connection } }): MarketFeedState => {
    parts = {
      close: reusePart(parts?.close, close),
      prices: reusePart(parts?.prices, prices),
      amounts: reusePart(parts?.amounts, amounts),
      intraday: reusePart(parts?.intraday, intraday),
      connection,
    }
    return parts
  })
  const mainDay = createMainDay(deps, { market, delay }, { today: panels, status })

  const view = combine(
    { panels, mainDay, head, status, holiday, trm, age, fullReload },
    (state): LiveMarketState => ({
      ...state.panels,
      ...state.mainDay,
      head: state.head,
      status: state.status,
      holiday: state.holiday,
      isNextDayTrading: isTradingDay('nextday', state.status.date),
      interval: state.panels.connection === 'stream' ? null : pace.panels,
      chartDayLabel: formatOtherDay(state.mainDay.intraday.value?.tradingDay ?? null, state.status),
      amountsDayLabel: formatOtherDay(state.panels.amounts.value?.tradingDay ?? null, state.status),
      trm: state.trm,
    }),
  )

  return {
    ...view,
    retry() {
      for (const { retry } of [feed, trm, mainDay]) retry()
    },
  }
}
