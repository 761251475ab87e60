import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

import { usesTls } from '#server/http/public-protocol.ts'
import { derivedSecret, hashSecret, newSecret } from '#server/secrets.ts'
import { SESSION_LIFETIME_MS } from '#src/domain/identity/session.ts'
import { SECOND_MS } from '#src/domain/time/bogota.ts'

/** Creates the values of session cookies and recognizes them without the database. */
export interface CookieTags {
  /** Creates a secret with its tag. */
  issue(): string
  /** Whether a server with the same key created the value. Its session may have ended. */
  isIssued(value: string): boolean
}

/** The secret, a dot and the tag: 128 bits in base64url. */
const TAGGED_VALUE = /^([\w-]{43})\.([\w-]{22})$/
const TAG_BYTES = 16

/** Creates the tags of the cookies with this name. `key` is a secret that all processes share. */
export function createCookieTags(key: string, cookieName: string): CookieTags {
  const ownKey = derivedSecret(key, `cookie ${cookieName}`)
  const toTag = (secret: string) =>
    createHmac('sha256', ownKey).update(secret).digest().subarray(0, TAG_BYTES).toString('base64url')
  return {
    issue() {
      const secret = newSecret()
      return `${secret}.${toTag(secret)}`
    },
    isIssued(value) {
      const [, secret, tag] = TAGGED_VALUE.exec(value) ?? []
      if (secret === undefined || tag === undefined) return false
      return timingSafeEqual(Buffer.from(tag), Buffer.from(toTag(secret)))
    },
  }
}

/**
 * Age after which the rows of sessions are deleted: two lifetimes, so that an old cookie still gets
 * the reason of its end.
 */
export const SESSION_RETENTION_MS = 2 * SESSION_LIFETIME_MS

/** The value and the remaining lifetime of a new session cookie. */
export interface IssuedSession {
  readonly cookie: string
  readonly lifetimeMs: number
}

/** The session cookie of one realm. Cookies of several realms may arrive together. */
export interface SessionCookie {
  /** Reads the session cookie of a request; null without a cookie or after its reported end. */
  read(request: FastifyRequest): string | null
  set(request: FastifyRequest, reply: FastifyReply, session: IssuedSession): void
  /** Clears the cookies after a logout. */
  clear(request: FastifyRequest, reply: FastifyReply): void
  /** Stores in the browser that the end of its session was reported. */
  markEndReported(request: FastifyRequest, reply: FastifyReply): void
}

export interface CookieNames {
  readonly session: string
  /**
   * The cookie that marks a session cookie after the end of the session was reported. The session
   * cookie then counts as anonymous. It is not deleted, because a late response could delete the
   * cookie of a new login.
   */
  readonly reported: string
  /** The cookie that names the device for the accounts that have signed in from it. */
  readonly device: string
}

const REPORTED_MARK_LENGTH = 16

/** Returns a short mark of a cookie, which does not reveal the cookie. */
const toReportedMark = (cookie: string) => hashSecret(hashSecret(cookie)).slice(0, REPORTED_MARK_LENGTH)

/** The cookie is Secure when browsers reach the portal over TLS. */
const cookieOptions = (request: FastifyRequest) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: usesTls(request) }) as const

/** Parses the cookies of a request. No hook fills `request.cookies`. */
const parseCookies = ({ server, headers }: FastifyRequest) =>
  headers.cookie === undefined ? {} : server.parseCookie(headers.cookie)

export const createSessionCookie = (names: Omit<CookieNames, 'device'>): SessionCookie => ({
  read(request) {
    const { [names.session]: cookie, [names.reported]: reported } = parseCookies(request)
    return cookie && reported !== toReportedMark(cookie) ? cookie : null
  },

  set(request, reply, { cookie, lifetimeMs }) {
    const maxAge = Math.max(0, Math.ceil(lifetimeMs / SECOND_MS))
    reply.setCookie(names.session, cookie, { ...cookieOptions(request), maxAge })
  },

  clear(request, reply) {
    reply.clearCookie(names.session, cookieOptions(request))
    reply.clearCookie(names.reported, cookieOptions(request))
  },

  markEndReported(request, reply) {
    const cookie = parseCookies(request)[names.session]
    if (!cookie) return
    const maxAge = SESSION_LIFETIME_MS / SECOND_MS
    reply.setCookie(names.reported, toReportedMark(cookie), { ...cookieOptions(request), maxAge })
  },
})
