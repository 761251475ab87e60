import { MARKET_PATHS } from '#src/adapters/http/contract/paths.ts'
import {
  findChart,
  findPoints,
  parseCandles,
  parseNumbers,
  parseStart,
  toColumn,
  toTimes,
} from '#src/adapters/http/market/chart.ts'
import type { DayDecoder } from '#src/adapters/http/market/day-figures.ts'
import type { ChartQuery } from '#src/application/market/ports.ts'
import type { ChartView } from '#src/domain/charting/chart-view.ts'
import { BOLLINGER_DEVIATIONS, BOLLINGER_WINDOW } from '#src/domain/charting/indicators.ts'
import type { PeriodChart } from '#src/domain/charting/period-chart.ts'
import { CURRENCY_PAIR, MARKET_IDS } from '#src/domain/trading/market.ts'

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
export const CHART_CALLS: Readonly<Record<ChartView, ChartCall>> = {
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
export const toChartBody = (query: ChartQuery) => ({
  mercado: MARKET_IDS[query.market],
  moneda: CURRENCY_PAIR,
  periodo: query.period,
  ...CHART_CALLS[query.view].fields(query),
})
