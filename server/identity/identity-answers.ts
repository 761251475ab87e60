import type { FastifyReply, FastifyRequest } from 'fastify'

import { sendTooManyRequests } from '#server/http/too-many-requests.ts'
import type { TooManyTries } from '#server/identity/attempt-limits.ts'
import { type Callers, noteTold } from '#server/identity/callers.ts'
import type { Client } from '#server/identity/client-store.ts'
import type { Caller, OpenSession, Standing } from '#server/identity/sessions.ts'
import { CLOSED_ACCOUNT, KEY_EXPIRED, SESSION_ENDED, SIGN_IN, TERMS_PENDING, tooManyTries } from '#server/messages.ts'
import type { ClientUserReply } from '#src/adapters/http/contract/identity.ts'
import { isoOf } from '#src/domain/time/bogota.ts'

/** A client as its own browser sees it. */
export const userReply = (client: Client, token: string): ClientUserReply => ({
  id: client.id,
  name: client.name,
  email: client.email,
  key_expired: client.keyExpired,
  token,
  fecha_confirmacion: client.termsAcceptedAt === null ? null : isoOf(client.termsAcceptedAt),
})

export const refuse = (reply: FastifyReply, status: 400 | 401 | 403 | 404, message: string): FastifyReply =>
  reply.code(status).send({ message })

export const refuseTries = (reply: FastifyReply, { retryAfterMs }: TooManyTries): FastifyReply =>
  sendTooManyRequests(reply, retryAfterMs, tooManyTries)

/** What a call that needs a session is told when it has none. */
function unknownMessage(caller: Caller): string {
  if (caller.kind === 'ended') return SESSION_ENDED[caller.reason]
  return caller.kind === 'session' ? CLOSED_ACCOUNT : SIGN_IN
}

/** Tells a caller why it has no session, once: with the answer its cookie becomes a visitor's. */
export function refuseCaller(request: FastifyRequest, reply: FastifyReply, caller: Caller): FastifyReply {
  if (caller.kind !== 'nobody') noteTold(request, reply)
  return refuse(reply, 401, unknownMessage(caller))
}

/** The session of a call, restricted or not; null when there is none, or its account is closed. */
export function sessionOf(callers: Pick<Callers, 'callerOf'>, request: FastifyRequest): OpenSession | null {
  const caller = callers.callerOf(request)
  return caller.kind === 'session' && caller.session.standing !== 'closed' ? caller.session : null
}

/** A header as it was sent; one that was sent twice is none. */
export const headerOf = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name.toLowerCase()]
  return typeof value === 'string' ? value : undefined
}

/** What a restricted session has to do first, null for one that may do everything (D5, D6). */
export function restrictionOf(standing: Standing): string | null {
  if (standing === 'terms-pending') return TERMS_PENDING
  return standing === 'key-expired' ? KEY_EXPIRED : null
}
