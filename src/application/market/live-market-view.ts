import { createActor } from 'xstate'
import { FEED_PARTS } from '#src/application/market/feed-parts.ts'
import { createFollowMarket, type FollowMarket, type FollowMarketDeps } from '#src/application/market/follow-market.ts'
import {
  createHolidayNotice,
  type HolidayNotice,
  type HolidayNoticeDeps,
} from '#src/application/market/holiday-notice.ts'
import { formatOtherDay } from '#src/application/market/market-day-text.ts'
import type { MarketFeedState } from '#src/application/market/market-feed.ts'
import type { MarketHead } from '#src/application/market/market-state-messages.ts'
import { createMarketStatusView, type MarketStatus } from '#src/application/market/market-status.ts'
import { createMainDayChoice, type MainDay, type PreviousDayDeps } from '#src/application/market/previous-day.ts'
import { createTrmResource } from '#src/application/market/trm-resource.ts'
import { createDataAge } from '#src/application/platform/data-age.ts'
import { createDerivedView, type DerivedView } from '#src/application/platform/derived-view.ts'
import { followPage } from '#src/application/platform/follow-page.ts'
import type { Readable } from '#src/application/platform/readable.ts'
import { type ResourceState, reuseUnchanged } from '#src/application/platform/resource.ts'
import { createSubscribers } from '#src/application/platform/view.ts'
import { FULL_RELOAD_MS, type LiveScreen, type Pace, toPace } from '#src/domain/live/refresh-policy.ts'
import { reloadMachine } from '#src/domain/live/reload-machine.ts'
import { HEARTBEAT_MS } from '#src/domain/live/stream-event.ts'
import { isTradingDay } from '#src/domain/trading/calendar.ts'
import type { Market } from '#src/domain/trading/market.ts'
import type { TrmNow } from '#src/domain/trading/trm-periods.ts'

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
  /** As in `DataAge`. */
  readonly reconnected: boolean
}

export interface LiveMarketView extends Readable<LiveMarketState> {
  /** Loads every part of the market now. */
  retry(): void
  dismissReconnected(): void
}

export type LiveMarketDeps = HolidayNoticeDeps & FollowMarketDeps & PreviousDayDeps

export interface LiveMarketOptions {
  readonly screen: LiveScreen
  readonly market: Market
  /** Minutes (D17). */
  readonly delay: number
}

/**
 * Creates a feed for the reference date. A new date creates a new feed, which removes the values
 * of the previous day.
 */
function createDailyFeed(createFeed: () => ReturnType<FollowMarket>, status: Readable<MarketStatus>) {
  let feed = createFeed()
  let unsubscribeFeed = () => {}

  const subscribers = createSubscribers(() => {
    let { date } = status.getSnapshot()
    unsubscribeFeed = feed.subscribe(subscribers.notify).unsubscribe
    const unsubscribeStatus = status.subscribe(() => {
      const next = status.getSnapshot().date
      if (next === date) return
      date = next
      unsubscribeFeed()
      feed = createFeed()
      unsubscribeFeed = feed.subscribe(subscribers.notify).unsubscribe
      subscribers.notify()
    }).unsubscribe
    return () => {
      unsubscribeStatus()
      unsubscribeFeed()
    }
  })

  return {
    subscribe: subscribers.subscribe,
    getSnapshot: () => feed.getSnapshot(),
    retry() {
      for (const part of FEED_PARTS) feed.retry(part)
    },
  }
}

/**
 * Reloads the page after `interval` ms of visible time without a stream (§4, D18); the returned
 * function cancels the reload.
 */
function startFullReload(
  { clock, timers, page }: LiveMarketDeps,
  feed: Readable<MarketFeedState>,
  interval: number,
): () => void {
  const isStreaming = () => feed.getSnapshot().connection === 'stream'
  const { busy, reload } = page
  const actor = createActor(reloadMachine, {
    clock: timers,
    input: {
      interval,
      now: clock.now,
      busy,
      reload,
      visible: page.visible(),
      online: page.online(),
      streaming: isStreaming(),
    },
  }).start()
  const unsubscribes = [
    followPage(page, actor.send),
    feed.subscribe(() => actor.send({ type: isStreaming() ? 'STREAM_STARTED' : 'STREAM_ENDED' })).unsubscribe,
  ]
  return () => {
    for (const unsubscribe of unsubscribes) unsubscribe()
    actor.stop()
  }
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
  const isStreaming = () => feed.getSnapshot().connection === 'stream'
  const age = createDataAge(deps, [feed], () => ({
    ...feed.getSnapshot().close,
    interval: isStreaming() ? HEARTBEAT_MS : pace.panels,
  }))

  const head = createDerivedView<MarketHead>(() => {
    const { freshness, receivedAt } = age.getSnapshot()
    const tradingDay = feed.getSnapshot().close.value?.tradingDay ?? null
    return { market, status: status.getSnapshot(), tradingDay, freshness, receivedAt }
  })

  let parts: MarketFeedState | null = null
  const reusePart = <T>(before: ResourceState<T> | undefined, next: ResourceState<T>) =>
    reuseUnchanged(before ?? null, next)

  function readFeed(): MarketFeedState {
    const { close, prices, amounts, intraday, connection } = feed.getSnapshot()
    parts = {
      close: reusePart(parts?.close, close),
      prices: reusePart(parts?.prices, prices),
      amounts: reusePart(parts?.amounts, amounts),
      intraday: reusePart(parts?.intraday, intraday),
      connection,
    }
    return parts
  }

  function read(): LiveMarketState {
    const feedState = readFeed()
    const marketStatus = status.getSnapshot()
    const mainDay = mainDayChoice.read(feedState, marketStatus)
    return {
      ...feedState,
      ...mainDay,
      head: head.getSnapshot(),
      status: marketStatus,
      holiday: holiday.getSnapshot(),
      isNextDayTrading: isTradingDay('nextday', marketStatus.date),
      interval: isStreaming() ? null : pace.panels,
      chartDayLabel: formatOtherDay(mainDay.intraday.value?.tradingDay ?? null, marketStatus),
      amountsDayLabel: formatOtherDay(feedState.amounts.value?.tradingDay ?? null, marketStatus),
      trm: trm.getSnapshot(),
      reconnected: age.getSnapshot().reconnected,
    }
  }

  const mainDayChoice = createMainDayChoice(deps, { market, delay }, () => view.refresh())
  const onChange = () => {
    mainDayChoice.update(feed.getSnapshot(), status.getSnapshot())
    view.refresh()
  }

  const view: DerivedView<LiveMarketState> = createDerivedView(read, () => {
    const unsubscribes = [status, holiday, feed, trm, age].map((source) => source.subscribe(onChange).unsubscribe)
    unsubscribes.push(mainDayChoice.stop)
    onChange()
    if (reloadInterval !== null) unsubscribes.push(startFullReload(deps, feed, reloadInterval))
    return () => {
      for (const unsubscribe of unsubscribes) unsubscribe()
    }
  })

  return {
    subscribe: view.subscribe,
    getSnapshot: view.getSnapshot,
    retry: feed.retry,
    dismissReconnected: age.dismissReconnected,
  }
}
