import type { FastifyBaseLogger } from 'fastify'

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
