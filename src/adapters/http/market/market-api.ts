import * as z from 'zod/mini'
import { toIntervalWord } from '#src/adapters/http/contract/market/charts.ts'
import { STATISTICS_ROW } from '#src/adapters/http/contract/market/market.ts'
import { MARKET_PATHS } from '#src/adapters/http/contract/paths.ts'
import { parseItems, requiredField } from '#src/adapters/http/decode/lenient.ts'
import { findList } from '#src/adapters/http/decode/records.ts'
import {
  findChart,
  findPoints,
  parseCandles,
  parseNumbers,
  parseStart,
  toColumn,
  toColumns,
  toTimes,
} from '#src/adapters/http/market/chart.ts'
import {
  type DayDecoder,
  decodeAmounts,
  decodeCloseAndAverage,
  decodePrices,
} from '#src/adapters/http/market/day-figures.ts'
import { decodeDays } from '#src/adapters/http/market/days-reply.ts'
import { createMarketReads, type MarketReadsDeps, type VisitorRead } from '#src/adapters/http/market/market-reads.ts'
import { decodeTrmHistory, decodeTrmNow } from '#src/adapters/http/market/trm-replies.ts'
import type { ChartQuery, MarketGateway, MarketQuery } from '#src/application/market/ports.ts'
import type { ChartView } from '#src/domain/charting/chart-view.ts'
import { BOLLINGER_DEVIATIONS, BOLLINGER_WINDOW } from '#src/domain/charting/indicators.ts'
import type { PeriodChart } from '#src/domain/charting/period-chart.ts'
import {
  CURRENCY_PAIR,
  MARKET_IDS,
  MARKETS,
  type Market,
  toMarket,
  VISITOR_DELAY_MINUTES,
} from '#src/domain/trading/market.ts'
import type { IntradaySeries } from '#src/domain/trading/series.ts'
import { compareRows, type StatisticsRow } from '#src/domain/trading/statistics.ts'

const NAME_PREFIXES: Readonly<Record<Market, string>> = { spot: 'SPOT', nextday: 'NEXT' }

/** Parses an id such as `71`, or a name that starts with `SPOT` or `NEXT` in any case. */
function parseMarket(value: unknown): Market | null {
  if (typeof value !== 'string') return typeof value === 'number' ? toMarket(value) : null
  const name = value.trim().toUpperCase()
  return MARKETS.find((market) => name.startsWith(NAME_PREFIXES[market])) ?? toMarket(name)
}

/** True for USD/COP and for a row without a pair. */
const isDollarPair = (pair: unknown) => typeof pair !== 'string' || pair.trim().toUpperCase() === CURRENCY_PAIR

/**
 * A row requires market, term and day; the figures may be missing (D4). Prices are in pesos,
 * amounts in whole US$.
 */
const statisticsRow = z.pipe(
  z.object({
    ...STATISTICS_ROW,
    mercado: requiredField(parseMarket),
    moneda: z.optional(z.unknown()).check(z.refine(isDollarPair)),
  }),
  z.transform(
    (row): StatisticsRow => ({
      market: row.mercado,
      term: row.plazo,
      date: row.fecha,
      sum: row.monto_acumulado,
      open: row.apertura,
      close: row.cierre,
      count: row.transacciones,
      average: row.promedio,
      low: row.precio_minimo,
      high: row.precio_maximo,
      averageAmount: row.monto_promedio,
      lowAmount: row.monto_minimo,
      highAmount: row.monto_maximo,
      lastAmount: row.monto_ultimo,
    }),
  ),
)

/** Returns one row per market, term and day: the last one in the reply. */
const removeDuplicates = (rows: readonly StatisticsRow[]): StatisticsRow[] => [
  ...new Map(rows.map((row) => [`${row.market} ${row.term} ${row.date}`, row])).values(),
]

/**
 * Decodes the rows and sorts them by market, spot first, then by term. Returns null without a list,
 * and when the list has only invalid rows.
 */
function decodeStatistics(body: unknown): readonly StatisticsRow[] | null {
  const list = findList(body)
  if (!list) return null
  const rows = parseItems(statisticsRow, list)
  return list.length > 0 && rows.length === 0 ? null : removeDuplicates(rows).sort(compareRows)
}

interface ChartCall {
  readonly path: string
  /** Additional fields of this view's request. */
  readonly fields: (query: ChartQuery) => Readonly<Record<string, number>>
  readonly decode: DayDecoder<PeriodChart>
}

/** The points of a chart with lines. */
interface Lines {
  readonly starts: Float64Array
  /** Returns the values of a dataset; NaN for a missing value. */
  readonly readColumn: (dataset: number) => Float64Array
}

/** Creates a decoder of lines. A point requires a number in at least one dataset. */
const createLinesDecoder =
  (toChart: (lines: Lines) => PeriodChart): DayDecoder<PeriodChart> =>
  (body, requestedDay) => {
    const chart = findChart(body)
    if (!chart) return null
    const tradingDay = chart.tradingDay ?? requestedDay
    const values = chart.datasets.map(parseNumbers)
    const starts = chart.labels.map((label) => parseStart(label, tradingDay))
    const points = findPoints(starts, (index) => values.some((data) => typeof data[index] === 'number'))
    if (!points) return null
    const readColumn = (dataset: number) => toColumn(points, (index) => values[dataset]?.[index])
    return { tradingDay, value: toChart({ starts: toTimes(points), readColumn }) }
  }

