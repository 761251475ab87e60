import type { FastifyInstance, FastifyRequest } from 'fastify'

import type { GetAudience } from '#server/http/audience.ts'
import { createSessionCookie } from '#server/http/session-cookie.ts'
import { ANONYMOUS, type Caller, type Sessions } from '#server/identity/sessions.ts'

/** The client's session cookie (D55). */
export const clientCookie = createSessionCookie({ session: 'md_cliente', reported: 'md_terminada' })

/** Prefix of the paths of requests that are authenticated. */
const API_PREFIX = '/api/'

/** Identifies the client of every request below `/api/`. */
export interface Authenticator {
  findCaller(request: FastifyRequest): Caller
  /** Returns `live` only for sessions with full access (D17). */
  readonly getAudience: GetAudience
  /** Adds the hook that reads the session cookie of a request. */
  addHooks(app: FastifyInstance): void
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

    addHooks(app) {
      app.addHook('onRequest', (request, _reply, done) => {
        const cookie = request.url.startsWith(API_PREFIX) ? clientCookie.read(request) : null
        if (cookie === null) return done()
        sessions.findCaller(cookie).then((caller) => {
          callers.set(request, caller)
          done()
        }, done)
      })
    },
  }
}
