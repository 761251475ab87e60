import type { FastifyReply, FastifyRequest } from 'fastify'

import type { AccessChecks, CheckAccess } from '#server/http/access.ts'
import { tooManyAttemptsMessage } from '#server/http/messages.ts'
import { sendTooManyRequests } from '#server/http/too-many-requests.ts'
import { type Authenticator, clientCookie } from '#server/identity/authenticator.ts'
import type { Client } from '#server/identity/client-store.ts'
import { closedAccountMessage, PASSWORD_EXPIRED, SESSION_ENDED, TERMS_PENDING } from '#server/identity/messages.ts'
import type { EndReason } from '#server/identity/session-store.ts'
import type { Caller, OpenSession } from '#server/identity/sessions.ts'
import type { TooManyAttempts } from '#server/security/attempt-limits.ts'
import { SIGN_IN } from '#server/security/session-messages.ts'
import type { RefusedSessionReply } from '#src/adapters/http/contract/error.ts'
import type { ClientUserReply } from '#src/adapters/http/contract/identity/identity.ts'
import type { AccountAccess } from '#src/domain/identity/account.ts'
import type { RefusalReason } from '#src/domain/identity/session.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import { toIso } from '#src/domain/time/bogota.ts'

/** Converts a client for the reply to its own browser. */
export const toUserReply = (client: Client, token: string): ClientUserReply => ({
  id: client.id,
  name: client.name,
  email: client.email,
  key_expired: client.passwordExpired,
  token,
  fecha_confirmacion: client.termsAcceptedAt === null ? null : toIso(client.termsAcceptedAt),
  ...(client.expiresAt !== null && { vence: toIso(client.expiresAt) }),
})

export const refuse = (reply: FastifyReply, status: 400 | 403 | 404, message: string): FastifyReply =>
  reply.code(status).send({ message })

export const rejectAttempts = (reply: FastifyReply, { retryAfterMs }: TooManyAttempts): FastifyReply =>
  sendTooManyRequests(reply, retryAfterMs, tooManyAttemptsMessage)

const REFUSAL_REASONS: Readonly<Record<EndReason, RefusalReason>> = {
  logout: 'unknown',
  replaced: 'unknown',
  takeover: 'takeover',
  password: 'password-changed',
  expired: 'expired',
  closed: 'account-closed',
}

/** Returns the body of a 401: why the caller is refused, as a text and as a code (D54). */
function toRefusal(caller: Caller): RefusedSessionReply {
  switch (caller.kind) {
    case 'ended':
      return { message: SESSION_ENDED[caller.reason], reason: REFUSAL_REASONS[caller.reason] }
    case 'session':
      return { message: closedAccountMessage(caller.session.client), reason: 'account-closed' }
    case 'anonymous':
      return { message: SIGN_IN, reason: 'unknown' }
  }
}

/** Sends 401 with the reason, once per session: afterwards its cookie counts as anonymous. */
export function rejectCaller(request: FastifyRequest, reply: FastifyReply, caller: Caller): FastifyReply {
  if (caller.kind !== 'anonymous') clientCookie.markEndReported(request, reply)
  return reply.code(401).send(toRefusal(caller))
}

type CallerFinder = Pick<Authenticator, 'findCaller'>

/** Creates the checks of the accesses `client` and `session`. Refused callers get 401 (D54). */
export function createAccessChecks(authenticator: CallerFinder): AccessChecks {
  const createCheck =
    (isAllowed: (caller: Caller) => boolean): CheckAccess =>
    (request, reply) => {
      const caller = authenticator.findCaller(request)
      if (isAllowed(caller)) return true
      rejectCaller(request, reply, caller)
      return false
    }
  return {
    client: createCheck((caller) => caller.kind === 'session' && caller.session.access !== 'closed'),
    session: createCheck((caller) => caller.kind === 'session'),
  }
}

/** Returns the session of a request. Its route must have the access `client` or `session`. */
export function getSession(authenticator: CallerFinder, request: FastifyRequest): OpenSession {
  const caller = authenticator.findCaller(request)
  if (caller.kind === 'session') return caller.session
  throw new Error(`route ${request.routeOptions.url} needs the access client or session`)
}

/** Returns the message for a restricted session; null for full access and a closed account. */
export function findRestriction(access: AccountAccess): string | null {
  if (access === 'terms-pending') return TERMS_PENDING
  return access === 'password-expired' ? PASSWORD_EXPIRED : null
}

/**
 * Returns the client of a caller; null for a visitor or an ended session. Fails for a session
 * without full access (D5, D6).
 */
export function toIdentifiedClient(caller: Caller): Result<Client | null, string> {
  if (caller.kind !== 'session') return ok(null)
  const { client, access } = caller.session
  if (access === 'closed') return err(closedAccountMessage(client))
  const restriction = findRestriction(access)
  return restriction === null ? ok(client) : err(restriction)
}
