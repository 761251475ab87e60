import { toIntradayReply } from '#server/market/calls/chart-routes.ts'
import { toDaysReply } from '#server/market/calls/days-routes.ts'
import {
  currenciesTable,
  type FeedsRouteParts,
  findVisibleDollar,
  securitiesTable,
  toFeedsReply,
  toIndexSeriesReply,
  toNewsReply,
} from '#server/market/calls/quotes-routes.ts'
import {
  dayReply,
  toAmountsData,
  toCloseAndAverageData,
  toPricesData,
  toStatisticsReply,
} from '#server/market/calls/statistics-routes.ts'
import { toTrmHistoryReply, toTrmNowReply } from '#server/market/calls/trm-routes.ts'
import type { DelayedDay, MarketReader } from '#server/market/market-reader.ts'
import type { QuotesKind, QuotesSource } from '#server/market/quotes-source.ts'
import { TABLE_COLUMNS } from '#src/adapters/http/contract/market/quotes.ts'
import type { PageDays, PageMarket, PagePart, PageReplies } from '#src/adapters/http/contract/page.ts'
import { type BogotaDate, type Instant, toDate, toInstant } from '#src/domain/time/bogota.ts'
import { AUDIENCE_DELAY_MS } from '#src/domain/trading/audience.ts'
import { isUsHoliday, nextTradingDay, previousTradingDay, referenceDate } from '#src/domain/trading/calendar.ts'
import {
  type DayRange,
  type KnownDays,
  toChartMarket,
  toDayPageRange,
  toMonth,
  toMonthRange,
} from '#src/domain/trading/days.ts'
import { isBeforeFirstDeal } from '#src/domain/trading/figures.ts'
import { marketPhase } from '#src/domain/trading/trading-hours.ts'
import { DEFAULT_TRM_CHOICE, toTrmSpanRange } from '#src/domain/trading/trm-choice.ts'

interface PageMarketParts extends FeedsRouteParts {
  readonly reader: MarketReader
  readonly quotes: QuotesSource
  /**
   * Whether a source is silent (D114). The page then has no replies: the browser requests them, and
   * learns from their headers since when.
   */
  readonly isSourceSilent: () => boolean
  /** The market time of the replies. */
  readonly marketTime: () => Instant
}

/** Reads the API replies that a server-rendered page includes, all as of one instant. */
export type ReadPageMarket = (parts: readonly PagePart[], days?: PageDays | null) => Promise<PageMarket>

/** Rendered pages show the delayed market to every caller (D17). */
const DELAY_MS = AUDIENCE_DELAY_MS.delayed

/** A range without days. */
const NO_DAYS: DayRange = { from: '2199-12-31', until: '1900-01-01' }

function toPageRange(days: PageDays | null, today: BogotaDate): DayRange | null {
  if (days === null) return null
  return 'date' in days ? toDayPageRange(days.date) : toMonthRange(days.month ?? toMonth(today))
}

/** What the server knows about the page of a day or a month before it renders it. */
export interface DayPageState {
  /** Outside of the history there is nothing (D123). */
  readonly status: 200 | 404
  /**
   * Of a page without today: what it changes with, and the instant as of which it is rendered. Each
   * rendering of a version is then the same, also in another process. Null while the page changes.
   */
  readonly closed: { readonly version: string; readonly at: Instant } | null
}

export type ReadDayPageState = (days: PageDays) => DayPageState

const isInHistory = (days: PageDays, { first, today }: KnownDays) => {
  if (first === null) return false
  if ('date' in days) return days.date >= first && days.date <= today
  return days.month === null || (days.month >= toMonth(first) && days.month <= toMonth(today))
}

export const createReadDayPageState =
  ({
    reader,
    marketTime,
    isSourceSilent,
  }: Pick<PageMarketParts, 'reader' | 'marketTime' | 'isSourceSilent'>): ReadDayPageState =>
  (days) => {
    const now = marketTime()
    const known = reader.knownDays()
    if (!isInHistory(days, known)) return { status: 404, closed: null }
    const range = toPageRange(days, known.today) ?? NO_DAYS
    // From then on the page links to the next trading day.
    const at = toInstant(nextTradingDay('nextday', range.until), '00:00')
    const isClosed = now >= at && !isSourceSilent()
    return { status: 200, closed: isClosed ? { version: reader.daysVersion(range), at } : null }
  }

/** The market of the chart of a day's page; null for a month, and for a day without a market. */
function findChartDay(days: PageDays | null): DelayedDay | null {
  if (days === null || !('date' in days)) return null
  const market = toChartMarket(days.date)
  return market && { market, date: days.date, delay: DELAY_MS }
}

/**
 * What a part needs: figures of the day, or of the previous trading day; days in the address, or
 * deals on its day; or a first reply of the provider of its quotes. Null for a part that always exists.
 */
type PartNeed = 'day' | 'previous-day' | 'days' | 'deals' | QuotesKind | null

/** Without what it needs, a part is missing. */
type Parts = {
  readonly [Part in PagePart]: {
    readonly needs: PartNeed
    readonly reply: () => PageReplies[Part] | Promise<PageReplies[Part]>
  }
}

