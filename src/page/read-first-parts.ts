import type { HttpClient } from '#src/adapters/http/client.ts'
import type { PageMarket, PagePart } from '#src/adapters/http/contract/page.ts'
import { MARKET_PATHS, NEWS_PATH } from '#src/adapters/http/contract/paths.ts'
import { createMarketApi } from '#src/adapters/http/market-api.ts'
import { createNewsApi } from '#src/adapters/http/news-api.ts'
import { createQuotesApi } from '#src/adapters/http/quotes-api.ts'
import type { FirstParts } from '#src/application/market/first-view.ts'
import type { Result } from '#src/domain/result.ts'
import { toDate } from '#src/domain/time/bogota.ts'
import { VISITOR_DELAY_MINUTES } from '#src/domain/trading/market.ts'
import { FIRST_TRM_CHOICE, toTrmSpanRange } from '#src/domain/trading/trm-choice.ts'
import { parseOwnTable } from '#src/page/table-document.ts'

const PATHS: Readonly<Record<Exclude<PagePart, 'usHoliday' | 'sector1' | 'sector2'>, string>> = {
  close: MARKET_PATHS.closeAndAverage,
  prices: MARKET_PATHS.prices,
  amounts: MARKET_PATHS.amounts,
  intraday: MARKET_PATHS.intraday,
  currencies: MARKET_PATHS.currencies,
  stocks: MARKET_PATHS.stocks,
  indices: MARKET_PATHS.indices,
  indexSeries: MARKET_PATHS.indexSeries,
  news: NEWS_PATH,
  trm: MARKET_PATHS.trmNow,
  trmHistory: MARKET_PATHS.trmHistory,
}

/** The body of a part, as a client would get it. */
function findBody({ replies }: PageMarket, path: string, sector: unknown): object | string | undefined {
  if (path === MARKET_PATHS.statistics) return sector === 1 ? replies.sector1 : replies.sector2
  const [called] = path.split('?')
  const part = Object.entries(PATHS).find(([, known]) => known === called)?.[0] as keyof typeof PATHS | undefined
  return part && replies[part]
}

/** A client whose calls are answered with the replies of the page. */
function createReplyClient(market: PageMarket): HttpClient {
  const answer = async (path: string, options: { readonly body?: { readonly sector?: unknown } }) => {
    const body = findBody(market, path, options.body?.sector)
    return typeof body === 'string' ? body : JSON.stringify(body)
  }
  return answer as unknown as HttpClient
}

type Reader<T> = () => Promise<Result<T, unknown>>

/**
 * Decodes the replies with the adapters of the portal. A part that is missing or malformed is left
 * out.
 */
export async function readFirstParts(market: PageMarket): Promise<Partial<FirstParts>> {
  const { date, marketTime, replies } = market
  const http = createReplyClient(market)
  const figures = createMarketApi({ http })
  const marketClock = { now: () => marketTime, subscribe: () => () => {} }
  const quotes = createQuotesApi({ http, parseHtml: parseOwnTable, marketClock })
  const news = createNewsApi({ http })
  const query = { date, market: 'spot', delay: VISITOR_DELAY_MINUTES } as const

  const readers: { readonly [Part in Exclude<PagePart, 'usHoliday'>]: Reader<FirstParts[Part]> } = {
    close: () => figures.closeAndAverage(query),
    prices: () => figures.prices(query),
    amounts: () => figures.amounts(query),
    intraday: () => figures.intraday(query),
    currencies: () => quotes.currencies(),
    stocks: () => quotes.stocks(),
    indices: () => quotes.indices(),
    indexSeries: () => quotes.indexSeries(),
    news: () => news.latest(),
    trm: () => figures.trmNow(VISITOR_DELAY_MINUTES),
    trmHistory: () => figures.trmHistory(toTrmSpanRange(FIRST_TRM_CHOICE.span, toDate(marketTime))),
    sector1: () => figures.statistics(1),
    sector2: () => figures.statistics(2),
  }

  const parts = await Promise.all(
    Object.entries(readers).map(async ([part, read]) => {
      const value = replies[part as PagePart] === undefined ? null : await read()
      return value?.ok ? [[part, value.value] as const] : []
    }),
  )
  const { usHoliday } = replies
  return { ...Object.fromEntries(parts.flat()), ...(usHoliday !== undefined && { usHoliday }) }
}
