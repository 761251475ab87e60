import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { tooManyCallsMessage } from '#server/http/messages.ts'
import { callerNet, type RateLimit, sendTooManyRequests } from '#server/http/rate-limit.ts'
import { refusalReply } from '#server/http/route-schema.ts'

const READ_LIMIT = 'ENTITY_READS_PER_MINUTE por minuto y red, sin contar las respuestas 304'

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'

/**
 * Limits the reads of each network in the routes of this scope. Only replies with content count:
 * polls of unchanged lists get 304 and cost little.
 */
export function limitReads(scope: FastifyInstance, limit: RateLimit): void {
  scope.addHook('onRoute', (route) => {
    if (route.method !== 'GET') return
    const response = Object.assign({}, route.schema?.response, { 429: refusalReply })
    route.schema = { ...route.schema, 'x-limit': READ_LIMIT, response }
  })

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
