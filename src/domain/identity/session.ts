import { type ClientUser, type ConfirmedUser, toConfirmedUser } from '#src/domain/identity/account.ts'
import { HOUR_MS, type Instant } from '#src/domain/time/bogota.ts'

/** 43,200,000 ms (§9). */
export const SESSION_LIFETIME_MS = 12 * HOUR_MS

/** A session as this browser keeps it; `startedAt` on the real clock. Terms are accepted, or it is none (D5). */
export interface StoredSession {
  readonly username: string
  readonly user: ConfirmedUser
  readonly startedAt: Instant
}

/** What is found where a session is kept: nothing, a session flag with nothing usable behind it, or a session. */
export type StoredSessionState =
  | { readonly kind: 'none' }
  | { readonly kind: 'invalid' }
  | { readonly kind: 'session'; readonly session: StoredSession }

/** What a trace is worth now; only an active one lets anybody in. */
export type SessionStatus =
  | { readonly kind: 'signed-out' | 'expired' }
  | { readonly kind: 'active'; readonly session: StoredSession }

/** What the guarded pages do with a status (§2.1, D6). */
export type DashboardAccess = 'signed-out' | 'key-expired' | 'granted'

const WHOLE = /^[0-9]{1,15}$/

function instantOf(startedAt: unknown): Instant {
  if (typeof startedAt === 'number') return startedAt
  return typeof startedAt === 'string' && WHOLE.test(startedAt) ? Number(startedAt) : Number.NaN
}

/** The last instant at which a session that started then is valid. */
export const expiresAt = (startedAt: Instant): Instant => startedAt + SESSION_LIFETIME_MS

/** Whether a start, as a number or its digits, is over 12 hours old; missing, no number or later than `now` count too (D8). */
export function isExpired(startedAt: unknown, now: Instant): boolean {
  const instant = instantOf(startedAt)
  return !(instant <= now && now <= expiresAt(instant))
}

/** The session that a login starts, null while the client's terms are pending (D5). */
export function newSession(username: string, user: ClientUser, startedAt: Instant): StoredSession | null {
  const client = toConfirmedUser(user)
  return client && { username, user: client, startedAt }
}

/** Judges what is kept: nothing is a visitor; a flag without a valid session is an expired one (§4, D8). */
export function toSessionStatus(trace: StoredSessionState, now: Instant): SessionStatus {
  if (trace.kind === 'none') return { kind: 'signed-out' }
  if (trace.kind === 'invalid' || isExpired(trace.session.startedAt, now)) return { kind: 'expired' }
  return { kind: 'active', session: trace.session }
}

/** Whether the dashboard opens, a new password is asked for first, or neither. */
export function toDashboardAccess(status: SessionStatus): DashboardAccess {
  if (status.kind !== 'active') return 'signed-out'
  return status.session.user.keyExpired ? 'key-expired' : 'granted'
}

/** The session after its client set a new password (D6). */
export const withRenewedKey = (session: StoredSession): StoredSession => ({
  ...session,
  user: { ...session.user, keyExpired: false },
})

/** The session as its service knows it, null when it knows none or another client's. Whether the password expired is its word (D6). */
export function reconcileSession(user: ClientUser | null, session: StoredSession): StoredSession | null {
  if (user?.id !== session.user.id) return null
  return { ...session, user: { ...session.user, keyExpired: user.keyExpired } }
}
