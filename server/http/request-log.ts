import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const REQUEST_ID_BYTES = 6

/** Random, so that one of yesterday's log is not today's. */
export const requestId = (): string => randomBytes(REQUEST_ID_BYTES).toString('hex')

/** The address without what a page's tokens may stand in. */
export const pathOf = (request: Pick<FastifyRequest, 'url'>): string => request.url.split('?', 1)[0] ?? ''

/** One line of the log for every call, and its id in the answer, so that a complaint finds its line. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    const { method } = request
    request.log.info(
      { method, path: pathOf(request), status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'call',
    )
  })
}
