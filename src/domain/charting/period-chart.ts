import type { Candle } from '#src/domain/charting/candles.ts'
import type { ChartView } from '#src/domain/charting/chart-view.ts'
import { AVERAGE_WINDOWS, bollinger, type Indicator, sma } from '#src/domain/charting/indicators.ts'

/**
 * What every chart over a period has: the first instant of each interval, rising (on prices of 1d each deal's own, never
 * falling). All columns of a chart are as long as `starts`; prices in pesos, NaN where there is none yet or none came.
 */
interface Starts {
  readonly starts: Float64Array
}

/** Interval closes, or on 1d each deal (D50); amounts in thousands of US$ (D47). */
export interface PriceHistory extends Starts {
  readonly view: 'prices'
  readonly closes: Float64Array
  readonly amounts: Float64Array
}

/** Interval closes and their moving averages of 8 and of 13 (§9). */
export interface AverageHistory extends Starts {
  readonly view: 'averages'
  readonly closes: Float64Array
  readonly short: Float64Array
  readonly long: Float64Array
}

/** Interval closes, their average of 20 and two deviations above and below it (§9). */
export interface BollingerHistory extends Starts {
  readonly view: 'bollinger'
  readonly closes: Float64Array
  readonly upper: Float64Array
  readonly middle: Float64Array
  readonly lower: Float64Array
}

/** What happened within each interval. */
export interface CandleHistory extends Starts {
  readonly view: 'candles'
  readonly open: Float64Array
  readonly high: Float64Array
  readonly low: Float64Array
  readonly close: Float64Array
}

/** A chart over a period; `view` tells which. */
export type PeriodChart = PriceHistory | AverageHistory | BollingerHistory | CandleHistory

const columnOf = (indicator: Indicator) => Float64Array.from(indicator, (value) => value ?? Number.NaN)

const fieldsOf = <K extends keyof Candle>(candles: readonly Candle[], field: K) =>
  Float64Array.from(candles, (candle) => candle[field])

type Making = (candles: readonly Candle[]) => PeriodChart

const MAKING: Readonly<Record<ChartView, Making>> = {
  prices: (candles) => ({
    view: 'prices',
    starts: fieldsOf(candles, 'start'),
    closes: fieldsOf(candles, 'close'),
    amounts: fieldsOf(candles, 'amount'),
  }),
  averages: (candles) => {
    const closes = fieldsOf(candles, 'close')
    const [short, long] = AVERAGE_WINDOWS
    return {
      view: 'averages',
      starts: fieldsOf(candles, 'start'),
      closes,
      short: columnOf(sma(closes, short)),
      long: columnOf(sma(closes, long)),
    }
  },
  bollinger: (candles) => {
    const closes = fieldsOf(candles, 'close')
    const { upper, middle, lower } = bollinger(closes)
    return {
      view: 'bollinger',
      starts: fieldsOf(candles, 'start'),
      closes,
      upper: columnOf(upper),
      middle: columnOf(middle),
      lower: columnOf(lower),
    }
  },
  candles: (candles) => ({
    view: 'candles',
    starts: fieldsOf(candles, 'start'),
    open: fieldsOf(candles, 'open'),
    high: fieldsOf(candles, 'high'),
    low: fieldsOf(candles, 'low'),
    close: fieldsOf(candles, 'close'),
  }),
}

/** A view's chart of a period's candles, ascending (D50); prices of 1d are the deals themselves and come from elsewhere. */
export const periodChartOf = (view: ChartView, candles: readonly Candle[]): PeriodChart => MAKING[view](candles)
