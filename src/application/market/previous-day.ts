import { type FirstView, toFirstValue } from '#src/application/market/first-view.ts'
import { formatOtherDay } from '#src/application/market/market-day-text.ts'
import type { MarketFeedState } from '#src/application/market/market-feed.ts'
import type { DayValue, MarketQuery } from '#src/application/market/market-gateway.ts'
import type { MarketStatus } from '#src/application/market/market-status.ts'
import { createDerivedView } from '#src/application/platform/derived-view.ts'
import type { Readable } from '#src/application/platform/readable.ts'
import {
  createResource,
  type FirstValue,
  type ResourceDeps,
  type ResourceState,
} from '#src/application/platform/resource.ts'
import type { Ports } from '#src/application/ports.ts'
import type { CallFailure } from '#src/domain/call.ts'
import type { Result } from '#src/domain/result.ts'
import { MINUTE_MS } from '#src/domain/time/bogota.ts'
import { previousTradingDay, referenceDate } from '#src/domain/trading/calendar.ts'
import { isBeforeFirstDeal } from '#src/domain/trading/figures.ts'
import type { DollarPrices, Market } from '#src/domain/trading/market.ts'

/** A past day does not change; the interval only serves to recover from a failed load. */
const PREVIOUS_DAY_REFRESH_MS = 15 * MINUTE_MS

type DayParts = Pick<MarketFeedState, 'close' | 'prices' | 'intraday'>

/**
 * The main close and chart of a page. Before today's first deal, both are from the previous
 * trading day, unless its load fails or has no close.
 */
export interface MainDay extends Pick<DayParts, 'close' | 'intraday'> {
  /** The prices of the trading day of `close`, which the close is compared with. */
  readonly closeDayPrices: ResourceState<DayValue<DollarPrices>>
  /** Label of the trading day of the close; null when that day is today or unknown. */
  readonly closeDayLabel: string | null
}

interface Options {
  readonly market: Market
  /** Minutes (D17). */
  readonly delay: number
  /** The values that the server rendered into the page. */
  readonly first?: FirstView | null
}

export type PreviousDayDeps = ResourceDeps & Pick<Ports, 'market'>

/** Close, prices and chart of the trading day before the reference date. */
function createPreviousDayView(
  deps: PreviousDayDeps,
  { market, delay, first: firstView = null }: Options,
): Readable<DayParts> {
  const createPart = <T>(
    read: (query: MarketQuery, signal: AbortSignal) => Promise<Result<T, CallFailure>>,
    first: FirstValue<T> | null,
  ) =>
    createResource(
      deps,
      {
        load: (signal) =>
          read({ date: previousTradingDay(market, referenceDate(deps.marketClock.now())), market, delay }, signal),
        interval: PREVIOUS_DAY_REFRESH_MS,
      },
      { first },
    )
  const close = createPart(deps.market.closeAndAverage, toFirstValue(firstView, 'previousClose'))
  const prices = createPart(deps.market.prices, toFirstValue(firstView, 'previousPrices'))
  const intraday = createPart(deps.market.intraday, toFirstValue(firstView, 'previousIntraday'))
  const view = createDerivedView<DayParts>(
    () => ({ close: close.getSnapshot(), prices: prices.getSnapshot(), intraday: intraday.getSnapshot() }),
    () => {
      const unsubscribes = [close, prices, intraday].map((part) => part.subscribe(view.refresh).unsubscribe)
      return () => {
        for (const unsubscribe of unsubscribes) unsubscribe()
      }
    },
  )
  return view
}

/** Selects the trading day of the main close and chart. */
export interface MainDayChoice {
  /** Returns the selected day's parts; `today` has today's parts. */
  read(today: DayParts, status: MarketStatus): MainDay
  /**
   * Starts or stops the load of the previous day. Call it after each change of today's close or of
   * the status.
   */
  update(today: Pick<DayParts, 'close'>, status: MarketStatus): void
  stop(): void
}

/** True during the first load: no value and no failure yet. */
const isFirstLoad = ({ value, failures }: ResourceState<unknown>) => value === null && failures === 0

/** Whether a part of the previous day replaces today's part: it is loaded or loading. */
const canReplace = (part: ResourceState<unknown>) => part.value !== null || isFirstLoad(part)

const canHaveClose = ({ close }: DayParts) => isFirstLoad(close) || close.value?.value.close != null

/** Calls `onChange` after each change of the previous day's parts. */
export function createMainDayChoice(deps: PreviousDayDeps, options: Options, onChange: () => void): MainDayChoice {
  const previous = createPreviousDayView(deps, options)
  let unsubscribe: (() => void) | null = null

  const isPreviousDayNeeded = ({ close }: Pick<DayParts, 'close'>, { phase, today }: MarketStatus) =>
    close.value !== null && close.value.tradingDay === today && isBeforeFirstDeal(phase, close.value.value.close)

  function stop() {
    unsubscribe?.()
    unsubscribe = null
  }

  return {
    stop,

    update(today, status) {
      if (!isPreviousDayNeeded(today, status)) stop()
      else unsubscribe ??= previous.subscribe(onChange).unsubscribe
    },

    read(today, status) {
      const previousDay = isPreviousDayNeeded(today, status) ? previous.getSnapshot() : null
      const { close, prices, intraday } = today
      if (previousDay === null || !canHaveClose(previousDay)) {
        return { close, closeDayPrices: prices, intraday, closeDayLabel: null }
      }
      return {
        close: previousDay.close,
        closeDayPrices: previousDay.prices,
        intraday: canReplace(previousDay.intraday) ? previousDay.intraday : intraday,
        closeDayLabel: formatOtherDay(previousDay.close.value?.tradingDay ?? null, status),
      }
    },
  }
}
