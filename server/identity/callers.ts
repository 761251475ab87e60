import cookies from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hashOf } from '#server/identity/secrets.ts'
import { type Admission, type Caller, NOBODY, type Sessions } from '#server/identity/sessions.ts'
import type { AudienceOf } from '#server/market/market-replies.ts'
import { SESSION_LIFETIME_MS } from '#src/domain/identity/session.ts'
import { SECOND_MS } from '#src/domain/time/bogota.ts'

/** Carries a client's session (D55). */
export const CLIENT_COOKIE = 'md_cliente'

/**
 * Names the session cookie whose end its browser has been told of; from then on that cookie is a visitor's. Nothing takes the session
 * cookie itself away: an answer to the old one may come in after a new login's, and would take the new one.
 */
export const TOLD_COOKIE = 'md_terminada'

const TOLD_LENGTH = 16

/** Tells one cookie from another and nothing about it. */
const toldOf = (cookie: string) => hashOf(hashOf(cookie)).slice(0, TOLD_LENGTH)

/** Below it are the calls; nothing else looks at who is asking. */
const API = '/api/'

/** Knows of every call below `/api/` who is calling. */
export interface Callers {
  callerOf(request: FastifyRequest): Caller
  /** Live is for clients whose session may do everything (D17); all others are late. */
  readonly audienceOf: AudienceOf
  /** Looks at the cookies of every call. */
  watch(app: FastifyInstance): void
}

export function createCallers(sessions: Pick<Sessions, 'callerOf'>): Callers {
  const known = new WeakMap<FastifyRequest, Caller>()
  const callerOf = (request: FastifyRequest) => known.get(request) ?? NOBODY

  return {
    callerOf,

    audienceOf(request) {
      const caller = callerOf(request)
      return caller.kind === 'session' && caller.session.standing === 'full' ? 'live' : 'delayed'
    },

    watch(app) {
      app.register(cookies)
      app.addHook('onRequest', async (request) => {
        const header = request.headers.cookie
        if (header === undefined || !request.url.startsWith(API)) return
        const { [CLIENT_COOKIE]: cookie, [TOLD_COOKIE]: told } = app.parseCookie(header)
        if (cookie && told !== toldOf(cookie)) known.set(request, await sessions.callerOf(cookie))
      })
    },
  }
}

/** Over TLS the cookie never travels without it. */
const cookieOptions = ({ protocol }: FastifyRequest) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: protocol === 'https' }) as const

/** Gives a browser its session. */
export function admit(request: FastifyRequest, reply: FastifyReply, { cookie, lifetimeMs }: Admission): void {
  const maxAge = Math.max(0, Math.ceil(lifetimeMs / SECOND_MS))
  reply.setCookie(CLIENT_COOKIE, cookie, { ...cookieOptions(request), maxAge })
}

/** Takes a browser's session cookie away, at its own wish. */
export function dismiss(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(CLIENT_COOKIE, cookieOptions(request))
  reply.clearCookie(TOLD_COOKIE, cookieOptions(request))
}

/** Notes in a browser that it has been told of the end of the session that it came with. */
export function noteTold(request: FastifyRequest, reply: FastifyReply): void {
  const cookie = request.cookies[CLIENT_COOKIE]
  if (!cookie) return
  const maxAge = SESSION_LIFETIME_MS / SECOND_MS
  reply.setCookie(TOLD_COOKIE, toldOf(cookie), { ...cookieOptions(request), maxAge })
}
