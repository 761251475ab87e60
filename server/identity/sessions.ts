import type { Client, KeyedClient } from '#server/identity/client-store.ts'
import { hashOf, newSecret } from '#server/identity/secrets.ts'
import type {
  EndedSession,
  EndReason,
  OpenFailure,
  SessionRecord,
  SessionStore,
} from '#server/identity/session-store.ts'
import { SESSION_LIFETIME_MS } from '#src/domain/identity/session.ts'
import { ok, type Result } from '#src/domain/result.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** What a session may do (D5, D6): everything, what clears its state, or nothing, because its account is closed. */
export type Standing = 'full' | 'terms-pending' | 'key-expired' | 'closed'

/** A session that is open. */
export interface OpenSession {
  readonly id: string
  readonly token: string
  readonly startedAt: Instant
  readonly client: Client
  readonly standing: Standing
}

/** Who is calling. `ended` had a session, and the reason is what it should hear of; `nobody` is a visitor. */
export type Caller =
  | { readonly kind: 'nobody' }
  | { readonly kind: 'ended'; readonly reason: EndReason }
  | { readonly kind: 'session'; readonly session: OpenSession }

export const NOBODY: Caller = { kind: 'nobody' }

/** A session as its browser gets it: the cookie's value, and for how long it is good. */
export interface Admission {
  readonly cookie: string
  readonly lifetimeMs: number
}

export interface Opened extends Admission {
  readonly session: OpenSession
  /** Whether another one had to end for it (D5). */
  readonly endedOther: boolean
}

/** Hears of sessions that have ended. */
export type SessionListener = (ended: readonly EndedSession[]) => void

export interface Sessions {
  /** Whose cookie this is. */
  callerOf(cookie: string): Promise<Caller>
  /** What has become of sessions, by their ids; the ones that are gone are missing. */
  callersOf(ids: readonly string[]): Promise<ReadonlyMap<string, Caller>>
  /** Opens a session for a client whose password was right; `own` is the session that the caller comes with (D5, D54). */
  open(client: KeyedClient, own: string | null, takeover: boolean): Promise<Result<Opened, OpenFailure>>
  end(id: string, reason: EndReason): Promise<void>
  /** A new cookie for the same session, null when it has ended. */
  rotate(session: OpenSession): Promise<Admission | null>
  /** Passes on that sessions have ended by other hands. */
  tellEnded: SessionListener
  forgetOld(): Promise<void>
}

/** A cookie that is longer is none of ours. */
const MAX_COOKIE_LENGTH = 100

/** Sessions are kept as long again after their end, for the browser that still has their cookie. */
const KEPT_LIFETIMES = 2

const isOver = (startedAt: Instant, now: Instant) => now - startedAt > SESSION_LIFETIME_MS

export const isClosed = ({ disabled, expiresAt }: Client, now: Instant): boolean =>
  disabled || (expiresAt !== null && expiresAt <= now)

/** Terms come before the password: whoever has not accepted them is not in yet (D5). */
export function standingOf(client: Client, now: Instant): Standing {
  if (isClosed(client, now)) return 'closed'
  if (client.termsAcceptedAt === null) return 'terms-pending'
  return client.keyExpired ? 'key-expired' : 'full'
}

function callerIn({ id, token, startedAt, endReason, client }: SessionRecord, now: Instant): Caller {
  if (endReason !== null) return { kind: 'ended', reason: endReason }
  if (isOver(startedAt, now)) return { kind: 'ended', reason: 'expired' }
  if (client === null) return NOBODY
  return { kind: 'session', session: { id, token, startedAt, client, standing: standingOf(client, now) } }
}

const newToken = () => `tok-${newSecret()}`

/** Sessions on the session clock `now`; `ended` hears of those that end here. */
export function createSessions(store: SessionStore, now: () => Instant, ended: SessionListener): Sessions {
  const tellEnded: SessionListener = (sessions) => {
    if (sessions.length > 0) ended(sessions)
  }

  async function callersOf(ids: readonly string[]) {
    const records = await store.find(ids)
    return new Map(records.map((record) => [record.id, callerIn(record, now())]))
  }

  async function end(id: string, reason: EndReason) {
    const clientId = await store.end(id, reason, now())
    if (clientId !== null) tellEnded([{ id, reason }])
  }

  return {
    async callerOf(cookie) {
      if (cookie.length > MAX_COOKIE_LENGTH) return NOBODY
      const id = hashOf(cookie)
      return (await callersOf([id])).get(id) ?? NOBODY
    },

    callersOf,

    async open(client, own, takeover) {
      const cookie = newSecret()
      const at = now()
      const { id: clientId, passwordHash } = client
      const session = { id: hashOf(cookie), clientId, token: newToken(), startedAt: at }
      // Whoever has not accepted the terms is not in: that session stands in nobody's way (D5).
      const pending = client.termsAcceptedAt === null ? 'replaced' : null
      const endOthers = takeover ? 'takeover' : pending
      const expiredBefore = at - SESSION_LIFETIME_MS
      const opened = await store.open({ session, passwordHash, own, expiredBefore, endOthers, at })
      if (!opened.ok) return opened
      tellEnded(opened.value)
      // The browser's cookie is about to be overwritten: a session of another account would stay open out of reach.
      if (own !== null) await end(own, 'replaced')
      const { id, token, startedAt } = session
      const standing = standingOf(client, at)
      const endedOther = opened.value.some(({ reason }) => reason === 'takeover')
      return ok({
        cookie,
        lifetimeMs: SESSION_LIFETIME_MS,
        endedOther,
        session: { id, token, startedAt, client, standing },
      })
    },

    end,

    async rotate({ id, startedAt }) {
      const cookie = newSecret()
      const isOpen = await store.rotate(id, hashOf(cookie), now())
      if (!isOpen) return null
      tellEnded([{ id, reason: 'replaced' }])
      return { cookie, lifetimeMs: startedAt + SESSION_LIFETIME_MS - now() }
    },

    tellEnded,

    forgetOld: () => store.forget(now() - KEPT_LIFETIMES * SESSION_LIFETIME_MS),
  }
}
