import { MARKET_PATHS } from '#src/adapters/http/contract/paths.ts'
import {
  findChart,
  findPoints,
  parseCandles,
  parseNumbers,
  parseStart,
  toColumn,
  toTimes,
} from '#src/adapters/http/decode/chart.ts'
import type { DayDecoder } from '#src/adapters/http/decode/day-figures.ts'
import type { ChartQuery } from '#src/application/market/market-gateway.ts'
import type { ChartView } from '#src/domain/charting/chart-view.ts'
import { BOLLINGER_DEVIATIONS, BOLLINGER_WINDOW } from '#src/domain/charting/indicators.ts'
import type { PeriodChart } from '#src/domain/charting/period-chart.ts'
import { CURRENCY_PAIR, MARKET_IDS } from '#src/domain/trading/market.ts'

/** The request and the decoder of one chart view. */
interface ChartCall {
  readonly path: string
  /** Fields of the request that only this view sends. */
  readonly fields: (query: ChartQuery) => Readonly<Record<string, number>>
  readonly decode: DayDecoder<PeriodChart>
}

interface Lines {
  readonly starts: Float64Array
  /** The values of a dataset; NaN where one is missing. */
  readonly column: (dataset: number) => Float64Array
}

/** Creates a decoder of lines; a point requires a number in at least one dataset. */
const createLinesDecoder =
  (toChart: (lines: Lines) => PeriodChart): DayDecoder<PeriodChart> =>
  (body, requested) => {
    const chart = findChart(body)
    if (!chart) return null
    const tradingDay = chart.tradingDay ?? requested
    const values = chart.datasets.map(parseNumbers)
    const starts = chart.labels.map((label) => parseStart(label, tradingDay))
    const points = findPoints(starts, (index) => values.some((data) => typeof data[index] === 'number'))
    if (!points) return null
    const column = (dataset: number) => toColumn(points, (index) => values[dataset]?.[index])
    return { tradingDay, value: toChart({ starts: toTimes(points), column }) }
  }

/** Decodes the candles of the first dataset; a candle requires its four prices. */
const decodeCandles: DayDecoder<PeriodChart> = (body, requested) => {
  const chart = findChart(body)
  if (!chart) return null
  const tradingDay = chart.tradingDay ?? requested
  const candles = parseCandles(chart.datasets[0])
  const starts = chart.labels.map((label) => parseStart(label, tradingDay))
  const points = findPoints(starts, (index) => candles[index] != null)
  if (!points) return null
  const column = (price: 'o' | 'h' | 'l' | 'c') => toColumn(points, (index) => candles[index]?.[price])
  return {
    tradingDay,
    value: {
      view: 'candles',
      starts: toTimes(points),
      open: column('o'),
      high: column('h'),
      low: column('l'),
      close: column('c'),
    },
  }
}

const noFields = () => ({})

/** The request of each chart view (§7.1). */
export const CHART_CALLS: Readonly<Record<ChartView, ChartCall>> = {
  prices: {
    path: MARKET_PATHS.priceChart,
    fields: noFields,
    decode: createLinesDecoder(({ starts, column }) => ({
      view: 'prices',
      starts,
      closes: column(0),
      amounts: column(1),
    })),
  },
  averages: {
    path: MARKET_PATHS.averageChart,
    fields: noFields,
    decode: createLinesDecoder(({ starts, column }) => ({
      view: 'averages',
      starts,
      closes: column(0),
      short: column(1),
      long: column(2),
    })),
  },
  bollinger: {
    path: MARKET_PATHS.bollingerChart,
    fields: () => ({ sma: BOLLINGER_WINDOW, desv: BOLLINGER_DEVIATIONS }),
    decode: createLinesDecoder(({ starts, column }) => ({
      view: 'bollinger',
      starts,
      closes: column(0),
      upper: column(1),
      middle: column(2),
      lower: column(3),
    })),
  },
  candles: {
    path: MARKET_PATHS.candleChart,
    fields: ({ narrow }) => ({ bandera: narrow ? 1 : 0 }),
    decode: decodeCandles,
  },
}

/** The body of a chart request (§7.1). */
export const toChartBody = (query: ChartQuery) => ({
  mercado: MARKET_IDS[query.market],
  moneda: CURRENCY_PAIR,
  periodo: query.period,
  ...CHART_CALLS[query.view].fields(query),
})
