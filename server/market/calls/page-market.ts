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
  /** The market time of the replies. */
  readonly marketTime: () => Instant
}

/** Reads the API replies that a server-rendered page includes, all as of one instant. */
export type ReadPageMarket = (parts: readonly PagePart[]) => Promise<PageMarket>

/** Rendered pages show the delayed market to every caller (D17). */
const DELAY_MS = AUDIENCE_DELAY_MS.delayed

type Replies = { readonly [Part in PagePart]: () => PageReplies[Part] | Promise<PageReplies[Part]> }

/** Parts that a day without data does not have. */
const FIGURE_PARTS: ReadonlySet<PagePart> = new Set<PagePart>(['close', 'prices', 'amounts', 'intraday'])
/** Parts of the previous trading day. */
const PREVIOUS_DAY_PARTS: ReadonlySet<PagePart> = new Set<PagePart>([
  'previousClose',
  'previousPrices',
  'previousIntraday',
])

/** Kinds of the parts from providers. A part is missing until its provider's first reply. */
const QUOTES_KINDS: Partial<Readonly<Record<PagePart, QuotesKind>>> = {
  currencies: 'currencies',
  stocks: 'stocks',
  indices: 'indices',
  indexSeries: 'indices',
  news: 'news',
}

export function createReadPageMarket({
  reader,
  quotes,
  feeds,
  clockShift,
  marketTime,
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
    const isIncluded = (part: PagePart) => {
      if (PREVIOUS_DAY_PARTS.has(part)) return showsPreviousDay && previous.ok
      const kind = QUOTES_KINDS[part]
      if (kind !== undefined && !quotes.isKnown(kind)) return false
      return tradingDay.ok || !FIGURE_PARTS.has(part)
    }
    const replies: Replies = {
      close: () => dayReply(toCloseAndAverageData(reader.closeAndAverage(day)), date, effectiveDate),
      prices: () => dayReply(toPricesData(reader.prices(day)), date, effectiveDate),
      amounts: () => dayReply(toAmountsData(reader.amounts(day)), date, effectiveDate),
      intraday: async () => toIntradayReply(await reader.intraday(day), { requestedDate: date, effectiveDate }),
      previousClose: () =>
        dayReply(toCloseAndAverageData(reader.closeAndAverage(previousDay)), previousDate, previousDay.date),
      previousPrices: () => dayReply(toPricesData(reader.prices(previousDay)), previousDate, previousDay.date),
      previousIntraday: async () =>
        toIntradayReply(await reader.intraday(previousDay), {
          requestedDate: previousDate,
          effectiveDate: previousDay.date,
        }),
      currencies: () => currenciesTable(quotes.currencies(now, findVisibleDollar(reader, 'delayed'))),
      stocks: () => securitiesTable(TABLE_COLUMNS.stocks, quotes.stocks(now)),
      indices: () => securitiesTable(TABLE_COLUMNS.indices, quotes.indices(now)),
      indexSeries: () => toIndexSeriesReply(quotes.indexSeries(now), now),
      news: () => toNewsReply(quotes.news(now)),
      feeds: () => toFeedsReply(feeds, clockShift()),
      usHoliday: () => isUsHoliday(date),
      trm: () => toTrmNowReply(reader.trmNow(DELAY_MS)),
      trmHistory: () =>
        toTrmHistoryReply(reader.trmHistory(toTrmSpanRange(DEFAULT_TRM_CHOICE.span, toDate(now)), DELAY_MS)),
      sector1: () => toStatisticsReply(reader.statistics(1, DELAY_MS)),
      sector2: () => toStatisticsReply(reader.statistics(2, DELAY_MS)),
    }
    // Start all replies before the first `await`: the market may record deals during an `await`.
    const pendingReplies = parts.filter(isIncluded).map((part) => [part, replies[part]()] as const)
    const entries = await Promise.all(pendingReplies.map(async ([part, reply]) => [part, await reply] as const))
    return { marketTime: now, date, replies: Object.fromEntries(entries) }
  }
}
