import cookies from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { GetAudience } from '#server/http/audience.ts'
import { ANONYMOUS, type Caller, type IssuedSession, type Sessions } from '#server/identity/sessions.ts'
import { hashSecret } from '#server/security/secrets.ts'
import { SESSION_LIFETIME_MS } from '#src/domain/identity/session.ts'
import { SECOND_MS } from '#src/domain/time/bogota.ts'

/** The client's session cookie (D55). */
export const CLIENT_COOKIE = 'md_cliente'

/**
 * Marks a session cookie whose end was reported to its browser; that cookie is anonymous from then
 * on. The session cookie itself is not deleted: a late response to the old session would delete a
 * new login's cookie.
 */
export const REPORTED_COOKIE = 'md_terminada'

const REPORTED_MARK_LENGTH = 16

/** A short mark of a cookie that reveals nothing about it. */
const toReportedMark = (cookie: string) => hashSecret(hashSecret(cookie)).slice(0, REPORTED_MARK_LENGTH)

/** Prefix of the paths that need the caller. */
const API = '/api/'

/** Identifies the caller of every request below `/api/`. */
export interface Authenticator {
  findCaller(request: FastifyRequest): Caller
  /** Only sessions with full access get live data (D17). */
  readonly getAudience: GetAudience
  /** Reads the cookies of every request. */
  watch(app: FastifyInstance): void
}

export function createAuthenticator(sessions: Pick<Sessions, 'findCaller'>): Authenticator {
  const known = new WeakMap<FastifyRequest, Caller>()
  const findCaller = (request: FastifyRequest) => known.get(request) ?? ANONYMOUS

  return {
    findCaller,

    getAudience(request) {
      const caller = findCaller(request)
      return caller.kind === 'session' && caller.session.access === 'full' ? 'live' : 'delayed'
    },

    watch(app) {
      app.register(cookies)
      app.addHook('onRequest', async (request) => {
        const header = request.headers.cookie
        if (header === undefined || !request.url.startsWith(API)) return
        const { [CLIENT_COOKIE]: cookie, [REPORTED_COOKIE]: reported } = app.parseCookie(header)
        if (cookie && reported !== toReportedMark(cookie)) known.set(request, await sessions.findCaller(cookie))
      })
    },
  }
}

/** The cookie is Secure when the request came over TLS. */
const cookieOptions = ({ protocol }: FastifyRequest) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: protocol === 'https' }) as const

/** Sets the session cookie. */
export function setSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  { cookie, lifetimeMs }: IssuedSession,
): void {
  const maxAge = Math.max(0, Math.ceil(lifetimeMs / SECOND_MS))
  reply.setCookie(CLIENT_COOKIE, cookie, { ...cookieOptions(request), maxAge })
}

/** Clears the session cookies after a logout. */
export function clearSessionCookies(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(CLIENT_COOKIE, cookieOptions(request))
  reply.clearCookie(REPORTED_COOKIE, cookieOptions(request))
}

/** Marks in the browser that the end of its session was reported. */
export function markEndReported(request: FastifyRequest, reply: FastifyReply): void {
  const cookie = request.cookies[CLIENT_COOKIE]
  if (!cookie) return
  const maxAge = SESSION_LIFETIME_MS / SECOND_MS
  reply.setCookie(REPORTED_COOKIE, toReportedMark(cookie), { ...cookieOptions(request), maxAge })
}
