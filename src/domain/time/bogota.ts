/** Epoch milliseconds. */
export type Instant = number

/** A calendar day of Bogotá, `YYYY-MM-DD`; such dates compare as text. */
export type BogotaDate = string

export const SECOND_MS = 1_000
export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000

/**
 * America/Bogota is UTC−5 all year (D1). Plain arithmetic does not depend on the time zone of the
 * machine.
 */
const OFFSET_MS = 5 * HOUR_MS

/** A date of the years 1900 to 2199; the holiday rules are defined for these years. */
const DATE = /^((?:19|20|21)\d{2})-(\d{1,2})-(\d{1,2})$/

const pad = (value: number) => String(value).padStart(2, '0')
const toShiftedDate = (instant: Instant) => new Date(instant - OFFSET_MS)
const toUtc = (date: BogotaDate) => Date.parse(`${date}T00:00:00Z`)

/** The last result of `toDate`: most successive calls are for the same day. */
let cachedDay = { epochDay: Number.NaN, date: '' }

/** The calendar day of an instant in Bogotá. Throws a RangeError for an invalid instant. */
export function toDate(instant: Instant): BogotaDate {
  const epochDay = Math.floor((instant - OFFSET_MS) / DAY_MS)
  if (epochDay !== cachedDay.epochDay) cachedDay = { epochDay, date: toShiftedDate(instant).toISOString().slice(0, 10) }
  return cachedDay.date
}

/** Milliseconds since Bogotá's midnight, 0 to 86,399,999. */
export const millisecondOfDay = (instant: Instant): number => (((instant - OFFSET_MS) % DAY_MS) + DAY_MS) % DAY_MS

/** `00` to `59`. */
const TWO_DIGITS = Array.from({ length: 60 }, (_, value) => pad(value))

/**
 * The time of day of an instant in Bogotá, `HH:MM:SS`. It creates no `Date`: it formats the label
 * of every deal of a chart.
 */
export function formatTime(instant: Instant): string {
  const seconds = Math.floor(millisecondOfDay(instant) / SECOND_MS)
  const minutes = Math.floor(seconds / 60)
  return `${TWO_DIGITS[Math.floor(minutes / 60)]}:${TWO_DIGITS[minutes % 60]}:${TWO_DIGITS[seconds % 60]}`
}

/** The instant of a time of day (`HH:MM` or `HH:MM:SS`) on a Bogotá day. */
export const toInstant = (date: BogotaDate, time: string): Instant =>
  Date.parse(`${date}T${time.length === 5 ? `${time}:00` : time}Z`) + OFFSET_MS

/** ISO 8601 with Bogotá's offset, to the second: `2026-11-20T12:43:09-05:00`. */
export const toIso = (instant: Instant): string => `${toDate(instant)}T${formatTime(instant)}-05:00`

export const toIsoOrNull = (instant: Instant | null): string | null => (instant === null ? null : toIso(instant))

export const addDays = (date: BogotaDate, days: number): BogotaDate =>
  new Date(toUtc(date) + days * DAY_MS).toISOString().slice(0, 10)

/** Day of the week, 0 = Sunday … 6 = Saturday. */
export const toWeekday = (date: BogotaDate): number => new Date(toUtc(date)).getUTCDay()

/**
 * Parses a date of 1900 to 2199, with or without leading zeros (real clients send `2026-03-9`).
 * Null for any other text.
 */
export function parseDate(text: string): BogotaDate | null {
  const parts = DATE.exec(text)
  if (!parts) return null
  const date = `${parts[1]}-${pad(Number(parts[2]))}-${pad(Number(parts[3]))}`
  const instant = toUtc(date)
  return Number.isFinite(instant) && new Date(instant).toISOString().startsWith(date) ? date : null
}

/**
 * Returns the same day of an earlier month. It may not exist (`2026-02-31`): as a text it still
 * compares as the end of that month.
 */
export function subtractMonths(date: BogotaDate, months: number): BogotaDate {
  const month = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 - months
  const [year, monthOfYear] = [Math.floor(month / 12), (month % 12) + 1]
  return `${String(year).padStart(4, '0')}-${String(monthOfYear).padStart(2, '0')}${date.slice(7)}`
}

/** The first day of a period of months that ends on `last`. */
export function firstDayOfMonths(months: number, last: BogotaDate): BogotaDate {
  const bound = subtractMonths(last, months)
  let day = `${bound.slice(0, 8)}01`
  while (day <= bound) day = addDays(day, 1)
  return day
}
