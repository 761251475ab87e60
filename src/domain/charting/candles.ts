import { type Interval, intervalStart } from '#src/domain/charting/intervals.ts'
import { type Instant, toInstant } from '#src/domain/time/bogota.ts'
import type { DaySummary } from '#src/domain/trading/day-summary.ts'
import { CHART_AMOUNT_USD } from '#src/domain/trading/series.ts'
import type { DealColumns } from '#src/domain/trading/tape.ts'

/**
 * The prices and the amount of one interval: pesos and thousands of US$ (D47). `start` is the start
 * of the interval, not the time of its first deal: midnight for a day, Monday's midnight for a
 * week, even if Monday was a holiday.
 */
export interface Candle {
  readonly start: Instant
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly amount: number
}

/**
 * Candles of the first `count` deals, in order of time. Intervals without deals are omitted (D50).
 */
export function toDealCandles(
  { times, prices, amounts }: DealColumns,
  interval: Interval,
  count: number = times.length,
): readonly Candle[] {
  const candles: Candle[] = []
  prices.subarray(0, count).forEach((price, row) => {
    const start = intervalStart(interval, times[row] ?? Number.NaN)
    addCandle(candles, { start, open: price, high: price, low: price, close: price, amount: amounts[row] ?? 0 })
  })
  return candles.map(toChartUnits)
}

/**
 * Candles of days or weeks from day summaries, ascending by date. A day without counted deals is
 * omitted.
 */
export function toDayCandles(
  days: readonly Pick<DaySummary, 'date' | 'figures'>[],
  interval: Interval,
): readonly Candle[] {
  const candles: Candle[] = []
  for (const { date, figures } of days) {
    if (figures === null) continue
    const { open, high, low, last, sum } = figures
    addCandle(candles, {
      start: intervalStart(interval, toInstant(date, '00:00')),
      open,
      high,
      low,
      close: last,
      amount: sum,
    })
  }
  return candles.map(toChartUnits)
}

/** Divides the amount by 1,000 at the end: sums of whole US$ are exact. */
const toChartUnits = (candle: Candle): Candle => ({ ...candle, amount: candle.amount / CHART_AMOUNT_USD })

function addCandle(candles: Candle[], next: Candle) {
  const last = candles.at(-1)
  if (last?.start !== next.start) candles.push(next)
  else candles[candles.length - 1] = mergeCandles(last, next)
}

/** Merges two candles: first open, highest high, lowest low, last close, summed amount. */
const mergeCandles = (earlier: Candle, later: Candle): Candle => ({
  start: earlier.start,
  open: earlier.open,
  high: Math.max(earlier.high, later.high),
  low: Math.min(earlier.low, later.low),
  close: later.close,
  amount: earlier.amount + later.amount,
})
