import type { Subscription } from 'xstate'

import type { LiveMarketState } from '#src/application/market/dashboard.ts'
import { atReferenceDate } from '#src/application/market/day-resources.ts'
import { MARKET_TITLES, PHASE_WORDS } from '#src/application/market/market-messages.ts'
import type { DayValue, MarketPorts } from '#src/application/market/ports.ts'
import { combine, createReadable, type Readable } from '#src/application/platform/readable.ts'
import { createResource, type ResourceDeps, type ResourceState } from '#src/application/platform/resource.ts'
import { freshness } from '#src/domain/live/freshness.ts'
import { formatPrice } from '#src/domain/money.ts'
import { formatShortClock } from '#src/domain/text.ts'
import { type BogotaDate, type Instant, MINUTE_MS, SECOND_MS } from '#src/domain/time/bogota.ts'
import { direction, displayedPrice } from '#src/domain/trading/figures.ts'
import type { CloseAndAverage, Direction, DollarPrices, Market } from '#src/domain/trading/market.ts'
import { type MarketPhase, marketPhase } from '#src/domain/trading/trading-hours.ts'

/** Arrows for the title of a browser tab, which cannot contain an icon. */
const ARROWS: Readonly<Record<Direction, string>> = { UP: '▲', DOWN: '▼', SAME: '=' }

export interface PriceTitleText {
  readonly market: Market
  readonly price: string
  readonly direction: Direction | null
  /** Minutes. */
  readonly delay: number
  readonly offline: boolean
  /** When an outdated price arrived, as '12:41'; null for a current price, and with a `phase`. */
  readonly oldTime: string | null
  /** The phase to name in the title; null while the market trades. */
  readonly phase: MarketPhase | null
}

/** Returns why the price is not current; '' for a client's live price. */
function findNote({ offline, oldTime, phase, delay }: PriceTitleText): string {
  if (offline) return 'sin conexión'
  if (oldTime !== null) return `de las ${oldTime}`
  if (phase !== null) return PHASE_WORDS[phase].toLowerCase()
  return delay > 0 ? `hace ${delay} min` : ''
}

/** '3.818,43 ▲ Mercado Dólar', '3.818,43 ▲ hace 15 min · Mercado Dólar' (D76). */
export function priceTitle(title: PriceTitleText): string {
  const { market, price, direction } = title
  const name = market === 'spot' ? '' : MARKET_TITLES[market]
  const words = [name, findNote(title), 'Mercado Dólar'].filter((word) => word !== '').join(' · ')
  return [price, direction && ARROWS[direction], words].filter((part) => part !== null).join(' ')
}

/** Minimum interval between two titles, in ms, of a visible and of a hidden tab (D76). */
export const VISIBLE_TITLE_MS = SECOND_MS
export const HIDDEN_TITLE_MS = 15 * SECOND_MS

/** Poll interval of a hidden tab, in ms. A delayed price has the interval of the home. */
const hiddenPollInterval = (delay: number): number => (delay > 0 ? MINUTE_MS : HIDDEN_TITLE_MS)

export type PriceTitleDeps = ResourceDeps & Pick<MarketPorts, 'market'>

/** The market of the price in the tab. */
export type PriceTitleSource = Readable<Pick<LiveMarketState, 'close' | 'prices' | 'head'>>

export interface PriceTitleOptions {
  readonly source: PriceTitleSource
  readonly market: Market
  /** Minutes (D17). */
  readonly delay: number
}

type Close = ResourceState<DayValue<CloseAndAverage>>

/** Whether new deals can still become visible to this audience. */
const isTrading = (market: Market, now: Instant, delay: number): boolean =>
  [now, now - delay * MINUTE_MS].some((instant) => marketPhase(market, instant) === 'open')

/**
 * Finds the direction from the base of the headline's first comparison (D66); null if a price is
 * missing or the trading days differ.
 */
function findDirection(close: DayValue<CloseAndAverage>, prices: DayValue<DollarPrices> | null): Direction | null {
  if (prices === null || prices.tradingDay !== close.tradingDay) return null
  const base = prices.value.previousClose ?? prices.value.open.value
  return base === null || close.value.close === null ? null : direction(close.value.close, base)
}

/** Null without a price. */
export interface PriceTitle {
  readonly title: string | null
}

