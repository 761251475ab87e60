import { findPointInterval, type IntervalName, longestPeriodOf, type Period } from '#src/domain/charting/intervals.ts'
import type { PeriodChart } from '#src/domain/charting/period-chart.ts'
import { addDays, type BogotaDate, type Instant, toDate } from '#src/domain/time/bogota.ts'

/** The chart that has the points before another one, in the same interval (D126). */
export interface EarlierQuery {
  readonly period: Period
  readonly interval: IntervalName
  /** The period ends on the last trading day before this day. */
  readonly before: BogotaDate
}

const DAYS_OF_WEEK = 7

/**
 * Returns the request of the points before `first`: those of the longest period that has the interval. Null for a day in
 * its own interval: that chart starts with the opening of the market. The first week of a period may lack
 * its first days, so the request includes it.
 */
export function toEarlierQuery(
  chart: { readonly period: Period; readonly narrow: boolean; readonly interval: IntervalName | null },
  first: Instant,
): EarlierQuery | null {
  const interval = findPointInterval(chart.period, chart.narrow, chart.interval)
  if (interval === null) return null
  const date = toDate(first)
  const before = interval === 'week' ? addDays(date, DAYS_OF_WEEK) : date
  return { period: longestPeriodOf(interval), interval, before }
}

/** The columns of a chart by name. */
const toColumns = (chart: PeriodChart) =>
  Object.entries(chart).filter((entry): entry is [string, Float64Array] => entry[1] instanceof Float64Array)

/** The number of points before an instant. */
const countBefore = (starts: Float64Array, instant: Instant): number => {
  const index = starts.findIndex((start) => start >= instant)
  return index < 0 ? starts.length : index
}

/** Whether a chart has points before the first one of another chart. */
export const hasPointsBefore = (chart: PeriodChart, first: Instant): boolean => (chart.starts[0] ?? first) < first

/**
 * Returns the chart with the earlier points before its own, both of one view. Of a point that both have, the
 * chart's first one, that of the earlier points is taken: the period may have cut it.
 */
export function prependPoints(earlier: PeriodChart, chart: PeriodChart): PeriodChart {
  const [first] = chart.starts
  if (first === undefined || earlier.view !== chart.view) return chart
  const added = countBefore(earlier.starts, first)
  // A later price belongs to a chart with one point, which is running.
  const isShared = earlier.starts[added] === first && chart.starts.length > 1
  const replaced = isShared ? 1 : 0
  const addedColumns = new Map(toColumns(earlier))
  const columns = toColumns(chart).map(([name, column]) => {
    const joined = new Float64Array(column.length + added)
    joined.set(column, added)
    joined.set((addedColumns.get(name) ?? new Float64Array(0)).subarray(0, added + replaced))
    return [name, joined]
  })
  // Both have the columns of the same view.
  return { ...chart, ...Object.fromEntries(columns) } as PeriodChart
}
