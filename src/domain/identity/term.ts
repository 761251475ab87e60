import type { AccountState } from '#src/domain/identity/account.ts'
import { findAccountClosure } from '#src/domain/identity/account.ts'
import { addDays, type BogotaDate, DAY_MS, type Instant, toDate, toInstant } from '#src/domain/time/bogota.ts'

/** Days before the end of an account in which the client sees a notice (D79). */
export const TERM_NOTICE_DAYS = 15

/** The term of an account from a registration, unless the operator names another (D79). */
export const DEMO_TERM_DAYS = 30

/** The last day of an account that ends at `end`. */
export const toLastDay = (end: Instant): BogotaDate => toDate(end - 1)

/** The last day of the demo term of an account that is created at `now`. */
export const demoLastDay = (now: Instant): BogotaDate => addDays(toDate(now), DEMO_TERM_DAYS)

/** Accounts that end after `now` and not after this instant get the notice. */
export const noticeHorizon = (now: Instant): Instant => now + TERM_NOTICE_DAYS * DAY_MS

/** The days until the last day of an account; 0 on that day. */
const daysUntil = (lastDay: BogotaDate, now: Instant): number =>
  Math.round((toInstant(lastDay, '00:00') - toInstant(toDate(now), '00:00')) / DAY_MS)

/** The end of a term that is near. */
export interface TermNotice {
  readonly lastDay: BogotaDate
  /** 0 when the last day is today. */
  readonly days: number
}

/** The notice of the end of an account; null while it is far, or past. */
export function findTermNotice(expiresAt: Instant | null, now: Instant): TermNotice | null {
  if (expiresAt === null || expiresAt <= now || expiresAt > noticeHorizon(now)) return null
  const lastDay = toLastDay(expiresAt)
  return { lastDay, days: daysUntil(lastDay, now) }
}

/** What the operator sees of an account. `invited` has no password yet. */
export type ClientStatus = 'disabled' | 'expired' | 'invited' | 'terms-pending' | 'password-expired' | 'active'

export function toClientStatus(account: AccountState & { readonly invited: boolean }, now: Instant): ClientStatus {
  const closure = findAccountClosure(account, now)
  if (closure !== null) return closure
  if (account.invited) return 'invited'
  if (account.termsAcceptedAt === null) return 'terms-pending'
  return account.passwordExpired ? 'password-expired' : 'active'
}
