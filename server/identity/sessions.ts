import type { Kysely } from 'kysely'

import type { AuditEntry, AuditStamp } from '#server/database/audit-store.ts'
import type { Schema } from '#server/database/schema.ts'
import { type IssuedSession, MAX_COOKIE_LENGTH, SESSION_RETENTION_MS } from '#server/http/session-cookie.ts'
import { toClientEntry } from '#server/identity/audit.ts'
import type { Client, ClientWithHash } from '#server/identity/client-store.ts'
import type {
  EndedSession,
  EndReason,
  OpenFailure,
  SessionRecord,
  SessionStore,
} from '#server/identity/session-store.ts'
import { hashSecret, newSecret } from '#server/security/secrets.ts'
import { type AccountAccess, findReplacementReason, toAccountAccess } from '#src/domain/identity/account.ts'
import { isExpired, SESSION_LIFETIME_MS, toLastValidInstant } from '#src/domain/identity/session.ts'
import { ok, type Result } from '#src/domain/result.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** A session that is open. */
export interface OpenSession {
  readonly id: string
  readonly token: string
  readonly startedAt: Instant
  readonly client: Client
  readonly access: AccountAccess
}

/** Who sent a request: a visitor, a client whose session has ended, or a client with a session. */
export type Caller =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'ended'; readonly reason: EndReason }
  | { readonly kind: 'session'; readonly session: OpenSession }

export const ANONYMOUS: Caller = { kind: 'anonymous' }

export interface OpenedSession extends IssuedSession {
  readonly session: OpenSession
  /** Whether the login ended another session of the client (D5). */
  readonly hasEndedOther: boolean
}

/** The details of a login. */
export interface SessionLogin {
  /** Id of the session in the caller's cookie; null without a session. */
  readonly currentSessionId: string | null
  /** Whether the login ends the client's other open session (D5). */
  readonly takeover: boolean
  readonly stamp: AuditStamp
  /** Other changes of the login; they are committed even when the session is refused. */
  readonly otherChanges?: (tx: Kysely<Schema>) => Promise<void>
}

/** Receives the sessions that have ended. */
export type SessionListener = (endedSessions: readonly EndedSession[]) => void

export interface Sessions {
  /** Finds the caller of a session cookie; an unknown cookie is anonymous. */
  findCaller(cookie: string): Promise<Caller>
  /** Finds the callers of session ids. Deleted sessions have no entry. */
  findCallers(ids: readonly string[]): Promise<ReadonlyMap<string, Caller>>
  /** Opens a session for a client with a correct password (D5, D54). */
  open(client: ClientWithHash, login: SessionLogin): Promise<Result<OpenedSession, OpenFailure>>
  /** Ends the session of a client who signs out. */
  logOut(session: OpenSession, stamp: AuditStamp): Promise<void>
  /**
   * Replaces a session by one with a new cookie and id, and the same start. Closes the live streams
   * of the old id. Null when the session has ended.
   */
  rotate(session: OpenSession): Promise<IssuedSession | null>
  /** Publishes sessions that a password change or the operator ended. */
  notifyEnded: SessionListener
  /** Deletes the rows of sessions that started more than `SESSION_RETENTION_MS` ago. */
  deleteOldRows(): Promise<void>
}

function toCaller({ id, token, startedAt, endReason, client }: SessionRecord, now: Instant): Caller {
  if (endReason !== null) return { kind: 'ended', reason: endReason }
  if (isExpired(startedAt, now)) return { kind: 'ended', reason: 'expired' }
  if (client === null) return ANONYMOUS
  return { kind: 'session', session: { id, token, startedAt, client, access: toAccountAccess(client, now) } }
}

const isTakeover = (endedSessions: readonly EndedSession[]) => endedSessions.some(({ reason }) => reason === 'takeover')

const createToken = () => `tok-${newSecret()}`

/** Creates the sessions. `now` is the session clock; `onEnded` gets all ended sessions. */
export function createSessions(store: SessionStore, now: () => Instant, onEnded: SessionListener): Sessions {
  const notifyEnded: SessionListener = (sessions) => {
    if (sessions.length > 0) onEnded(sessions)
  }

  async function findCallers(ids: readonly string[]) {
    const records = await store.find(ids)
    return new Map(records.map((record) => [record.id, toCaller(record, now())]))
  }

  async function end(id: string, reason: EndReason, entry: AuditEntry | null = null) {
    const clientId = await store.end(id, reason, now(), entry)
    if (clientId !== null) notifyEnded([{ id, reason }])
  }

  return {
    async findCaller(cookie) {
      if (cookie.length > MAX_COOKIE_LENGTH) return ANONYMOUS
      const id = hashSecret(cookie)
      return (await findCallers([id])).get(id) ?? ANONYMOUS
    },

    findCallers,

    async open(client, { currentSessionId, takeover, stamp, otherChanges }) {
      const cookie = newSecret()
      const { id: clientId, passwordHash } = client
      const [id, token] = [hashSecret(cookie), createToken()]
      const othersEndReason = findReplacementReason(client, takeover)
      const toEntry = (endedSessions: readonly EndedSession[]) =>
        toClientEntry(stamp, isTakeover(endedSessions) ? 'took-over' : 'signed-in', client)
      const session = { id, clientId, token }
      const result = await store.open({
        session,
        passwordHash,
        currentSessionId,
        othersEndReason,
        now,
        toEntry,
        ...(otherChanges && { otherChanges }),
      })
      if (!result.ok) return result
      const { startedAt, endedSessions } = result.value
      notifyEnded(endedSessions)
      // Ends the session even if it is another client's: its cookie is overwritten now.
      if (currentSessionId !== null) await end(currentSessionId, 'replaced')
      const access = toAccountAccess(client, startedAt)
      return ok({
        cookie,
        lifetimeMs: SESSION_LIFETIME_MS,
        hasEndedOther: isTakeover(endedSessions),
        session: { id, token, startedAt, client, access },
      })
    },

    logOut: ({ id, client }, stamp) => end(id, 'logout', toClientEntry(stamp, 'signed-out', client)),

    async rotate({ id, startedAt }) {
      const cookie = newSecret()
      const isOpen = await store.rotate(id, hashSecret(cookie), now())
      if (!isOpen) return null
      notifyEnded([{ id, reason: 'replaced' }])
      return { cookie, lifetimeMs: toLastValidInstant(startedAt) - now() }
    },

    notifyEnded,

    deleteOldRows: () => store.deleteBefore(now() - SESSION_RETENTION_MS),
  }
}
