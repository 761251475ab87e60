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

const closesOf = (chart: PeriodChart): Float64Array => (chart.view === 'candles' ? chart.close : chart.closes)

/**
 * Returns the chart of a period with the price of the last deal as its last close (D50), the same
 * object when nothing changes. A deal after the last interval opens the next one, whose amount is
 * unknown until the chart is loaded again; a deal before it changes nothing.
 */
export function withLiveClose(chart: PeriodChart, interval: Interval, { price, time }: LastDeal): PeriodChart {
  const { starts } = chart
  const start = intervalStart(interval, time)
  const last = readLast(starts)
  // An empty chart has no last interval: the comparison with NaN is false.
  if (!(start >= last)) return chart
  const opens = start > last
  if (!opens && readLast(closesOf(chart)) === price) return chart

  const size = starts.length + (opens ? 1 : 0)
  /** A copy of a column with another last value. */
  const end = (column: Float64Array, value: number): Float64Array => {
    const copy = new Float64Array(size)
    copy.set(column)
    copy[size - 1] = value
    return copy
  }
  /** The value of the last interval; NaN in one that the deal opens. */
  const loaded = (column: Float64Array) => (opens ? Number.NaN : readLast(column))
  const newStarts = end(starts, start)

  if (chart.view === 'candles') {
    const [open, high, low] = opens
      ? [price, price, price]
      : [readLast(chart.open), readLast(chart.high), readLast(chart.low)]
    return {
      view: chart.view,
      starts: newStarts,
      open: end(chart.open, open),
      high: end(chart.high, Math.max(high, price)),
      low: end(chart.low, Math.min(low, price)),
      close: end(chart.close, price),
    }
  }

  const closes = end(chart.closes, price)
  /** The last closes, or null when the period has too few: the closes before it are not loaded. */
  const findWindow = (length: number) => (closes.length < length ? null : closes.subarray(-length))
  const lastOf = (line: Indicator, column: Float64Array) => end(column, line.at(-1) ?? loaded(column))

  if (chart.view === 'averages') {
    const [short, long] = AVERAGE_WINDOWS
    const average = (column: Float64Array, length: number) => lastOf(sma(findWindow(length) ?? [], length), column)
    return {
      view: chart.view,
      starts: newStarts,
      closes,
      short: average(chart.short, short),
      long: average(chart.long, long),
    }
  }
  if (chart.view === 'bollinger') {
    const { points, deviations } = DEFAULT_BANDS
    const { upper, middle, lower } = bollinger(findWindow(points) ?? [], points, deviations)
    return {
      view: chart.view,
      starts: newStarts,
      closes,
      upper: lastOf(upper, chart.upper),
      middle: lastOf(middle, chart.middle),
      lower: lastOf(lower, chart.lower),
    }
  }
  return { view: chart.view, starts: newStarts, closes, amounts: end(chart.amounts, loaded(chart.amounts)) }
}
