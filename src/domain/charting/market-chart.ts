import { type Candle, toDayCandles, toDealCandles } from '#src/domain/charting/candles.ts'
import type { ChartView } from '#src/domain/charting/chart-view.ts'
import {
  findChosenInterval,
  type Interval,
  type IntervalName,
  isInPeriod,
  type Period,
  toInterval,
} from '#src/domain/charting/intervals.ts'
import {
  type BandOptions,
  type PeriodCandles,
  type PeriodChart,
  toPeriodChart,
  warmUpLength,
} from '#src/domain/charting/period-chart.ts'
import type { Instant } from '#src/domain/time/bogota.ts'
import {
  type DaySummary,
  type MarketDaySource,
  summariesBefore,
  summarizeDay,
} from '#src/domain/trading/day-summary.ts'
import { createMarketDayReader, type DayView } from '#src/domain/trading/market-day.ts'

/** A chart of the period that ends on the trading day `date`, with the deals up to `until`. */
export interface ChartRequest extends DayView {
  readonly view: ChartView
  readonly period: Period
  /** Whether the chart has wider intervals, for a narrow page (`bandera` 1, D50). */
  readonly narrow: boolean
  /** The interval that the user chose; absent or null: that of the period. */
  readonly interval?: IntervalName | null
  /** 20 closes and 2 deviations when absent (§9). */
  readonly bands?: BandOptions
}

/** A request for the candles of a chart. They are the same for all views and bands. */
type CandlesRequest = Omit<ChartRequest, 'view' | 'bands'>

/** Reads the candles of a period, and up to `warmUp` closes of earlier intervals. */
export type ReadPeriodCandles = (request: CandlesRequest, warmUp: number) => PeriodCandles

/** Whether a chart has a point per deal: the prices of 1d without a chosen interval. */
export const hasPointPerDeal = ({
  view,
  period,
  interval = null,
}: Pick<ChartRequest, 'view' | 'period' | 'interval'>) =>
  view === 'prices' && period === '1d' && findChosenInterval(period, interval) === null

/**
 * Reads the chart of a period (D50). The prices of 1d have a point per deal, other charts a point
 * per interval. Averages and bands include the closes before the period, if the source has them.
 */
export function readPeriodChart(
  source: MarketDaySource,
  request: ChartRequest,
  readCandles: ReadPeriodCandles = (candlesRequest, warmUp) => readPeriodCandles(source, candlesRequest, warmUp),
): PeriodChart {
  const { view, bands } = request
  if (hasPointPerDeal(request)) {
    const { times, prices, amounts } = createMarketDayReader(source).intraday(request)
    return { view: 'prices', starts: times, closes: prices, amounts }
  }
  return toPeriodChart(view, readCandles(request, warmUpLength(view, bands)), bands)
}

/** Reads the candles of a period, and up to `warmUp` closes of earlier intervals. */
export function readPeriodCandles(source: MarketDaySource, request: CandlesRequest, warmUp: number): PeriodCandles {
  const interval = toInterval(request.period, request.narrow, request.interval)
  const days = findPeriodDays(source, request)
  const candles =
    interval.kind === 'minutes'
      ? days.flatMap((day) => readDayCandles(source, request, day, interval) ?? [])
      : toDayCandles(days, interval)
  const [firstDay] = days
  const [firstCandle] = candles
  if (warmUp === 0 || !firstDay || !firstCandle) return { candles, earlierCloses: [] }
  const earlierDays = summariesBefore(source, request.market, firstDay.date)
  const readEarlier = (day: DaySummary) => readDayCandles(source, request, day, interval)
  return {
    candles,
    earlierCloses: collectCloses(earlierDays, readEarlier, { before: firstCandle.start, count: warmUp }),
  }
}

/**
 * The days of a period with counted deals, ascending; on 1d the day itself, even before its first
 * deal (D50).
 */
function findPeriodDays(source: MarketDaySource, request: CandlesRequest): readonly DaySummary[] {
  const { market, date, period } = request
  const first = source.firstDay(market)
  if (first !== null && date < first) return []
  const lastDay = readSummary(source, request)
  if (period === '1d') return [lastDay]
  const days = lastDay.figures === null ? [] : [lastDay]
  for (const day of summariesBefore(source, market, date)) {
    if (day.figures === null) continue
    const position = days.length
    if (!isInPeriod(period, { date: day.date, position }, days[0]?.date ?? day.date)) break
    days.push(day)
  }
  return days.reverse()
}

/** The summary of the visible deals of a chart's last day. */
function readSummary(source: MarketDaySource, { market, date, until }: DayView): DaySummary {
  const day = source.tradingDay(market, date)
  return day ? summarizeDay(day, until) : (source.summary(market, date) ?? { market, date, figures: null, trm: null })
}

/**
 * The visible candles of one day. Null if intervals of minutes require deals that the source does
 * not have.
 */
function readDayCandles(source: MarketDaySource, { market, until }: DayView, day: DaySummary, interval: Interval) {
  if (interval.kind !== 'minutes') return toDayCandles([day], interval)
  const deals = source.tradingDay(market, day.date)?.counted
  return deals ? toDealCandles(deals, interval, deals.countAt(until)) : null
}

/**
 * Returns the last `count` closes of the intervals that start before an instant, ascending. `days`
 * are descending.
 */
function collectCloses(
  days: Iterable<DaySummary>,
  readCandles: (day: DaySummary) => readonly Candle[] | null,
  { before, count }: { readonly before: Instant; readonly count: number },
): readonly number[] {
  const closes: number[] = []
  let earliest = before
  for (const day of days) {
    const candles = readCandles(day)
    if (candles === null || closes.length >= count) break
    for (const { start, close } of [...candles].reverse()) {
      // The days are descending: the first close of a week is that of its last day.
      if (start < earliest) closes.push(close)
      earliest = Math.min(earliest, start)
    }
  }
  return closes.slice(0, count).reverse()
}