export function createReadPageMarket({
  reader,
  quotes,
  feeds,
  clockShift,
  marketTime,
  isSourceSilent,
}: PageMarketParts): ReadPageMarket {
  return async (parts, days = null) => {
    const now = marketTime()
    const range = toPageRange(days, toDate(now))
    const date = referenceDate(now)
    const tradingDay = reader.findTradingDay('spot', date)
    const effectiveDate = tradingDay.ok ? tradingDay.value : date
    const day: DelayedDay = { market: 'spot', date: effectiveDate, delay: DELAY_MS }
    // Until the first deal of today, the home shows the previous trading day.
    const showsPreviousDay =
      tradingDay.ok &&
      effectiveDate === toDate(now) &&
      isBeforeFirstDeal(marketPhase('spot', now), reader.closeAndAverage(day).close)
    const previousDate = previousTradingDay('spot', date)
    const previous = reader.findTradingDay('spot', previousDate)
    const previousDay: DelayedDay = { ...day, date: previous.ok ? previous.value : previousDate }
    const chartDay = findChartDay(days)
    const isKnown: Readonly<Record<NonNullable<PartNeed>, boolean>> = {
      day: tradingDay.ok,
      'previous-day': showsPreviousDay && previous.ok,
      days: range !== null,
      deals: chartDay !== null && reader.closeAndAverage(chartDay).close !== null,
      currencies: quotes.isKnown('currencies'),
      stocks: quotes.isKnown('stocks'),
      indices: quotes.isKnown('indices'),
      news: quotes.isKnown('news'),
    }
    const isPresent = (need: PartNeed): boolean => need === null || isKnown[need]
    const pageParts: Parts = {
      close: {
        needs: 'day',
        reply: () => dayReply(toCloseAndAverageData(reader.closeAndAverage(day)), date, effectiveDate),
      },
      prices: { needs: 'day', reply: () => dayReply(toPricesData(reader.prices(day)), date, effectiveDate) },
      amounts: { needs: 'day', reply: () => dayReply(toAmountsData(reader.amounts(day)), date, effectiveDate) },
      intraday: {
        needs: 'day',
        reply: async () => toIntradayReply(await reader.intraday(day), { requestedDate: date, effectiveDate }),
      },
      previousClose: {
        needs: 'previous-day',
        reply: () =>
          dayReply(toCloseAndAverageData(reader.closeAndAverage(previousDay)), previousDate, previousDay.date),
      },
      previousPrices: {
        needs: 'previous-day',
        reply: () => dayReply(toPricesData(reader.prices(previousDay)), previousDate, previousDay.date),
      },
      previousIntraday: {
        needs: 'previous-day',
        reply: async () =>
          toIntradayReply(await reader.intraday(previousDay), {
            requestedDate: previousDate,
            effectiveDate: previousDay.date,
          }),
      },
      currencies: {
        needs: 'currencies',
        reply: () => currenciesTable(quotes.currencies(now, findVisibleDollar(reader, 'delayed'))),
      },
      stocks: { needs: 'stocks', reply: () => securitiesTable(TABLE_COLUMNS.stocks, quotes.stocks(now)) },
      indices: { needs: 'indices', reply: () => securitiesTable(TABLE_COLUMNS.indices, quotes.indices(now)) },
      indexSeries: { needs: 'indices', reply: () => toIndexSeriesReply(quotes.indexSeries(now), now) },
      news: { needs: 'news', reply: () => toNewsReply(quotes.news(now)) },
      feeds: { needs: null, reply: () => toFeedsReply(feeds, clockShift()) },
      usHoliday: { needs: null, reply: () => isUsHoliday(date) },
      trm: { needs: null, reply: () => toTrmNowReply(reader.trmNow(DELAY_MS)) },
      trmHistory: {
        needs: null,
        reply: () =>
          toTrmHistoryReply(reader.trmHistory(toTrmSpanRange(DEFAULT_TRM_CHOICE.span, toDate(now)), DELAY_MS)),
      },
      days: {
        needs: 'days',
        reply: () => toDaysReply(reader.days(range ?? NO_DAYS, DELAY_MS)),
      },
      dayIntraday: {
        needs: 'deals',
        reply: async () => {
          const shownDay = chartDay ?? day
          const dates = { requestedDate: shownDay.date, effectiveDate: shownDay.date }
          return toIntradayReply(await reader.intraday(shownDay), dates)
        },
      },
      sector1: { needs: null, reply: () => toStatisticsReply(reader.statistics(1, DELAY_MS)) },
      sector2: { needs: null, reply: () => toStatisticsReply(reader.statistics(2, DELAY_MS)) },
    }
    // Start all replies before the first `await`: the market may record deals during an `await`.
    const presentParts = isSourceSilent() ? [] : parts.filter((part) => isPresent(pageParts[part].needs))
    const pendingReplies = presentParts.map((part) => [part, pageParts[part].reply()] as const)
    const entries = await Promise.all(pendingReplies.map(async ([part, reply]) => [part, await reply] as const))
    return { marketTime: now, date, range, replies: Object.fromEntries(entries) }
  }
}