/**
 * The price and its direction as the title of the browser tab; null without a price (D76). The
 * title changes at most once a second, in a hidden tab at most every 15 s. A hidden tab polls only
 * the close, at a longer interval and while the market trades. The other loads are paused (D18).
 */
export function createPriceTitleView(
  deps: PriceTitleDeps,
  { source, market, delay }: PriceTitleOptions,
): Readable<PriceTitle> {
  const { clock, marketClock, timers, page } = deps
  const interval = hiddenPollInterval(delay)
  const alwaysVisible = combine({ page }, (parts) => ({ visible: true, online: parts.page.online }))
  const poll = createResource(
    { ...deps, page: { ...page, ...alwaysVisible } },
    { load: (signal) => deps.market.closeAndAverage(atReferenceDate(deps, { market, delay }), signal), interval },
  )

  /** Returns the polled close in a hidden tab; before its first poll, the close on the page. */
  function selectLatest(close: Close): Close {
    const polled = poll.getSnapshot()
    return page.getSnapshot().visible || polled.value === null ? close : polled
  }

  function isOld(latest: Close): boolean {
    const latestFreshness = page.getSnapshot().visible
      ? source.getSnapshot().head.freshness
      : freshness({ updatedAt: latest.updatedAt, now: clock.now(), interval, online: true })
    return latestFreshness === 'late' || latestFreshness === 'stopped'
  }

  /** Returns the phase to name in the title; null while the market trades. */
  function findPhase(tradingDay: BogotaDate): MarketPhase | null {
    const { today, phase } = source.getSnapshot().head.status
    if (tradingDay === today && isTrading(market, marketClock.now(), delay)) return null
    return phase === 'open' ? 'closed' : phase
  }

  /** The title of the running view, which changes less often than the price; null when stopped. */
  let published: PriceTitle | null = null

  function read(): PriceTitle {
    const { close, prices } = source.getSnapshot()
    const latest = selectLatest(close)
    const price = displayedPrice(latest.value?.value.close ?? null)
    if (latest.value === null || price === null) return { title: null }
    const phase = findPhase(latest.value.tradingDay)
    const title = priceTitle({
      market,
      price: formatPrice(price),
      direction: findDirection(latest.value, prices.value),
      delay,
      offline: !page.getSnapshot().online,
      oldTime: phase === null && isOld(latest) ? formatShortClock(latest.receivedAt) : null,
      phase,
    })
    return { title }
  }

  function start(changed: () => void) {
    let publishedAt = Number.NEGATIVE_INFINITY
    let titleTimer: unknown = null
    let pollTimer: unknown = null
    let pollSubscription: Subscription | null = null
    published = read()

    function publish() {
      titleTimer = null
      const next = read()
      if (next.title === published?.title) return
      published = next
      publishedAt = clock.now()
      changed()
    }

    /** Publishes after the minimum interval since the last change, or now if it has passed. */
    function publishSoon() {
      timers.clearTimeout(titleTimer)
      const wait = publishedAt + (page.getSnapshot().visible ? VISIBLE_TITLE_MS : HIDDEN_TITLE_MS) - clock.now()
      if (wait > 0) titleTimer = timers.setTimeout(publish, wait)
      else publish()
    }

    function stopPolling() {
      timers.clearTimeout(pollTimer)
      pollTimer = null
      pollSubscription?.unsubscribe()
      pollSubscription = null
    }

    /** Starts or stops polling. The first poll waits one interval: many tabs are hidden briefly. */
    function updatePolling() {
      if (page.getSnapshot().visible || !isTrading(market, marketClock.now(), delay)) return stopPolling()
      if (pollTimer !== null || pollSubscription !== null) return
      pollTimer = timers.setTimeout(() => {
        pollTimer = null
        pollSubscription = poll.subscribe(publishSoon)
      }, interval)
    }

    function onChange() {
      updatePolling()
      publishSoon()
    }

    updatePolling()
    const { unsubscribe } = source.subscribe(onChange)
    const { unsubscribe: unfollowPage } = page.subscribe(onChange)
    return () => {
      unsubscribe()
      unfollowPage()
      stopPolling()
      timers.clearTimeout(titleTimer)
      published = null
    }
  }

  return createReadable(() => published ?? read(), start)
}
