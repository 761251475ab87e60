import { effectiveDay } from '#server/market/statistics-answers.ts'
import type { CandlesReply, IntradayReply, PeriodReply } from '#src/adapters/http/contract/charts.ts'
import type { Candle } from '#src/domain/charting/candles.ts'
import { AVERAGE_WINDOWS, bollinger, type Indicator, sma } from '#src/domain/charting/indicators.ts'
import { type Interval, intervalLabel } from '#src/domain/charting/intervals.ts'
import type { IntradaySeries } from '#src/domain/charting/series.ts'
import { type BogotaDate, dateOf, timeOf } from '#src/domain/time/bogota.ts'
import { toCentavo } from '#src/domain/trading/rounding.ts'

/** The day a chart was asked for and the session it shows. */
export interface ChartDay {
  readonly asked: BogotaDate
  readonly session: BogotaDate
}

const AMOUNTS = 'Montos (Miles USD)'

const price = (data: (number | null)[]) => ({ label: 'Precio', data })

/** A session's deals, one point each, amounts in thousands of US$ (D47). */
export const intradayReply = (
  { times, prices, amounts, sequence }: IntradaySeries,
  { asked, session }: ChartDay,
): IntradayReply => ({
  result: {
    labels: Array.from(times, timeOf),
    datasets: [
      { label: 'Precios de cierre', data: [...prices] },
      { label: AMOUNTS, data: [...amounts] },
    ],
    ...(sequence === null ? {} : { secuencia: sequence }),
    ...effectiveDay(asked, session),
  },
})

const chart = (
  labels: string[],
  datasets: { label: string; data: (number | null)[] }[],
  day: ChartDay,
): PeriodReply => ({
  data: { labels, datasets, ...effectiveDay(day.asked, day.session) },
})

/** Every deal of a session, labels with date and seconds (D50). */
export const dealsReply = ({ times, prices, amounts }: IntradaySeries, day: ChartDay): PeriodReply =>
  chart(
    Array.from(times, (time) => `${dateOf(time)} ${timeOf(time)}`),
    [price([...prices]), { label: AMOUNTS, data: [...amounts] }],
    day,
  )

/** Candles as the period charts take them. */
export interface PeriodCandles {
  readonly candles: readonly Candle[]
  readonly interval: Interval
  readonly day: ChartDay
}

const labelsOf = ({ candles, interval }: PeriodCandles) => candles.map(({ start }) => intervalLabel(interval, start))
const closesOf = ({ candles }: PeriodCandles) => candles.map(({ close }) => close)
const rounded = (indicator: Indicator) => indicator.map((value) => value && toCentavo(value))

/** Closes and the amount of each interval. */
export const closesReply = (period: PeriodCandles): PeriodReply =>
  chart(
    labelsOf(period),
    [price(closesOf(period)), { label: AMOUNTS, data: period.candles.map(({ amount }) => amount) }],
    period.day,
  )

/** Closes and their moving averages (§9). */
export function averagesReply(period: PeriodCandles): PeriodReply {
  const closes = closesOf(period)
  const averages = AVERAGE_WINDOWS.map((window) => ({
    label: `Promedio ${window}`,
    data: rounded(sma(closes, window)),
  }))
  return chart(labelsOf(period), [price(closes), ...averages], period.day)
}

/** Closes, upper, middle and lower band. */
export function bollingerReply(
  period: PeriodCandles,
  { points, deviations }: { readonly points: number; readonly deviations: number },
): PeriodReply {
  const closes = closesOf(period)
  const { upper, middle, lower } = bollinger(closes, points, deviations)
  const bands = [
    { label: 'Superior', data: rounded(upper) },
    { label: 'Media', data: rounded(middle) },
    { label: 'Inferior', data: rounded(lower) },
  ]
  return chart(labelsOf(period), [price(closes), ...bands], period.day)
}

export const candlesReply = (period: PeriodCandles): CandlesReply => ({
  data: {
    labels: labelsOf(period),
    datasets: [
      {
        label: 'Velas',
        data: period.candles.map(({ open, high, low, close }) => ({ o: open, h: high, l: low, c: close })),
      },
    ],
    ...effectiveDay(period.day.asked, period.day.session),
  },
})
