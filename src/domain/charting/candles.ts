import { type Interval, intervalStart } from '#src/domain/charting/intervals.ts'
import { CHART_AMOUNT_USD } from '#src/domain/charting/series.ts'
import { type Instant, instantOf } from '#src/domain/time/bogota.ts'
import type { DaySummary } from '#src/domain/trading/day-summary.ts'
import type { DealColumns } from '#src/domain/trading/tape.ts'

/**
 * What happened within one interval: prices in pesos, amount in thousands of US$ (D47). `start` is the first instant of the interval,
 * not of its first deal: midnight for a day, Monday's midnight for a week, even when Monday was a holiday.
 */
export interface Candle {
  readonly start: Instant
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly amount: number
}

/** Intervals with deals, the running one included; the others are left out (D50). Order of the deals is order of time. */
export function toDealCandles(
  { times, prices, amounts }: DealColumns,
  interval: Interval,
  count: number = times.length,
): readonly Candle[] {
  const candles: Candle[] = []
  prices.subarray(0, count).forEach((price, row) => {
    const start = intervalStart(interval, times[row] ?? Number.NaN)
    addTo(candles, { start, open: price, high: price, low: price, close: price, amount: amounts[row] ?? 0 })
  })
  return candles.map(inChartUnits)
}

/** The same of sessions, ascending by date, for intervals of a day or a week; a session in which nothing counted is left out. */
export function toDayCandles(sessions: readonly DaySummary[], interval: Interval): readonly Candle[] {
  const candles: Candle[] = []
  for (const { date, open, high, low, close, sum } of sessions) {
    if (open === null || high === null || low === null || close === null) continue
    addTo(candles, { start: intervalStart(interval, instantOf(date, '00:00')), open, high, low, close, amount: sum })
  }
  return candles.map(inChartUnits)
}

/** Amounts are added up as whole US$, where sums are exact, and only then become thousands. */
const inChartUnits = (candle: Candle): Candle => ({ ...candle, amount: candle.amount / CHART_AMOUNT_USD })

function addTo(candles: Candle[], next: Candle) {
  const last = candles.at(-1)
  if (last?.start !== next.start) candles.push(next)
  else candles[candles.length - 1] = joined(last, next)
}

/** First open, highest high, lowest low, last close, summed amount. */
const joined = (earlier: Candle, later: Candle): Candle => ({
  start: earlier.start,
  open: earlier.open,
  high: Math.max(earlier.high, later.high),
  low: Math.min(earlier.low, later.low),
  close: later.close,
  amount: earlier.amount + later.amount,
})
