import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { AccessChecks, CheckAccess } from '#server/http/access.ts'
import { IMC_BASE } from '#server/http/paths.ts'
import { createSessionCookie } from '#server/http/session-cookie.ts'
import type { ImcEndReason } from '#server/imc/session/imc-session-store.ts'
import { ANONYMOUS, type ImcCaller, type ImcSessions, type OpenImcSession } from '#server/imc/session/imc-sessions.ts'
import {
  ADMINISTRATORS_ONLY,
  CLOSED_USER,
  MUST_CHANGE_PASSWORD,
  NO_PENDING_CHANGE,
  OTHER_ENTITY,
  SESSION_ENDED,
} from '#server/imc/session/session-messages.ts'
import { setEntityUser } from '#server/imc/users/entity-user.ts'
import { SIGN_IN } from '#server/security/session-messages.ts'
import type { RefusedSessionReply } from '#src/adapters/http/contract/error.ts'
import type { RefusalReason } from '#src/domain/identity/session.ts'
import { canWrite } from '#src/domain/imc/users/entity-user.ts'

/** The session cookie of entity users (D55). */
export const imcCookie = createSessionCookie({ session: 'md_imc', reported: 'md_imc_terminada' })

/** Identifies the entity user of every request to the back-office. */
export interface EntityAuthenticator {
  findCaller(request: FastifyRequest): ImcCaller
  /** Returns the session of a request whose route requires one; throws without a session. */
  getSession(request: FastifyRequest): OpenImcSession
  /** Reads the session cookie of every request to the back-office. */
  addHooks(app: FastifyInstance): void
  readonly access: AccessChecks
}

/** Reasons in the reply, by the reason of the session's end. */
const REASONS: Readonly<Record<ImcEndReason, RefusalReason>> = {
  logout: 'unknown',
  replaced: 'unknown',
  password: 'password-changed',
  expired: 'expired',
}

/** Creates the body of a 401: text and code of the reason (D54). */
function toRefusal(caller: ImcCaller): RefusedSessionReply {
  switch (caller.kind) {
    case 'ended':
      return { message: SESSION_ENDED[caller.reason], reason: REASONS[caller.reason] }
    case 'session':
      return { message: CLOSED_USER, reason: 'account-closed' }
    case 'anonymous':
      return { message: SIGN_IN, reason: 'unknown' }
  }
}

const forbid = (reply: FastifyReply, message: string): false => {
  reply.code(403).send({ message })
  return false
}

/** Returns why an open session may not use a route; null when the session may use it. */
type FindRestriction = (session: OpenImcSession) => string | null

const findReaderRestriction: FindRestriction = ({ access }) => (access === 'full' ? null : MUST_CHANGE_PASSWORD)

const findAdministratorRestriction: FindRestriction = (session) =>
  findReaderRestriction(session) ?? (canWrite(session.user.role) ? null : ADMINISTRATORS_ONLY)

const findPendingRestriction: FindRestriction = ({ access }) =>
  access === 'password-pending' ? null : NO_PENDING_CHANGE

/** Returns an error message when the path names a foreign entity, else null (D24). */
function findPathRestriction({ user }: OpenImcSession, { params }: FastifyRequest): string | null {
  const entityId = typeof params === 'object' && params !== null && 'entidad' in params ? params.entidad : user.entityId
  return entityId === user.entityId ? null : OTHER_ENTITY
}

export function createEntityAuthenticator(sessions: Pick<ImcSessions, 'findCaller'>): EntityAuthenticator {
  const callers = new WeakMap<FastifyRequest, ImcCaller>()
  const findCaller = (request: FastifyRequest) => callers.get(request) ?? ANONYMOUS

  /**
   * Sends 401 with the reason. Marks the session cookie, whose later requests are then anonymous.
   */
  function rejectCaller(request: FastifyRequest, reply: FastifyReply, caller: ImcCaller): false {
    if (caller.kind !== 'anonymous') imcCookie.markEndReported(request, reply)
    reply.code(401).send(toRefusal(caller))
    return false
  }

  const requireSession =
    (findRestriction: FindRestriction): CheckAccess =>
    (request, reply) => {
      const caller = findCaller(request)
      if (caller.kind !== 'session' || caller.session.access === 'closed') return rejectCaller(request, reply, caller)
      const { session } = caller
      const restriction = findRestriction(session) ?? findPathRestriction(session, request)
      if (restriction !== null) return forbid(reply, restriction)
      setEntityUser(request, session.user)
      return true
    }

  return {
    findCaller,

    getSession(request) {
      const caller = findCaller(request)
      if (caller.kind === 'session') return caller.session
      throw new Error(`route ${request.routeOptions.url} requires no entity user`)
    },

    addHooks(app) {
      app.addHook('onRequest', (request, _reply, done) => {
        const cookie = request.url.startsWith(`${IMC_BASE}/`) ? imcCookie.read(request) : null
        if (cookie === null) return done()
        sessions.findCaller(cookie).then((caller) => {
          callers.set(request, caller)
          done()
        }, done)
      })
    },

    access: {
      entityReader: requireSession(findReaderRestriction),
      entityAdministrator: requireSession(findAdministratorRestriction),
      pendingEntity: requireSession(findPendingRestriction),
    },
  }
}