/** Decodes the candles of the first dataset. A candle requires four prices. */
const decodeCandles: DayDecoder<PeriodChart> = (body, requestedDay) => {
  const chart = findChart(body)
  if (!chart) return null
  const tradingDay = chart.tradingDay ?? requestedDay
  const candles = parseCandles(chart.datasets[0])
  const starts = chart.labels.map((label) => parseStart(label, tradingDay))
  const points = findPoints(starts, (index) => candles[index] != null)
  if (!points) return null
  const readColumn = (price: 'o' | 'h' | 'l' | 'c') => toColumn(points, (index) => candles[index]?.[price])
  return {
    tradingDay,
    value: {
      view: 'candles',
      starts: toTimes(points),
      open: readColumn('o'),
      high: readColumn('h'),
      low: readColumn('l'),
      close: readColumn('c'),
    },
  }
}

const noFields = () => ({})

/** The request and the decoder of each chart view (§7.1). */
const CHART_CALLS: Readonly<Record<ChartView, ChartCall>> = {
  prices: {
    path: MARKET_PATHS.priceChart,
    fields: noFields,
    decode: createLinesDecoder(({ starts, readColumn }) => ({
      view: 'prices',
      starts,
      closes: readColumn(0),
      amounts: readColumn(1),
    })),
  },
  averages: {
    path: MARKET_PATHS.averageChart,
    fields: noFields,
    decode: createLinesDecoder(({ starts, readColumn }) => ({
      view: 'averages',
      starts,
      closes: readColumn(0),
      short: readColumn(1),
      long: readColumn(2),
    })),
  },
  bollinger: {
    path: MARKET_PATHS.bollingerChart,
    fields: () => ({ sma: BOLLINGER_WINDOW, desv: BOLLINGER_DEVIATIONS }),
    decode: createLinesDecoder(({ starts, readColumn }) => ({
      view: 'bollinger',
      starts,
      closes: readColumn(0),
      upper: readColumn(1),
      middle: readColumn(2),
      lower: readColumn(3),
    })),
  },
  candles: {
    path: MARKET_PATHS.candleChart,
    fields: ({ narrow }) => ({ bandera: narrow ? 1 : 0 }),
    decode: decodeCandles,
  },
}

/** The body of a chart request (§7.1). */
const toChartBody = (query: ChartQuery) => ({
  mercado: MARKET_IDS[query.market],
  moneda: CURRENCY_PAIR,
  periodo: query.period,
  ...(query.interval && { intervalo: toIntervalWord(query.interval) }),
  ...(query.before && { antes: query.before }),
  ...CHART_CALLS[query.view].fields(query),
})

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

/** The read of a day by a visitor; null for a longer delay than that of visitors. */
const toDayRead = (path: string, { date, market, delay }: MarketQuery): VisitorRead | null =>
  delay > VISITOR_DELAY_MINUTES ? null : { path, fields: { fecha: date, mercado: MARKET_IDS[market] } }

/**
 * Reads the dollar figures of {market-api} (§7.1), a visitor those of {public-api}. The delay
 * selects the path of the intraday series.
 */
export function createMarketApi(deps: MarketReadsDeps): MarketGateway {
  const reads = createMarketReads(deps)
  const loadFigures =
    <T>(path: string, decode: DayDecoder<T>) =>
    (query: MarketQuery, signal?: AbortSignal) =>
      reads.json({ path, body: toFiguresBody(query), signal }, toDayRead(path, query), (body) =>
        decode(body, query.date),
      )

  return {
    closeAndAverage: loadFigures(MARKET_PATHS.closeAndAverage, decodeCloseAndAverage),
    prices: loadFigures(MARKET_PATHS.prices, decodePrices),
    amounts: loadFigures(MARKET_PATHS.amounts, decodeAmounts),

    intraday: (query, signal) => {
      const path = query.delay === 0 ? MARKET_PATHS.intradayLive : MARKET_PATHS.intraday
      const call = { path, body: toIntradayBody(query), signal }
      return reads.json(call, toDayRead(MARKET_PATHS.intraday, query), (body) => decodeIntraday(body, query.date))
    },

    periodChart: (query, signal) => {
      const { path, decode } = CHART_CALLS[query.view]
      return reads.json({ path, body: toChartBody(query), signal }, null, (body) => decode(body, query.date))
    },

    trmNow: (delay, signal) =>
      reads.json(
        { path: `${MARKET_PATHS.trmNow}?delay=${delay}`, signal },
        delay > VISITOR_DELAY_MINUTES ? null : { path: MARKET_PATHS.trmNow },
        decodeTrmNow,
      ),

    trmHistory: ({ from, until }, signal) =>
      reads.json(
        { path: `${MARKET_PATHS.trmHistory}?desde=${from}&hasta=${until}`, signal },
        { path: MARKET_PATHS.trmHistory, fields: { desde: from, hasta: until } },
        decodeTrmHistory,
      ),

    days: ({ from, until }, signal) =>
      reads.json(
        { path: `${MARKET_PATHS.days}?desde=${from}&hasta=${until}`, signal },
        { path: MARKET_PATHS.days, fields: { desde: from, hasta: until } },
        decodeDays,
      ),

    statistics: (sector, signal) => {
      const path = MARKET_PATHS.statistics
      const fields = { moneda: CURRENCY_PAIR, sector }
      return reads.json({ path, body: fields, signal }, { path, fields }, decodeStatistics)
    },
  }
}
