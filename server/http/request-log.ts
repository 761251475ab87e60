import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const REQUEST_ID_BYTES = 6

/** A random request id, unique across restarts. */
export const requestId = (): string => randomBytes(REQUEST_ID_BYTES).toString('hex')

/** The path of a request without its query, which may contain tokens. */
export const requestPath = (request: Pick<FastifyRequest, 'url'>): string => request.url.split('?', 1)[0] ?? ''

/**
 * Logs one line per request and sends its id as `x-request-id`, so that a reply can be found in the
 * log.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    const { method } = request
    request.log.info(
      { method, path: requestPath(request), status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'request',
    )
  })
}
