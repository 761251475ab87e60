import { toIntradayReply } from '#server/market/calls/chart-routes.ts'
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
import type { PageMarket, PagePart, PageReplies } from '#src/adapters/http/contract/page.ts'
import { type Instant, toDate } from '#src/domain/time/bogota.ts'
import { AUDIENCE_DELAY_MS } from '#src/domain/trading/audience.ts'
import { isUsHoliday, previousTradingDay, referenceDate } from '#src/domain/trading/calendar.ts'
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
export type ReadPageMarket = (parts: readonly PagePart[]) => Promise<PageMarket>

/** Rendered pages show the delayed market to every caller (D17). */
const DELAY_MS = AUDIENCE_DELAY_MS.delayed

/**
 * What a part needs: figures of the day, or of the previous trading day; or a first reply of the
 * provider of its quotes. Null for a part that always exists.
 */
type PartNeed = 'day' | 'previous-day' | QuotesKind | null

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
  return async (parts) => {
    const now = marketTime()
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
    const isPresent = (need: PartNeed): boolean => {
      if (need === null) return true
      if (need === 'day') return tradingDay.ok
      if (need === 'previous-day') return showsPreviousDay && previous.ok
      return quotes.isKnown(need)
    }
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
      sector1: { needs: null, reply: () => toStatisticsReply(reader.statistics(1, DELAY_MS)) },
      sector2: { needs: null, reply: () => toStatisticsReply(reader.statistics(2, DELAY_MS)) },
    }
    // Start all replies before the first `await`: the market may record deals during an `await`.
    const presentParts = isSourceSilent() ? [] : parts.filter((part) => isPresent(pageParts[part].needs))
    const pendingReplies = presentParts.map((part) => [part, pageParts[part].reply()] as const)
    const entries = await Promise.all(pendingReplies.map(async ([part, reply]) => [part, await reply] as const))
    return { marketTime: now, date, replies: Object.fromEntries(entries) }
  }
}
