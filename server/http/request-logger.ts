import type { FastifyBaseLogger } from 'fastify'

type CreateChild = FastifyBaseLogger['child']
type Line = Parameters<(detail: unknown, message?: string, ...rest: unknown[]) => void>

/** The logger of one request; its child of pino is created with its first line. */
class RequestLogger implements FastifyBaseLogger {
  readonly #parent: FastifyBaseLogger
  readonly #given: Parameters<CreateChild>
  #created: FastifyBaseLogger | null = null

  constructor(parent: FastifyBaseLogger, ...given: Parameters<CreateChild>) {
    this.#parent = parent
    this.#given = given
  }

  get #child(): FastifyBaseLogger {
    this.#created ??= this.#parent.child(...this.#given)
    return this.#created
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
  child(...given: Parameters<CreateChild>) {
    return this.#child.child(...given)
  }
}

/**
 * The child logger of a request with its id. Most requests log nothing of their own, and a child of
 * pino costs more than all hooks of a market read.
 */
export const createRequestLogger: CreateRequestLogger = (parent, bindings, options) =>
  new RequestLogger(parent, bindings, options)

type CreateRequestLogger = (parent: FastifyBaseLogger, ...given: Parameters<CreateChild>) => FastifyBaseLogger
