import type { Candle } from '#src/domain/charting/candles.ts'
import type { ChartView } from '#src/domain/charting/chart-view.ts'
import {
  AVERAGE_WINDOWS,
  BOLLINGER_DEVIATIONS,
  BOLLINGER_WINDOW,
  bollinger,
  type Indicator,
  sma,
} from '#src/domain/charting/indicators.ts'

/**
 * The first instant of each interval, ascending; for prices of 1d the time of each deal. All
 * columns of a chart have the length of `starts`. Prices are in pesos; NaN is a missing value.
 */
interface Starts {
  readonly starts: Float64Array
}

/** Interval closes, or the price of each deal on 1d (D50); amounts in thousands of US$ (D47). */
export interface PriceHistory extends Starts {
  readonly view: 'prices'
  readonly closes: Float64Array
  readonly amounts: Float64Array
}

/** Interval closes, and their moving averages over 8 and 13 closes (§9). */
export interface AverageHistory extends Starts {
  readonly view: 'averages'
  readonly closes: Float64Array
  readonly short: Float64Array
  readonly long: Float64Array
}

/**
 * Interval closes, their moving average, and the bands above and below the average. By default the
 * average has 20 closes, and the bands are two deviations from it (§9).
 */
export interface BollingerHistory extends Starts {
  readonly view: 'bollinger'
  readonly closes: Float64Array
  readonly upper: Float64Array
  readonly middle: Float64Array
  readonly lower: Float64Array
}

/** Opening, highest, lowest and closing price of each interval. */
export interface CandleHistory extends Starts {
  readonly view: 'candles'
  readonly open: Float64Array
  readonly high: Float64Array
  readonly low: Float64Array
  readonly close: Float64Array
}

/** A chart over a period, by its view. */
export type PeriodChart = PriceHistory | AverageHistory | BollingerHistory | CandleHistory

/**
 * The candles of a period, ascending, and the last closes before the period, with which averages
 * and bands start (D50).
 */
export interface PeriodCandles {
  readonly candles: readonly Candle[]
  readonly earlierCloses: readonly number[]
}

/** The window and the width of Bollinger bands: closes, and standard deviations. */
export interface BandOptions {
  readonly points: number
  readonly deviations: number
}

export const DEFAULT_BANDS: BandOptions = { points: BOLLINGER_WINDOW, deviations: BOLLINGER_DEVIATIONS }

/**
 * The number of closes before a period that a view requires for a value in the period's first
 * interval.
 */
export function warmUpLength(view: ChartView, bands: BandOptions = DEFAULT_BANDS): number {
  if (view === 'averages') return Math.max(...AVERAGE_WINDOWS) - 1
  return view === 'bollinger' ? bands.points - 1 : 0
}

/**
 * Creates the chart of a view from a period's candles. Averages and bands are NaN without enough
 * earlier closes (D50).
 */
export const toPeriodChart = (
  view: ChartView,
  candles: PeriodCandles,
  bands: BandOptions = DEFAULT_BANDS,
): PeriodChart => BUILDERS[view](candles, bands)

type Build = (period: PeriodCandles, bands: BandOptions) => PeriodChart

const BUILDERS: Readonly<Record<ChartView, Build>> = {
  prices: ({ candles }) => ({
    view: 'prices',
    starts: toColumn(candles, 'start'),
    closes: toColumn(candles, 'close'),
    amounts: toColumn(candles, 'amount'),
  }),
  averages: ({ candles, earlierCloses }) => {
    const closes = toColumn(candles, 'close')
    const allCloses = [...earlierCloses, ...closes]
    const toAverage = (window: number) => toLine(sma(allCloses, window), earlierCloses.length)
    const [short, long] = AVERAGE_WINDOWS
    return {
      view: 'averages',
      starts: toColumn(candles, 'start'),
      closes,
      short: toAverage(short),
      long: toAverage(long),
    }
  },
  bollinger: ({ candles, earlierCloses }, { points, deviations }) => {
    const closes = toColumn(candles, 'close')
    const { upper, middle, lower } = bollinger([...earlierCloses, ...closes], points, deviations)
    const toBand = (band: Indicator) => toLine(band, earlierCloses.length)
    return {
      view: 'bollinger',
      starts: toColumn(candles, 'start'),
      closes,
      upper: toBand(upper),
      middle: toBand(middle),
      lower: toBand(lower),
    }
  },
  candles: ({ candles }) => ({
    view: 'candles',
    starts: toColumn(candles, 'start'),
    open: toColumn(candles, 'open'),
    high: toColumn(candles, 'high'),
    low: toColumn(candles, 'low'),
    close: toColumn(candles, 'close'),
  }),
}

const toColumn = (candles: readonly Candle[], field: keyof Candle) =>
  Float64Array.from(candles, (candle) => candle[field])

/** Returns an indicator as a column, without its first `earlier` values. */
const toLine = (indicator: Indicator, earlier: number) =>
  Float64Array.from(indicator.slice(earlier), (value) => value ?? Number.NaN)
