import { toEffectiveDayField } from '#server/market/statistics-replies.ts'
import type { CandlesReply, IntradayReply, PeriodReply } from '#src/adapters/http/contract/market/charts.ts'
import { AVERAGE_WINDOWS } from '#src/domain/charting/indicators.ts'
import { type Interval, intervalLabel } from '#src/domain/charting/intervals.ts'
import type {
  AverageHistory,
  BollingerHistory,
  CandleHistory,
  PeriodChart,
  PriceHistory,
} from '#src/domain/charting/period-chart.ts'
import { type BogotaDate, formatTime, toDate } from '#src/domain/time/bogota.ts'
import { roundToCentavo } from '#src/domain/trading/rounding.ts'
import type { IntradaySeries } from '#src/domain/trading/series.ts'

/** The requested date of a chart, and the date of the trading day in the reply (D2). */
export interface ChartDay {
  readonly requestedDate: BogotaDate
  readonly effectiveDate: BogotaDate
}

const AMOUNTS = 'Montos (Miles USD)'

/** The deals of a trading day, one point each, amounts in thousands of US$ (D47). */
export const toIntradayReply = (
  { times, prices, amounts, sequence }: IntradaySeries,
  { requestedDate, effectiveDate }: ChartDay,
): IntradayReply => ({
  result: {
    labels: Array.from(times, formatTime),
    datasets: [
      { label: 'Precios de cierre', data: [...prices] },
      { label: AMOUNTS, data: [...amounts] },
    ],
    ...(sequence === null ? {} : { secuencia: sequence }),
    ...toEffectiveDayField(requestedDate, effectiveDate),
  },
})

const toPeriodReply = (
  labels: string[],
  datasets: { label: string; data: (number | null)[] }[],
  day: ChartDay,
): PeriodReply => ({
  data: { labels, datasets, ...toEffectiveDayField(day.requestedDate, day.effectiveDate) },
})

const priceDataset = (column: Float64Array) => ({ label: 'Precio', data: [...column] })

/**
 * Creates the dataset of an average or a Bollinger band, in pesos rounded to the centavo. A value
 * is null where the market's history has too few closes (D50).
 */
const indicatorDataset = (label: string, column: Float64Array) => ({
  label,
  data: Array.from(column, (value) => (Number.isNaN(value) ? null : roundToCentavo(value))),
})

const priceDatasets = ({ closes, amounts }: PriceHistory) => [
  priceDataset(closes),
  { label: AMOUNTS, data: [...amounts] },
]

const averageDatasets = ({ closes, short, long }: AverageHistory) => [
  priceDataset(closes),
  indicatorDataset(`Promedio ${AVERAGE_WINDOWS[0]}`, short),
  indicatorDataset(`Promedio ${AVERAGE_WINDOWS[1]}`, long),
]

const bollingerDatasets = ({ closes, upper, middle, lower }: BollingerHistory) => [
  priceDataset(closes),
  indicatorDataset('Superior', upper),
  indicatorDataset('Media', middle),
  indicatorDataset('Inferior', lower),
]

/** The interval of the points of a chart; null when each point is a deal. */
export type PointInterval = Interval | null

/** Returns the labels of a chart (D50). Labels of deals have seconds. */
const toLabels = ({ starts }: PeriodChart, interval: PointInterval) =>
  Array.from(starts, (start) => (interval ? intervalLabel(interval, start) : `${toDate(start)} ${formatTime(start)}`))

/** The reply of a period chart; prices in pesos, amounts in thousands of US$ (D47). */
export function toPeriodChartReply(
  chart: PeriodChart,
  interval: PointInterval,
  day: ChartDay,
): PeriodReply | CandlesReply {
  const labels = toLabels(chart, interval)
  switch (chart.view) {
    case 'prices':
      return toPeriodReply(labels, priceDatasets(chart), day)
    case 'averages':
      return toPeriodReply(labels, averageDatasets(chart), day)
    case 'bollinger':
      return toPeriodReply(labels, bollingerDatasets(chart), day)
    case 'candles':
      return toCandlesReply(labels, chart, day)
  }
}

const toCandlesReply = (labels: string[], { open, high, low, close }: CandleHistory, day: ChartDay): CandlesReply => {
  const getValue = (column: Float64Array, row: number) => column[row] ?? Number.NaN
  const data = Array.from(open, (o, row) => ({
    o,
    h: getValue(high, row),
    l: getValue(low, row),
    c: getValue(close, row),
  }))
  return {
    data: {
      labels,
      datasets: [{ label: 'Velas', data }],
      ...toEffectiveDayField(day.requestedDate, day.effectiveDate),
    },
  }
}
