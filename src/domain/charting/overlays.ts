import type { Interval } from '#src/domain/charting/intervals.ts'
import { type ChartRequest, hasPointPerDeal } from '#src/domain/charting/market-chart.ts'
import { createColumns } from '#src/domain/charting/study-lines.ts'
import { addDays, type BogotaDate, type Instant, MINUTE_MS, toDate } from '#src/domain/time/bogota.ts'
import { isTradingDay, previousTradingDay } from '#src/domain/trading/calendar.ts'
import type { DatedTrm } from '#src/domain/trading/certified-trms.ts'
import type { Market } from '#src/domain/trading/market.ts'

/** The lines that a user compares a chart with (D126). */
export interface Overlays {
  /** The TRM in force at each point. The deals of a day have it without a choice. */
  readonly trm: boolean
  /** The trading day before. */
  readonly previous: boolean
  /** The other market on the same day. */
  readonly other: boolean
  /** Another day. */
  readonly date: BogotaDate | null
}

export type OverlayKind = keyof Overlays

export const NO_OVERLAYS: Overlays = { trm: false, previous: false, other: false, date: null }

/**
 * The comparisons that a chart has. Another day is a line at the same time of the day, so that only the
 * charts of one day have it.
 */
export function listOverlayKinds(chart: Pick<ChartRequest, 'view' | 'period' | 'interval'>): readonly OverlayKind[] {
  if (hasPointPerDeal(chart)) return ['previous', 'other', 'date']
  return chart.period === '1d' ? ['trm', 'previous', 'other', 'date'] : ['trm', 'other']
}

/** Returns the comparisons without those that are not of these kinds. */
export const selectOverlays = (overlays: Overlays, kinds: readonly OverlayKind[]): Overlays => ({
  trm: overlays.trm && kinds.includes('trm'),
  previous: overlays.previous && kinds.includes('previous'),
  other: overlays.other && kinds.includes('other'),
  date: kinds.includes('date') ? overlays.date : null,
})

/** A chart of one day, and the first day of the history; null while that is unknown. */
export interface OtherDateChart {
  readonly market: Market
  readonly chartDay: BogotaDate
  readonly firstDay: BogotaDate | null
}

/** Why a chart of a day is not compared with another day; null if it is. */
export function findOtherDateProblem(
  date: BogotaDate,
  { market, chartDay, firstDay }: OtherDateChart,
): 'not-earlier' | 'before-history' | 'no-trading' | null {
  if (date >= chartDay) return 'not-earlier'
  if (firstDay !== null && date < firstDay) return 'before-history'
  return isTradingDay(market, date) ? null : 'no-trading'
}

/** The prices of another series of deals, in order of time. */
export interface OverlayPrices {
  readonly times: Float64Array
  readonly prices: Float64Array
}

/**
 * Creates a function that returns, for each instant of a chart, the last price of another series at
 * that time of its day: `shift` later than its own instants. NaN before its first deal. Both times
 * are ascending. Instants that continue the last ones cost only their own prices.
 */
export function createAlignment(
  { times, prices }: OverlayPrices,
  shift: number,
): (chartTimes: Float64Array) => Float64Array {
  const align = createColumns(1, () => {
    let next = 0
    return (instant, values) => {
      while (next < times.length && (times[next] ?? Number.NaN) + shift <= instant) next += 1
      values[0] = prices[next - 1] ?? Number.NaN
    }
  })
  return (chartTimes) => align(chartTimes)[0] ?? chartTimes
}

/** The last instant of each interval of minutes, whose price is its close. */
export const toClosingInstants = (starts: Float64Array, minutes: number): Float64Array =>
  starts.map((start) => start + minutes * MINUTE_MS - 1)

/** Closes of intervals, ascending. */
export interface OverlayCloses {
  readonly starts: Float64Array
  readonly closes: Float64Array
}

/**
 * Returns, for each start of a chart, the last close of another chart in the same interval up to that
 * point; NaN if the other one has none on that day. Both are ascending.
 */
export function alignCloses(starts: Float64Array, other: OverlayCloses): Float64Array {
  let next = 0
  return starts.map((start) => {
    while (next < other.starts.length && (other.starts[next] ?? Number.NaN) <= start) next += 1
    const last = other.starts[next - 1]
    return last !== undefined && toDate(last) === toDate(start) ? (other.closes[next - 1] ?? Number.NaN) : Number.NaN
  })
}

/** The market of a chart, and its last day. */
interface ChartEnd {
  readonly market: Market
  readonly lastDay: BogotaDate
}

const DAYS_OF_WEEK = 7

/** The day whose TRM a point has: of a week the market's last trading day, at most the chart's last day. */
function toTrmDay(start: Instant, { kind }: Interval, { market, lastDay }: ChartEnd): BogotaDate {
  const date = toDate(start)
  if (kind !== 'week') return date
  const lastOfWeek = previousTradingDay(market, addDays(date, DAYS_OF_WEEK))
  return lastOfWeek < lastDay ? lastOfWeek : lastDay
}

/**
 * Returns the TRM in force at each point of a chart with this end; NaN where none is known.
 * Starts and TRMs are ascending.
 */
export function alignTrms(
  starts: Float64Array,
  trms: readonly DatedTrm[],
  interval: Interval,
  end: ChartEnd,
): Float64Array {
  let index = 0
  return starts.map((start) => {
    const day = toTrmDay(start, interval, end)
    while (index < trms.length && (trms[index]?.until ?? day) < day) index += 1
    const trm = trms[index]
    return trm && trm.from <= day ? trm.value : Number.NaN
  })
}

/**
 * Returns, for each start of a chart, the amount of the same interval; NaN for an interval without one, such as
 * one that a live price has just added. Both are ascending.
 */
export function alignAmounts(
  starts: Float64Array,
  other: { readonly starts: Float64Array; readonly amounts: Float64Array },
): Float64Array {
  let next = 0
  return starts.map((start) => {
    while (next < other.starts.length && (other.starts[next] ?? Number.NaN) < start) next += 1
    return other.starts[next] === start ? (other.amounts[next] ?? Number.NaN) : Number.NaN
  })
}
