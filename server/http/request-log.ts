import { randomBytes } from 'node:crypto'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'

type CreateChild = FastifyBaseLogger['child']
type Line = Parameters<(detail: unknown, message?: string, ...rest: unknown[]) => void>

/** The logger of one request. Creates the pino child with the first line. */
class RequestLogger implements FastifyBaseLogger {
  readonly #parent: FastifyBaseLogger
  readonly #childArguments: Parameters<CreateChild>
  #instance: FastifyBaseLogger | null = null

  constructor(parent: FastifyBaseLogger, ...childArguments: Parameters<CreateChild>) {
    this.#parent = parent
    this.#childArguments = childArguments
  }

  get #child(): FastifyBaseLogger {
    this.#instance ??= this.#parent.child(...this.#childArguments)
    return this.#instance
  }

  get level() {
    return this.#parent.level
  }
  fatal(...line: Line) {
    this.#child.fatal(...line)
  }
  error(...line: Line) {
    this.#child.error(...line)
  }
  warn(...line: Line) {
    this.#child.warn(...line)
  }
  info(...line: Line) {
    this.#child.info(...line)
  }
  debug(...line: Line) {
    this.#child.debug(...line)
  }
  trace(...line: Line) {
    this.#child.trace(...line)
  }
  silent() {}
  child(...childArguments: Parameters<CreateChild>) {
    return this.#child.child(...childArguments)
  }
}

/**
 * Creates the logger of a request. The pino child is created with the first line: most requests log
 * nothing, and a child costs more than all hooks of a market read.
 */
export const createRequestLogger: CreateRequestLogger = (parent, bindings, options) =>
  new RequestLogger(parent, bindings, options)

type CreateRequestLogger = (parent: FastifyBaseLogger, ...childArguments: Parameters<CreateChild>) => FastifyBaseLogger

const START_ID_BYTES = 4

/** Number of digits of the request counter in a request id. */
const COUNT_DIGITS = 8

/** Identifies this start of the server, so that ids are unique across restarts. */
const START_ID = randomBytes(START_ID_BYTES).toString('hex')
let requestCount = 0

/** Creates a request id from a counter: random bytes take a tenth of a request's time. */
export function createRequestId(): string {
  requestCount += 1
  return START_ID + requestCount.toString(16).padStart(COUNT_DIGITS, '0')
}

/** The path of a request without its query, which may contain tokens. */
export const requestPath = (request: Pick<FastifyRequest, 'url'>): string => request.url.split('?', 1)[0] ?? ''

/** Log levels that omit the lines of requests. */
const QUIET_LEVELS = new Set(['warn', 'error', 'fatal', 'silent'])

/**
 * Logs one line per request and sends the request id as `x-request-id`, which finds the log line of
 * a reply.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  if (QUIET_LEVELS.has(app.log.level)) return
  app.addHook('onResponse', (request, reply, done) => {
    const { id: reqId, method } = request
    // Not `request.log`, which would create a child logger for this line.
    const key = request.operatorKeyName === null ? {} : { operatorKey: request.operatorKeyName }
    app.log.info(
      {
        reqId,
        method,
        path: requestPath(request),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        ...key,
      },
      'request',
    )
    done()
  })
}
