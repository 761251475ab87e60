import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const START_ID_BYTES = 4

/** Digits of the part of a request id that counts requests. */
const COUNT_DIGITS = 8

/** Identifies this start of the server, so that ids are unique across restarts. */
const startId = randomBytes(START_ID_BYTES).toString('hex')
let count = 0

/** A request id, unique across restarts. Random bytes would take a tenth of a request's time. */
export function requestId(): string {
  count += 1
  return startId + count.toString(16).padStart(COUNT_DIGITS, '0')
}

/** The path of a request without its query, which may contain tokens. */
export const requestPath = (request: Pick<FastifyRequest, 'url'>): string => request.url.split('?', 1)[0] ?? ''

/** Levels without request lines. */
const QUIET_LEVELS = new Set(['warn', 'error', 'fatal', 'silent'])

/**
 * Logs one line per request and sends its id as `x-request-id`, so that a reply can be found in the
 * log.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  if (QUIET_LEVELS.has(app.log.level)) return
  app.addHook('onResponse', (request, reply, done) => {
    const { id: reqId, method } = request
    // With the server's logger: `request.log` would create a child logger for this line.
    app.log.info(
      { reqId, method, path: requestPath(request), status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'request',
    )
    done()
  })
}
