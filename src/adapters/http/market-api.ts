import type { HttpClient } from '#src/adapters/http/client.ts'
import { intradayReply } from '#src/adapters/http/contract/charts.ts'
import { MARKET_PATHS } from '#src/adapters/http/contract/paths.ts'
import { cleanChart, columnsOf } from '#src/adapters/http/decode/loose-chart.ts'
import { CHART_CALLS, chartBody } from '#src/adapters/http/decode/period-charts.ts'
import {
  readAmounts,
  readCloseAndAverage,
  readPrices,
  type SessionReader,
} from '#src/adapters/http/decode/session-figures.ts'
import { readStatistics } from '#src/adapters/http/decode/statistics-rows.ts'
import { requestJson } from '#src/adapters/http/request.ts'
import type { MarketGateway, MarketQuery } from '#src/application/market/market-gateway.ts'
import type { IntradaySeries } from '#src/domain/charting/series.ts'
import { CURRENCY_PAIR, MARKET_IDS } from '#src/domain/trading/market.ts'

const sessionBody = ({ date, market, delay }: MarketQuery) => ({ fecha: date, mercado: MARKET_IDS[market], delay })

const intradayBody = ({ date, market, delay }: MarketQuery) => ({
  fecha: date,
  moneda: 1,
  delay,
  market: MARKET_IDS[market],
})

/** Prices and amounts in thousands of US$, both needed; `sequence` null when the server has no stream. */
const readIntraday: SessionReader<IntradaySeries> = (body, asked) => {
  const parsed = intradayReply.safeParse({ result: cleanChart(body) })
  if (!parsed.success) return null
  const { result } = parsed.data
  const session = result.fecha_efectiva ?? asked
  const columns = columnsOf(result, session, 2)
  const [prices, amounts] = columns?.values ?? []
  if (!columns || !prices || !amounts) return null
  return { session, value: { times: columns.times, prices, amounts, sequence: result.secuencia ?? null } }
}

/** Dollar figures from {market-api} (§7.1); the chart's call depends on the delay. */
export function createMarketApi({ http }: { readonly http: HttpClient }): MarketGateway {
  const asking =
    <T>(path: string, read: SessionReader<T>) =>
    (query: MarketQuery, signal?: AbortSignal) =>
      requestJson(http, { path, body: sessionBody(query), signal }, (body) => read(body, query.date))

  return {
    closeAndAverage: asking(MARKET_PATHS.closeAndAverage, readCloseAndAverage),
    prices: asking(MARKET_PATHS.prices, readPrices),
    amounts: asking(MARKET_PATHS.amounts, readAmounts),

    intraday: (query, signal) => {
      const path = query.delay === 0 ? MARKET_PATHS.intradayLive : MARKET_PATHS.intraday
      return requestJson(http, { path, body: intradayBody(query), signal }, (body) => readIntraday(body, query.date))
    },

    periodChart: (query, signal) => {
      const { path, read } = CHART_CALLS[query.view]
      return requestJson(http, { path, body: chartBody(query), signal }, (body) => read(body, query.date))
    },

    statistics: (sector, signal) =>
      requestJson(
        http,
        { path: MARKET_PATHS.statistics, body: { moneda: CURRENCY_PAIR, sector }, signal },
        readStatistics,
      ),
  }
}
