import {
  addDays,
  type BogotaDate,
  dateOf,
  type Instant,
  instantOf,
  MINUTE_MS,
  millisecondOfDay,
  timeOf,
  weekdayOf,
} from '#src/domain/time/bogota.ts'

/** The periods of a chart (§9). */
export const PERIODS = ['1d', '5d', '1m', '6m', '1a'] as const
export type Period = (typeof PERIODS)[number]

/** What a call without a period means; the screens open at 1d (D19). */
export const DEFAULT_PERIOD: Period = '5d'

/** What one point of a chart stands for. Minutes divide an hour or are one, and count from Bogotá's midnight; a week starts on Monday. */
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

/** How far back a period reaches: so many sessions, or all of so many calendar months. */
const EXTENTS: Readonly<Record<Period, { readonly sessions: number } | { readonly months: number }>> = {
  '1d': { sessions: 1 },
  '5d': { sessions: 5 },
  '1m': { months: 1 },
  '6m': { months: 6 },
  '1a': { months: 12 },
}

/** The interval of a period's points; a narrow screen (`bandera` 1) gets wider ones (D50). */
export const intervalOf = (period: Period, narrow: boolean): Interval => INTERVALS[period][narrow ? 'narrow' : 'normal']

/** The first instant of the interval that an instant falls in. */
export function intervalStart(interval: Interval, instant: Instant): Instant {
  if (interval.kind === 'minutes') return instant - (millisecondOfDay(instant) % (interval.minutes * MINUTE_MS))
  if (interval.kind === 'day') return instant - millisecondOfDay(instant)
  const date = dateOf(instant)
  return instantOf(addDays(date, -daysSinceMonday(date)), '00:00')
}

/** How a point is called: by the start of its interval, `YYYY-MM-DD HH:mm` below a day, else `YYYY-MM-DD` (D50). */
export const intervalLabel = ({ kind }: Interval, start: Instant): string =>
  kind === 'minutes' ? `${dateOf(start)} ${timeOf(start).slice(0, 5)}` : dateOf(start)

/**
 * The sessions that a period covers, counted back from the last of `sessions` (ascending): one, five, or those after the same day
 * one, six or twelve months before.
 */
export function selectPeriodDays(period: Period, sessions: readonly BogotaDate[]): readonly BogotaDate[] {
  const extent = EXTENTS[period]
  const last = sessions.at(-1)
  if (last === undefined) return []
  if ('sessions' in extent) return sessions.slice(-extent.sessions)
  const before = monthsBefore(last, extent.months)
  return sessions.filter((date) => date > before)
}

const daysSinceMonday = (date: BogotaDate) => (weekdayOf(date) + 6) % 7

/** May name a day that its month lacks (`2026-02-31`): dates are compared as text, and as a bound it means the month's end. */
function monthsBefore(date: BogotaDate, months: number): BogotaDate {
  const month = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 - months
  const [year, monthOfYear] = [Math.floor(month / 12), (month % 12) + 1]
  return `${String(year).padStart(4, '0')}-${String(monthOfYear).padStart(2, '0')}${date.slice(7)}`
}
