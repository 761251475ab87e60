import type { CallFailure } from '#src/domain/call.ts'
import { type ClientUser, type ConfirmedUser, toConfirmedUser } from '#src/domain/identity/account.ts'
import { HOUR_MS, type Instant } from '#src/domain/time/bogota.ts'

/** The lifetime of a session: 43,200,000 ms (§9). */
export const SESSION_LIFETIME_MS = 12 * HOUR_MS

/**
 * A session as this browser stores it; `startedAt` is on the real clock. The client has accepted
 * the terms (D5).
 */
export interface StoredSession {
  readonly username: string
  readonly user: ConfirmedUser
  readonly startedAt: Instant
}

/** The content of the browser's storage. `invalid`: the data of the stored session are unusable. */
export type StoredSessionState =
  | { readonly kind: 'none' }
  | { readonly kind: 'invalid' }
  | { readonly kind: 'session'; readonly session: StoredSession }

/** The status of a stored session at one instant. */
export type SessionStatus =
  | { readonly kind: 'signed-out' | 'expired' }
  | { readonly kind: 'active'; readonly session: StoredSession }

/**
 * The result of the dashboard's access check (§2.1, D6). `password-expired` requires a new password
 * first.
 */
export type DashboardAccess = 'signed-out' | 'password-expired' | 'granted'

const INTEGER = /^[0-9]{1,15}$/

function parseStartTime(startedAt: unknown): Instant {
  if (typeof startedAt === 'number') return startedAt
  return typeof startedAt === 'string' && INTEGER.test(startedAt) ? Number(startedAt) : Number.NaN
}

/** The last instant at which a session that started at `startedAt` is valid. */
export const toLastValidInstant = (startedAt: Instant): Instant => startedAt + SESSION_LIFETIME_MS

/** The inclusive range of start times that are valid at `now` (D8). */
export const validStarts = (now: Instant) => ({ first: now - SESSION_LIFETIME_MS, last: now }) as const

/**
 * Whether a session is expired. `startedAt` is a number or its digits. Missing, malformed and
 * future start times count as expired (D8).
 */
export function isExpired(startedAt: unknown, now: Instant): boolean {
  const instant = parseStartTime(startedAt)
  const { first, last } = validStarts(now)
  return !(first <= instant && instant <= last)
}

/** The session that a login starts, null while the client's terms are pending (D5). */
export function newSession(username: string, user: ClientUser, startedAt: Instant): StoredSession | null {
  const client = toConfirmedUser(user)
  return client && { username, user: client, startedAt }
}

/** Maps empty storage to `signed-out`, and an invalid or old session to `expired` (§4, D8). */
export function toSessionStatus(stored: StoredSessionState, now: Instant): SessionStatus {
  if (stored.kind === 'none') return { kind: 'signed-out' }
  if (stored.kind === 'invalid' || isExpired(stored.session.startedAt, now)) return { kind: 'expired' }
  return { kind: 'active', session: stored.session }
}

/** The access of a session to the dashboard. */
export function toDashboardAccess(status: SessionStatus): DashboardAccess {
  if (status.kind !== 'active') return 'signed-out'
  return status.session.user.passwordExpired ? 'password-expired' : 'granted'
}

/** The session after its client set a new password (D6). */
export const withRenewedPassword = (session: StoredSession): StoredSession => ({
  ...session,
  user: { ...session.user, passwordExpired: false },
})

/**
 * Updates the stored session with the user that the service reports: whether the password expired
 * (D6) and when the account expires (D79). Null when the service reports no user or another one.
 */
export function reconcileSession(user: ClientUser | null, session: StoredSession): StoredSession | null {
  if (user?.id !== session.user.id) return null
  const { expiresAt: _, ...stored } = session.user
  const { passwordExpired, expiresAt } = user
  return { ...session, user: { ...stored, passwordExpired, ...(expiresAt !== undefined && { expiresAt }) } }
}

/** Why the service refused a session (D54); `takeover`: another login ended the session. */
export const REFUSAL_REASONS = ['takeover', 'expired', 'password-changed', 'account-closed', 'unknown'] as const
export type RefusalReason = (typeof REFUSAL_REASONS)[number]

/** A refusal of this browser's session by the service; `message` is the service's text, or null. */
export interface SessionRefusal {
  readonly reason: RefusalReason
  readonly message: string | null
}

/**
 * Why no session is active. `sign-out`: in this or another tab. `none`: a session is active, the
 * end was read, or no client signed in.
 */
export type SessionEnd = 'none' | 'sign-out' | 'expired' | 'refused'

/** The session of the client in this tab. */
export interface ClientSessionState {
  readonly session: StoredSession | null
  readonly access: DashboardAccess
  readonly end: SessionEnd
  /** Set if the end is `refused`. */
  readonly refusal: SessionRefusal | null
  /** True until the service replies to a sign-out. */
  readonly isSigningOut: boolean
  /** Why the service did not confirm the last sign-out: its session may still be open. */
  readonly signOutFailure: CallFailure | null
}
