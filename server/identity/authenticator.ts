import type { FastifyInstance, FastifyRequest } from 'fastify'

import type { GetAudience } from '#server/http/audience.ts'
import { createSessionCookie } from '#server/http/session-cookie.ts'
import { ANONYMOUS, type Caller, type Sessions } from '#server/identity/sessions.ts'

/** The client's session cookie (D55). */
export const clientCookie = createSessionCookie({ session: 'md_cliente', reported: 'md_terminada' })

/** Prefix of the paths that need the caller. */
const API = '/api/'

/** Identifies the client of every request below `/api/`. */
export interface Authenticator {
  findCaller(request: FastifyRequest): Caller
  /** Only sessions with full access get live data (D17). */
  readonly getAudience: GetAudience
  /** Reads the session cookie of every request. */
  watch(app: FastifyInstance): void
}

export function createAuthenticator(sessions: Pick<Sessions, 'findCaller'>): Authenticator {
  const callers = new WeakMap<FastifyRequest, Caller>()
  const findCaller = (request: FastifyRequest) => callers.get(request) ?? ANONYMOUS

  return {
    findCaller,

    getAudience(request) {
      const caller = findCaller(request)
      return caller.kind === 'session' && caller.session.access === 'full' ? 'live' : 'delayed'
    },

    watch(app) {
      app.addHook('onRequest', (request, _reply, done) => {
        const cookie = request.url.startsWith(API) ? clientCookie.read(request) : null
        if (cookie === null) return done()
        sessions.findCaller(cookie).then((caller) => {
          callers.set(request, caller)
          done()
        }, done)
      })
    },
  }
}
