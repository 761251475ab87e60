import type { FastifyReply, FastifyRequest } from 'fastify'

import { callerNet } from '#server/http/caller-net.ts'
import { tooManyCallsMessage } from '#server/http/messages.ts'
import type { RateLimit } from '#server/http/rate-limit.ts'
import { sendTooManyRequests } from '#server/http/too-many-requests.ts'

/**
 * Counts a request of the caller's network; when the limit refuses it, sends 429 and returns true.
 */
export function refuseIfLimited(limit: RateLimit, request: FastifyRequest, reply: FastifyReply): boolean {
  const result = limit.take(callerNet(request.ip))
  if (!result.ok) sendTooManyRequests(reply, result.error.retryAfterMs, tooManyCallsMessage)
  return !result.ok
}
