import type { MarketFeedState } from '#src/application/market/feed.ts'
import { type FirstView, toFirstValue } from '#src/application/market/first-view.ts'
import { formatOtherDay, type MarketStatus } from '#src/application/market/market-status.ts'
import type { DayValue, MarketPorts, MarketQuery } from '#src/application/market/ports.ts'
import { combine, type Readable, switchMap } from '#src/application/platform/readable.ts'
import {
  createResource,
  type FirstValue,
  type ResourceDeps,
  type ResourceState,
} from '#src/application/platform/resource.ts'
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

export interface MainDayView extends Readable<MainDay> {
  /** Loads the previous day now, if it is shown. */
  retry(): void
}

interface Options {
  readonly market: Market
  /** Minutes (D17). */
  readonly delay: number
  /** The values that the server rendered into the page. */
  readonly first?: FirstView | null
}

export type PreviousDayDeps = ResourceDeps & Pick<MarketPorts, 'market'>

/** Close, prices and chart of the trading day before the reference date. */
function createPreviousDay(deps: PreviousDayDeps, { market, delay, first: firstView = null }: Options) {
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
  const parts = { close, prices, intraday }
  return {
    ...combine(parts, (day): DayParts => day),
    retry() {
      for (const { retry } of Object.values(parts)) retry()
    },
  }
}

/** True during the first load: no value and no failure yet. */
const isFirstLoad = ({ value, failures }: ResourceState<unknown>) => value === null && failures === 0

/** Whether a part of the previous day replaces today's part: it is loaded or loading. */
const canReplace = (part: ResourceState<unknown>) => part.value !== null || isFirstLoad(part)

const canHaveClose = ({ close }: DayParts) => isFirstLoad(close) || close.value?.value.close != null

const isPreviousDayNeeded = ({ close }: DayParts, { phase, today }: MarketStatus) =>
  close.value !== null && close.value.tradingDay === today && isBeforeFirstDeal(phase, close.value.value.close)

function toMainDay({ close, prices, intraday }: DayParts, previous: DayParts | null, status: MarketStatus): MainDay {
  if (previous === null || !canHaveClose(previous)) {
    return { close, closeDayPrices: prices, intraday, closeDayLabel: null }
  }
  return {
    close: previous.close,
    closeDayPrices: previous.prices,
    intraday: canReplace(previous.intraday) ? previous.intraday : intraday,
    closeDayLabel: formatOtherDay(previous.close.value?.tradingDay ?? null, status),
  }
}

/** Loads the previous day only while it is needed. */
export function createMainDay(
  deps: PreviousDayDeps,
  options: Options,
  { today, status }: { readonly today: Readable<DayParts>; readonly status: Readable<MarketStatus> },
): MainDayView {
  const previous = createPreviousDay(deps, options)
  const both = combine({ today, status }, (parts) => parts)
  const view = switchMap(
    both,
    (now) => isPreviousDayNeeded(now.today, now.status),
    (isNeeded) =>
      isNeeded
        ? combine({ both, previous }, (parts) => toMainDay(parts.both.today, parts.previous, parts.both.status))
        : combine({ both }, (parts) => toMainDay(parts.both.today, null, parts.both.status)),
  )
  return { ...view, retry: previous.retry }
}
