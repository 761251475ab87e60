import {
  addDays,
  type BogotaDate,
  formatTime,
  type Instant,
  MINUTE_MS,
  millisecondOfDay,
  subtractMonths,
  toDate,
  toInstant,
  toWeekday,
} from '#src/domain/time/bogota.ts'

/** The periods of a chart (§9). */
export const PERIODS = ['1d', '5d', '1m', '6m', '1a'] as const
export type Period = (typeof PERIODS)[number]

/** The period of a request that names no period. Pages start with 1d instead (D19). */
export const DEFAULT_PERIOD: Period = '5d'

/**
 * The time that one point of a chart covers. `minutes` divides an hour and counts from Bogotá's
 * midnight; a week starts on Monday.
 */
export type Interval =
  | { readonly kind: 'minutes'; readonly minutes: number }
  | { readonly kind: 'day' }
  | { readonly kind: 'week' }

const DAY: Interval = { kind: 'day' }
const WEEK: Interval = { kind: 'week' }
const createMinutes = (count: number): Interval => ({ kind: 'minutes', minutes: count })

const INTERVALS: Readonly<Record<Period, { readonly normal: Interval; readonly narrow: Interval }>> = {
  '1d': { normal: createMinutes(5), narrow: createMinutes(15) },
  '5d': { normal: createMinutes(30), narrow: createMinutes(60) },
  '1m': { normal: DAY, narrow: WEEK },
  '6m': { normal: DAY, narrow: WEEK },
  '1a': { normal: DAY, narrow: WEEK },
}

/** The intervals that a user can choose (D126). */
export const INTERVAL_NAMES = ['1min', '5min', '15min', '30min', '1h', 'day', 'week'] as const
export type IntervalName = (typeof INTERVAL_NAMES)[number]

const NAMED_INTERVALS: Readonly<Record<IntervalName, Interval>> = {
  '1min': createMinutes(1),
  '5min': createMinutes(5),
  '15min': createMinutes(15),
  '30min': createMinutes(30),
  '1h': createMinutes(60),
  day: DAY,
  week: WEEK,
}

/**
 * The intervals that each period has: the deals of days before the last ones are not in memory, and
 * a chart has at most 1,500 points.
 */
export const PERIOD_INTERVALS: Readonly<Record<Period, readonly IntervalName[]>> = {
  '1d': ['1min', '5min', '15min', '30min', '1h'],
  '5d': ['1min', '5min', '15min', '30min', '1h', 'day'],
  '1m': ['day', 'week'],
  '6m': ['day', 'week'],
  '1a': ['day', 'week'],
}

/** Returns the chosen interval if the period has it, else null. */
export const findChosenInterval = (period: Period, chosen: IntervalName | null): IntervalName | null =>
  PERIOD_INTERVALS[period].find((name) => name === chosen) ?? null

/** The interval of a period's points by its name. Null for one that a user cannot choose. */
export function nameInterval(period: Period, narrow: boolean, chosen: IntervalName | null): IntervalName | null {
  const interval = JSON.stringify(toInterval(period, narrow, chosen))
  return INTERVAL_NAMES.find((name) => JSON.stringify(NAMED_INTERVALS[name]) === interval) ?? null
}

/**
 * The interval of a chart whose points have equal distances, by its name; null for a day in its own
 * interval, whose axis is the hours of the market.
 */
export const findPointInterval = (period: Period, narrow: boolean, chosen: IntervalName | null): IntervalName | null =>
  period === '1d' && findChosenInterval(period, chosen) === null ? null : nameInterval(period, narrow, chosen)

/** The longest period that has an interval. */
export const longestPeriodOf = (interval: IntervalName): Period =>
  PERIODS.findLast((candidate) => findChosenInterval(candidate, interval) !== null) ?? DEFAULT_PERIOD

/** The length of a period: a number of trading days, or of calendar months. */
const EXTENTS: Readonly<Record<Period, { readonly days: number } | { readonly months: number }>> = {
  '1d': { days: 1 },
  '5d': { days: 5 },
  '1m': { months: 1 },
  '6m': { months: 6 },
  '1a': { months: 12 },
}

/**
 * The interval of a period's points: the chosen one if the period has it. Otherwise a narrow page
 * (`bandera` 1) gets wider intervals (D50).
 */
export function toInterval(period: Period, narrow: boolean, chosen: IntervalName | null = null): Interval {
  const name = findChosenInterval(period, chosen)
  return name === null ? INTERVALS[period][narrow ? 'narrow' : 'normal'] : NAMED_INTERVALS[name]
}

/** The start of the interval that contains an instant. */
export function intervalStart(interval: Interval, instant: Instant): Instant {
  if (interval.kind === 'minutes') return instant - (millisecondOfDay(instant) % (interval.minutes * MINUTE_MS))
  if (interval.kind === 'day') return instant - millisecondOfDay(instant)
  const date = toDate(instant)
  return toInstant(addDays(date, -countDaysSinceMonday(date)), '00:00')
}

/**
 * The label of a point: the start of its interval, `YYYY-MM-DD HH:mm` below a day, else
 * `YYYY-MM-DD` (D50).
 */
export const intervalLabel = ({ kind }: Interval, start: Instant): string =>
  kind === 'minutes' ? `${toDate(start)} ${formatTime(start).slice(0, 5)}` : toDate(start)

/**
 * Whether a day belongs to the period that ends on `last`. `position` is 0 for the last day, 1 for
 * the previous trading day, and so on. A period of months starts one day after the same day of the
 * earlier month: 1m to 20 November starts on 21 October.
 */
export function isInPeriod(period: Period, day: { date: BogotaDate; position: number }, last: BogotaDate): boolean {
  const extent = EXTENTS[period]
  return 'days' in extent ? day.position < extent.days : day.date > subtractMonths(last, extent.months)
}

const countDaysSinceMonday = (date: BogotaDate) => (toWeekday(date) + 6) % 7
