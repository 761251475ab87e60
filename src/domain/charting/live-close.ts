import { AVERAGE_WINDOWS, bollinger, type Indicator, sma } from '#src/domain/charting/indicators.ts'
import { type Interval, intervalStart } from '#src/domain/charting/intervals.ts'
import { DEFAULT_BANDS, type PeriodChart } from '#src/domain/charting/period-chart.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** The last deal of the chart's market. */
export interface LastDeal {
  /** Pesos per dollar. */
  readonly price: number
  readonly time: Instant
}

const readLast = (column: Float64Array): number => column[column.length - 1] ?? Number.NaN

const getCloses = (chart: PeriodChart): Float64Array => (chart.view === 'candles' ? chart.close : chart.closes)

/**
 * Updates a chart's last interval with the price of the last deal (D50): close, low, high and
 * indicators. A deal of a later interval adds that interval, whose amount is NaN until the chart is
 * loaded again. Returns the same chart if it is empty, for an earlier interval, or if the close is
 * unchanged. Bands have the default options.
 */
export function withLiveClose(chart: PeriodChart, interval: Interval, { price, time }: LastDeal): PeriodChart {
  const { starts } = chart
  const start = intervalStart(interval, time)
  const last = readLast(starts)
  // An empty chart has no last interval: the comparison with NaN is false.
  if (!(start >= last)) return chart
  const isNewInterval = start > last
  if (!isNewInterval && readLast(getCloses(chart)) === price) return chart

  const size = starts.length + (isNewInterval ? 1 : 0)
  /** Copies a column. Appends `value` for a new interval, otherwise replaces the last value. */
  const withLastValue = (column: Float64Array, value: number): Float64Array => {
    const copy = new Float64Array(size)
    copy.set(column)
    copy[size - 1] = value
    return copy
  }
  /** The loaded value of the last interval. NaN when the deal adds an interval. */
  const readLoadedValue = (column: Float64Array) => (isNewInterval ? Number.NaN : readLast(column))
  const newStarts = withLastValue(starts, start)

  if (chart.view === 'candles') {
    const [open, high, low] = isNewInterval
      ? [price, price, price]
      : [readLast(chart.open), readLast(chart.high), readLast(chart.low)]
    return {
      view: chart.view,
      starts: newStarts,
      open: withLastValue(chart.open, open),
      high: withLastValue(chart.high, Math.max(high, price)),
      low: withLastValue(chart.low, Math.min(low, price)),
      close: withLastValue(chart.close, price),
    }
  }

  const closes = withLastValue(chart.closes, price)
  /** The last `length` closes. Null when the chart has fewer closes. */
  const findWindow = (length: number) => (closes.length < length ? null : closes.subarray(-length))
  const withLastIndicator = (line: Indicator, column: Float64Array) =>
    withLastValue(column, line.at(-1) ?? readLoadedValue(column))

  if (chart.view === 'averages') {
    const [short, long] = AVERAGE_WINDOWS
    const toAverage = (column: Float64Array, length: number) =>
      withLastIndicator(sma(findWindow(length) ?? [], length), column)
    return {
      view: chart.view,
      starts: newStarts,
      closes,
      short: toAverage(chart.short, short),
      long: toAverage(chart.long, long),
    }
  }
  if (chart.view === 'bollinger') {
    const { points, deviations } = DEFAULT_BANDS
    const { upper, middle, lower } = bollinger(findWindow(points) ?? [], points, deviations)
    return {
      view: chart.view,
      starts: newStarts,
      closes,
      upper: withLastIndicator(upper, chart.upper),
      middle: withLastIndicator(middle, chart.middle),
      lower: withLastIndicator(lower, chart.lower),
    }
  }
  return {
    view: chart.view,
    starts: newStarts,
    closes,
    amounts: withLastValue(chart.amounts, readLoadedValue(chart.amounts)),
  }
}
