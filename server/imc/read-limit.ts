import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { callerNet } from '#server/http/caller-net.ts'
import { tooManyCallsMessage } from '#server/http/messages.ts'
import type { RateLimit } from '#server/http/rate-limit.ts'
import { sendTooManyRequests } from '#server/http/too-many-requests.ts'

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'

/**
 * Limits the reads of each network in the routes of this scope. Only replies with content count:
 * polls of unchanged lists get 304 and cost little.
 */
export function limitReads(scope: FastifyInstance, limit: RateLimit): void {
  // After the access check: a caller without a session gets 401 and not 429.
  scope.addHook('preHandler', async (request: FastifyRequest, reply: FastifyReply) => {
    if (!isRead(request)) return
    const result = limit.check(callerNet(request.ip))
    if (!result.ok) return sendTooManyRequests(reply, result.error.retryAfterMs, tooManyCallsMessage)
  })

  scope.addHook('onSend', async (request, reply) => {
    if (isRead(request) && reply.statusCode === 200) limit.take(callerNet(request.ip))
  })
}
