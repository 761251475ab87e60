import type { HttpClient } from '#src/adapters/http/client.ts'
import type { PageMarket, PagePart } from '#src/adapters/http/contract/page.ts'
import { createMarketApi } from '#src/adapters/http/market-api.ts'
import { createNewsApi } from '#src/adapters/http/news-api.ts'
import { createQuotesApi } from '#src/adapters/http/quotes-api.ts'
import type { FirstParts } from '#src/application/market/first-view.ts'
import type { Result } from '#src/domain/result.ts'
import { toDate } from '#src/domain/time/bogota.ts'
import { previousTradingDay } from '#src/domain/time/calendar.ts'
import { VISITOR_DELAY_MINUTES } from '#src/domain/trading/market.ts'
import { DEFAULT_TRM_CHOICE, toTrmSpanRange } from '#src/domain/trading/trm-choice.ts'
import { parseOwnTable } from '#src/page/table-document.ts'

/** Creates an HTTP client that returns the same reply to every call. */
function createReplyClient(reply: object | string) {
  const text = typeof reply === 'string' ? reply : JSON.stringify(reply)
  return { raw: async () => ({ _data: text, status: 200, headers: new Headers() }) } as unknown as HttpClient
}

type Reader<T> = (http: HttpClient) => Promise<Result<T, unknown>>
type Readers = { readonly [Part in Exclude<PagePart, 'usHoliday'>]: Reader<FirstParts[Part]> }

function createReaders({ date, marketTime }: PageMarket): Readers {
  const marketClock = { now: () => marketTime, subscribe: () => () => {} }
  const openMarket = (http: HttpClient) => createMarketApi({ http })
  const openQuotes = (http: HttpClient) => createQuotesApi({ http, parseHtml: parseOwnTable, marketClock })
  const query = { date, market: 'spot', delay: VISITOR_DELAY_MINUTES } as const
  const previousQuery = { ...query, date: previousTradingDay('spot', date) }
  return {
    close: (http) => openMarket(http).closeAndAverage(query),
    prices: (http) => openMarket(http).prices(query),
    amounts: (http) => openMarket(http).amounts(query),
    intraday: (http) => openMarket(http).intraday(query),
    previousClose: (http) => openMarket(http).closeAndAverage(previousQuery),
    previousPrices: (http) => openMarket(http).prices(previousQuery),
    previousIntraday: (http) => openMarket(http).intraday(previousQuery),
    currencies: (http) => openQuotes(http).currencies(),
    stocks: (http) => openQuotes(http).stocks(),
    indices: (http) => openQuotes(http).indices(),
    indexSeries: (http) => openQuotes(http).indexSeries(),
    feeds: (http) => openQuotes(http).feeds(),
    news: (http) => createNewsApi({ http }).latest(),
    trm: (http) => openMarket(http).trmNow(VISITOR_DELAY_MINUTES),
    trmHistory: (http) => openMarket(http).trmHistory(toTrmSpanRange(DEFAULT_TRM_CHOICE.span, toDate(marketTime))),
    sector1: (http) => openMarket(http).statistics(1),
    sector2: (http) => openMarket(http).statistics(2),
  }
}

/** Decodes the replies with the adapters of the portal. A missing or malformed part is omitted. */
export async function readFirstParts(market: PageMarket): Promise<Partial<FirstParts>> {
  const { usHoliday, ...replies } = market.replies
  const readers = createReaders(market)
  const parts = await Promise.all(
    Object.entries(replies).map(async ([part, reply]) => {
      const result = await readers[part as keyof Readers](createReplyClient(reply))
      return result.ok ? [[part, result.value] as const] : []
    }),
  )
  return { ...Object.fromEntries(parts.flat()), ...(usHoliday !== undefined && { usHoliday }) }
}
