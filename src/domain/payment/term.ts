import { addDays, type BogotaDate, type Instant, toDate, toInstant } from '#src/domain/time/bogota.ts'

/** The days that an order pays for, both included. */
export interface PaymentTerm {
  readonly from: BogotaDate
  readonly until: BogotaDate
}

const pad = (value: number) => String(value).padStart(2, '0')

const daysOf = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate()

/**
 * The last day of a term of whole months. It is the day before the same day number, or the last day
 * of a month without that number.
 */
function lastDayOf(from: BogotaDate, months: number): BogotaDate {
  const [year = 0, month = 0, day = 0] = from.split('-').map(Number)
  const [endYear, endMonth] = [year + Math.floor((month - 1 + months) / 12), ((month - 1 + months) % 12) + 1]
  const last = daysOf(endYear, endMonth)
  const sameDay = `${endYear}-${pad(endMonth)}-${pad(Math.min(day, last))}`
  return day > last ? sameDay : addDays(sameDay, -1)
}

/** The first day after an account's end that the account does not cover whole. */
const firstDayAfter = (end: Instant): BogotaDate => addDays(toDate(end - 1), 1)

/**
 * The term that a payment of `months` adds: from the later of today and the end of the account
 * (D78). `end` is the instant from which the account is closed; null without one.
 */
export function termAfter(end: Instant | null, today: BogotaDate, months: number): PaymentTerm {
  const next = end === null ? today : firstDayAfter(end)
  const from = next > today ? next : today
  return { from, until: lastDayOf(from, months) }
}

/** The instant from which an account with this last day is closed: the midnight after it. */
export const toTermEnd = (lastDay: BogotaDate): Instant => toInstant(addDays(lastDay, 1), '00:00')
