import { addDays, type BogotaDate, DAY_MS, type Instant, toDate, toInstant } from '#src/domain/time/bogota.ts'

/** Number of last days of an account in which the client gets a notice of its expiry (D79). */
const EXPIRY_NOTICE_DAYS = 15

/** Days from an accepted registration to the last day of the trial account (D79). */
const TRIAL_DAYS = 30

/** The last day of an account that expires at `expiresAt`. */
export const toLastDay = (expiresAt: Instant): BogotaDate => toDate(expiresAt - 1)

/** The expiry of an account with this last day: the midnight after that day. */
export const toExpiry = (lastDay: BogotaDate): Instant => toInstant(addDays(lastDay, 1), '00:00')

/** The last day of a trial account that is created at `now`. */
export const trialLastDay = (now: Instant): BogotaDate => addDays(toDate(now), TRIAL_DAYS)

/** The latest expiry of the accounts that get the notice at `now`. */
export const noticeHorizon = (now: Instant): Instant => now + EXPIRY_NOTICE_DAYS * DAY_MS

/** The days until the last day of an account; 0 on that day. */
const countDaysUntil = (lastDay: BogotaDate, now: Instant): number =>
  Math.round((toInstant(lastDay, '00:00') - toInstant(toDate(now), '00:00')) / DAY_MS)

/** The notice that an account expires soon. */
export interface ExpiryNotice {
  readonly lastDay: BogotaDate
  /** 0 when the last day is today. */
  readonly days: number
}

/** Returns the notice for an account; null if its expiry is far, past or not set. */
export function findExpiryNotice(expiresAt: Instant | null, now: Instant): ExpiryNotice | null {
  if (expiresAt === null || expiresAt <= now || expiresAt > noticeHorizon(now)) return null
  const lastDay = toLastDay(expiresAt)
  return { lastDay, days: countDaysUntil(lastDay, now) }
}
