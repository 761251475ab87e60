import type { HttpClient } from '#src/adapters/http/client.ts'
import { MARKET_PATHS } from '#src/adapters/http/contract/paths.ts'
import { findChart, toColumns } from '#src/adapters/http/market/chart.ts'
import {
  type DayDecoder,
  decodeAmounts,
  decodeCloseAndAverage,
  decodePrices,
} from '#src/adapters/http/market/day-figures.ts'
import { CHART_CALLS, toChartBody } from '#src/adapters/http/market/period-charts.ts'
import { decodeStatistics } from '#src/adapters/http/market/statistics-rows.ts'
import { decodeTrmHistory, decodeTrmNow } from '#src/adapters/http/market/trm.ts'
import { requestJson } from '#src/adapters/http/request.ts'
import type { MarketGateway, MarketQuery } from '#src/application/market/ports.ts'
import { CURRENCY_PAIR, MARKET_IDS } from '#src/domain/trading/market.ts'
import type { IntradaySeries } from '#src/domain/trading/series.ts'

const toFiguresBody = ({ date, market, delay }: MarketQuery) => ({ fecha: date, mercado: MARKET_IDS[market], delay })

const toIntradayBody = ({ date, market, delay }: MarketQuery) => ({
  fecha: date,
  moneda: 1,
  delay,
  market: MARKET_IDS[market],
})

/**
 * Decodes prices in pesos and amounts in thousands of US$; both are required. `sequence` is null
 * when the server has no stream.
 */
const decodeIntraday: DayDecoder<IntradaySeries> = (body, requestedDay) => {
  const chart = findChart(body)
  const tradingDay = chart?.tradingDay ?? requestedDay
  const columns = chart && toColumns(chart, tradingDay, 2)
  const [prices, amounts] = columns?.values ?? []
  if (!columns || !prices || !amounts) return null
  return { tradingDay, value: { times: columns.times, prices, amounts, sequence: chart.sequence } }
}

/**
 * Reads the dollar figures of {market-api} (§7.1). The delay selects the path of the intraday
 * series.
 */
export function createMarketApi({ http }: { readonly http: HttpClient }): MarketGateway {
  const loadFigures =
    <T>(path: string, decode: DayDecoder<T>) =>
    (query: MarketQuery, signal?: AbortSignal) =>
      requestJson(http, { path, body: toFiguresBody(query), signal }, (body) => decode(body, query.date))

  return {
    closeAndAverage: loadFigures(MARKET_PATHS.closeAndAverage, decodeCloseAndAverage),
    prices: loadFigures(MARKET_PATHS.prices, decodePrices),
    amounts: loadFigures(MARKET_PATHS.amounts, decodeAmounts),

    intraday: (query, signal) => {
      const path = query.delay === 0 ? MARKET_PATHS.intradayLive : MARKET_PATHS.intraday
      const call = { path, body: toIntradayBody(query), signal }
      return requestJson(http, call, (body) => decodeIntraday(body, query.date))
    },

    periodChart: (query, signal) => {
      const { path, decode } = CHART_CALLS[query.view]
      return requestJson(http, { path, body: toChartBody(query), signal }, (body) => decode(body, query.date))
    },

    trmNow: (delay, signal) =>
      requestJson(http, { path: `${MARKET_PATHS.trmNow}?delay=${delay}`, signal }, decodeTrmNow),

    trmHistory: ({ from, until }, signal) =>
      requestJson(http, { path: `${MARKET_PATHS.trmHistory}?desde=${from}&hasta=${until}`, signal }, decodeTrmHistory),

    statistics: (sector, signal) =>
      requestJson(
        http,
        { path: MARKET_PATHS.statistics, body: { moneda: CURRENCY_PAIR, sector }, signal },
        decodeStatistics,
      ),
  }
}
