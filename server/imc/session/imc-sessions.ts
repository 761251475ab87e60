import type { AuditStamp } from '#server/database/audit-store.ts'
import { type IssuedSession, MAX_COOKIE_LENGTH, SESSION_RETENTION_MS } from '#server/http/session-cookie.ts'
import { toUserEntry } from '#server/imc/audit/imc-audit.ts'
import type {
  AccountRecord,
  AccountWithPassword,
  ImcEndReason,
  ImcSessionStore,
} from '#server/imc/session/imc-session-store.ts'
import type { EntityUser } from '#server/imc/users/entity-user.ts'
import { hashSecret, newSecret } from '#server/security/secrets.ts'
import { isExpired, SESSION_LIFETIME_MS } from '#src/domain/identity/session.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/**
 * What an entity user may do: everything of its role, only change its password (D16), or nothing.
 */
export type EntityAccess = 'full' | 'password-pending' | 'closed'

export interface OpenImcSession {
  readonly id: string
  readonly user: EntityUser
  readonly access: EntityAccess
}

/** Who sent a request to the back-office. */
export type ImcCaller =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'ended'; readonly reason: ImcEndReason }
  | { readonly kind: 'session'; readonly session: OpenImcSession }

export const ANONYMOUS: ImcCaller = { kind: 'anonymous' }

/** Sessions of entity users. A user may have several open sessions. */
export interface ImcSessions {
  /** Finds the caller of a session cookie; an unknown cookie is anonymous. */
  findCaller(cookie: string): Promise<ImcCaller>
  /**
   * Opens a session after a correct password and ends the caller's current session. Null when the
   * password changed meanwhile.
   */
  open(account: AccountWithPassword, currentSessionId: string | null, stamp: AuditStamp): Promise<IssuedSession | null>
  logOut(session: OpenImcSession, stamp: AuditStamp): Promise<void>
  /** Finds the password hash of the session's user; null without a password. */
  findPasswordHash(session: OpenImcSession): Promise<string | null>
  /**
   * Sets the new password, ends the user's sessions and opens a session with a new cookie. Null
   * when the change is no longer pending or the user is inactive.
   */
  renewPassword(session: OpenImcSession, passwordHash: string, stamp: AuditStamp): Promise<IssuedSession | null>
  /** Deletes the sessions that started more than `SESSION_RETENTION_MS` ago. */
  deleteOldRows(): Promise<void>
}

export function toEntityAccess({ active, contractPending, mustChangePassword }: AccountRecord): EntityAccess {
  if (!active || contractPending) return 'closed'
  return mustChangePassword ? 'password-pending' : 'full'
}

/** Creates the sessions; `now` is the session clock. */
export function createImcSessions(store: ImcSessionStore, now: () => Instant): ImcSessions {
  const issueSession = () => {
    const cookie = newSecret()
    return { id: hashSecret(cookie), issued: { cookie, lifetimeMs: SESSION_LIFETIME_MS } }
  }

  return {
    async findCaller(cookie) {
      if (cookie.length > MAX_COOKIE_LENGTH) return ANONYMOUS
      const record = await store.find(hashSecret(cookie))
      if (record === null) return ANONYMOUS
      const { id, startedAt, endReason, account } = record
      if (endReason !== null) return { kind: 'ended', reason: endReason }
      if (isExpired(startedAt, now())) return { kind: 'ended', reason: 'expired' }
      return { kind: 'session', session: { id, user: account.user, access: toEntityAccess(account) } }
    },

    async open({ user, passwordHash }, currentSessionId, stamp) {
      if (passwordHash === null) return null
      const { id, issued } = issueSession()
      const session = { id, userId: user.id, startedAt: now(), currentSessionId }
      const isOpen = await store.open(session, passwordHash, toUserEntry(stamp, user, 'signed-in'))
      return isOpen ? issued : null
    },

    logOut: ({ id, user }, stamp) => store.end(id, now(), toUserEntry(stamp, user, 'signed-out')),

    findPasswordHash: ({ user }) => store.findPasswordHash(user.id),

    async renewPassword({ id: currentSessionId, user }, passwordHash, stamp) {
      const { id, issued } = issueSession()
      const session = { id, userId: user.id, startedAt: now(), currentSessionId }
      const isRenewed = await store.renewPassword(session, passwordHash, toUserEntry(stamp, user, 'password-changed'))
      return isRenewed ? issued : null
    },

    deleteOldRows: () => store.deleteBefore(now() - SESSION_RETENTION_MS),
  }
}
