import {
  addDays,
  type BogotaDate,
  formatTime,
  type Instant,
  MINUTE_MS,
  millisecondOfDay,
  toDate,
  toInstant,
  toWeekday,
} from '#src/domain/time/bogota.ts'

/** The periods of a chart (§9). */
export const PERIODS = ['1d', '5d', '1m', '6m', '1a'] as const
export type Period = (typeof PERIODS)[number]

/** The period of a call without one; the screens open at 1d (D19). */
export const DEFAULT_PERIOD: Period = '5d'

/**
 * The time that one point of a chart covers. Minutes divide an hour and count from Bogotá's
 * midnight; a week starts on Monday.
 */
export type Interval =
  | { readonly kind: 'minutes'; readonly minutes: number }
  | { readonly kind: 'day' }
  | { readonly kind: 'week' }

const DAY: Interval = { kind: 'day' }
const WEEK: Interval = { kind: 'week' }
const minutes = (count: number): Interval => ({ kind: 'minutes', minutes: count })

const INTERVALS: Readonly<Record<Period, { readonly normal: Interval; readonly narrow: Interval }>> = {
  '1d': { normal: minutes(5), narrow: minutes(15) },
  '5d': { normal: minutes(30), narrow: minutes(60) },
  '1m': { normal: DAY, narrow: WEEK },
  '6m': { normal: DAY, narrow: WEEK },
  '1a': { normal: DAY, narrow: WEEK },
}

/** How far back a period reaches: a number of trading days, or of calendar months. */
const EXTENTS: Readonly<Record<Period, { readonly days: number } | { readonly months: number }>> = {
  '1d': { days: 1 },
  '5d': { days: 5 },
  '1m': { months: 1 },
  '6m': { months: 6 },
  '1a': { months: 12 },
}

/** The interval of a period's points; a narrow screen (`bandera` 1) gets wider ones (D50). */
export const toInterval = (period: Period, narrow: boolean): Interval => INTERVALS[period][narrow ? 'narrow' : 'normal']

/** The first instant of the interval that an instant falls in. */
export function intervalStart(interval: Interval, instant: Instant): Instant {
  if (interval.kind === 'minutes') return instant - (millisecondOfDay(instant) % (interval.minutes * MINUTE_MS))
  if (interval.kind === 'day') return instant - millisecondOfDay(instant)
  const date = toDate(instant)
  return toInstant(addDays(date, -daysSinceMonday(date)), '00:00')
}

/**
 * The label of a point: the start of its interval, `YYYY-MM-DD HH:mm` below a day, else
 * `YYYY-MM-DD` (D50).
 */
export const intervalLabel = ({ kind }: Interval, start: Instant): string =>
  kind === 'minutes' ? `${toDate(start)} ${formatTime(start).slice(0, 5)}` : toDate(start)

/**
 * Whether a period that ends on the day `last` reaches back to an earlier day; `position` is 0 for
 * the last day, 1 for the trading day before it, and so on. Periods of months reach to the day
 * after the same day of the month.
 */
export function isInPeriod(period: Period, day: { date: BogotaDate; position: number }, last: BogotaDate): boolean {
  const extent = EXTENTS[period]
  return 'days' in extent ? day.position < extent.days : day.date > monthsBefore(last, extent.months)
}

/** The first day of a period of months that ends on `last`. */
export function firstDayOfMonths(months: number, last: BogotaDate): BogotaDate {
  const bound = monthsBefore(last, months)
  let day = `${bound.slice(0, 8)}01`
  while (day <= bound) day = addDays(day, 1)
  return day
}

const daysSinceMonday = (date: BogotaDate) => (toWeekday(date) + 6) % 7

/**
 * May return a day that does not exist (`2026-02-31`). Dates compare as text, so it still works as
 * the end of that month.
 */
function monthsBefore(date: BogotaDate, months: number): BogotaDate {
  const month = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 - months
  const [year, monthOfYear] = [Math.floor(month / 12), (month % 12) + 1]
  return `${String(year).padStart(4, '0')}-${String(monthOfYear).padStart(2, '0')}${date.slice(7)}`
}
