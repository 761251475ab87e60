import { toLastDay } from '#src/domain/identity/account-expiry.ts'
import { addDays, type BogotaDate, type Instant } from '#src/domain/time/bogota.ts'

/** The days that an order pays for, both included. */
export interface PaymentTerm {
  readonly from: BogotaDate
  readonly until: BogotaDate
}

const pad = (value: number) => String(value).padStart(2, '0')

const countDaysOfMonth = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate()

/**
 * Returns the last day of a term of whole months: the day before the same day number in the end
 * month. If that month has no such day, it is the month's last day.
 */
function findLastDay(from: BogotaDate, months: number): BogotaDate {
  const [year = 0, month = 0, day = 0] = from.split('-').map(Number)
  const [endYear, endMonth] = [year + Math.floor((month - 1 + months) / 12), ((month - 1 + months) % 12) + 1]
  const days = countDaysOfMonth(endYear, endMonth)
  const endDay = `${endYear}-${pad(endMonth)}-${pad(Math.min(day, days))}`
  return day > days ? endDay : addDays(endDay, -1)
}

/** The term of a payment that is not made yet. */
export interface TermPreview {
  readonly term: PaymentTerm
  /** Whether the term is that of a payment today: a later payment starts later. */
  readonly startsToday: boolean
}

/**
 * Returns the term that a payment of `months` adds (D78). `end` is the expiry of the account or the
 * end of its latest term; null without one. The new term starts on the day after the last valid day
 * (`toLastDay`), but not before today.
 */
export function termAfter(end: Instant | null, today: BogotaDate, months: number): PaymentTerm {
  const nextDay = end === null ? today : addDays(toLastDay(end), 1)
  const from = nextDay > today ? nextDay : today
  return { from, until: findLastDay(from, months) }
}

/**
 * Returns the term that a payment would add (D101). If it does not start today, each payment until
 * its first day adds the same term.
 */
export function previewTerm(end: Instant | null, today: BogotaDate, months: number): TermPreview {
  const term = termAfter(end, today, months)
  return { term, startsToday: term.from === today }
}
