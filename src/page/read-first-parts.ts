import type { HttpClient } from '#src/adapters/http/client.ts'
import type { PageMarket, PagePart } from '#src/adapters/http/contract/page.ts'
import { createMarketApi } from '#src/adapters/http/market/market-api.ts'
import { createNewsApi } from '#src/adapters/http/market/news-api.ts'
import { createQuotesApi } from '#src/adapters/http/market/quotes-api.ts'
import type { FirstParts } from '#src/application/market/ports.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import { toDate } from '#src/domain/time/bogota.ts'
import { previousTradingDay } from '#src/domain/trading/calendar.ts'
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

function createReaders({ date, range, marketTime }: PageMarket): Readers {
  const marketClock = { now: () => marketTime, frozenSince: () => null, subscribe: () => () => {} }
  const toMarketApi = (http: HttpClient) => createMarketApi({ http })
  const toQuotesApi = (http: HttpClient) => createQuotesApi({ http, parseHtml: parseOwnTable, marketClock })
  const query = { date, market: 'spot', delay: VISITOR_DELAY_MINUTES } as const
  const previousQuery = { ...query, date: previousTradingDay('spot', date) }
  return {
    close: (http) => toMarketApi(http).closeAndAverage(query),
    prices: (http) => toMarketApi(http).prices(query),
    amounts: (http) => toMarketApi(http).amounts(query),
    intraday: (http) => toMarketApi(http).intraday(query),
    previousClose: (http) => toMarketApi(http).closeAndAverage(previousQuery),
    previousPrices: (http) => toMarketApi(http).prices(previousQuery),
    previousIntraday: (http) => toMarketApi(http).intraday(previousQuery),
    currencies: (http) => toQuotesApi(http).currencies(),
    stocks: (http) => toQuotesApi(http).stocks(),
    indices: (http) => toQuotesApi(http).indices(),
    indexSeries: (http) => toQuotesApi(http).indexSeries(),
    feeds: (http) => toQuotesApi(http).feeds(),
    news: (http) => createNewsApi({ http }).latest(),
    trm: (http) => toMarketApi(http).trmNow(VISITOR_DELAY_MINUTES),
    trmHistory: (http) => toMarketApi(http).trmHistory(toTrmSpanRange(DEFAULT_TRM_CHOICE.span, toDate(marketTime))),
    days: async (http) => {
      if (range === null) return err('no range')
      const list = await toMarketApi(http).days(range)
      return list.ok ? ok({ range, list: list.value }) : list
    },
    dayIntraday: (http) => toMarketApi(http).intraday({ ...query, date: range?.until ?? date }),
    sector1: (http) => toMarketApi(http).statistics(1),
    sector2: (http) => toMarketApi(http).statistics(2),
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
