import { type AccountState, findAccountClosure } from '#src/domain/identity/account.ts'
import { addDays, type BogotaDate, DAY_MS, type Instant, toDate, toInstant } from '#src/domain/time/bogota.ts'

/** Number of last days of an account in which the client sees a notice (D79). */
export const TERM_NOTICE_DAYS = 15

/** Default term, in days, of an account that a registration creates (D79). */
export const DEMO_TERM_DAYS = 30

/** The last day of an account that expires at `end`. */
export const toLastDay = (end: Instant): BogotaDate => toDate(end - 1)

/** The last day of the demo term of an account that is created at `now`. */
export const demoLastDay = (now: Instant): BogotaDate => addDays(toDate(now), DEMO_TERM_DAYS)

/** The latest expiry of the accounts that get the notice at `now`. */
export const noticeHorizon = (now: Instant): Instant => now + TERM_NOTICE_DAYS * DAY_MS

/** The days until the last day of an account; 0 on that day. */
const countDaysUntil = (lastDay: BogotaDate, now: Instant): number =>
  Math.round((toInstant(lastDay, '00:00') - toInstant(toDate(now), '00:00')) / DAY_MS)

/** The notice that a term ends soon. */
export interface TermNotice {
  readonly lastDay: BogotaDate
  /** 0 when the last day is today. */
  readonly days: number
}

/** Returns the notice for an account; null if its end is far, past or not set. */
export function findTermNotice(expiresAt: Instant | null, now: Instant): TermNotice | null {
  if (expiresAt === null || expiresAt <= now || expiresAt > noticeHorizon(now)) return null
  const lastDay = toLastDay(expiresAt)
  return { lastDay, days: countDaysUntil(lastDay, now) }
}

/** The status of an account as the operator sees it. `invited`: no password is set yet. */
export type ClientStatus = 'disabled' | 'expired' | 'invited' | 'terms-pending' | 'password-expired' | 'active'

export function toClientStatus(account: AccountState & { readonly invited: boolean }, now: Instant): ClientStatus {
  const closure = findAccountClosure(account, now)
  if (closure !== null) return closure
  if (account.invited) return 'invited'
  if (account.termsAcceptedAt === null) return 'terms-pending'
  return account.passwordExpired ? 'password-expired' : 'active'
}
