import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { JSON_TYPE } from '#server/http/headers.ts'
import { OPERATOR_KEY_HEADER } from '#src/adapters/http/contract/paths.ts'

/** Marks a forwarded request: it is never forwarded again. */
const FORWARDED_HEADER = 'x-mercado-dolar-reenviada'

/** `Retry-After` while no process writes the market, or a new one is taking over, in seconds. */
const RETRY_SECONDS = '2'

const NO_WRITER = 'El servidor que registra las operaciones está cambiando. Repita la petición en unos segundos.'

/** The headers of a request that its handler reads. */
const PASSED_HEADERS = [OPERATOR_KEY_HEADER.toLowerCase(), 'content-type', 'content-length', 'accept']

export interface Writer {
  isWriter(): boolean
  /** Address of the process that writes the market; null when it is unknown, or this process. */
  writerAddress(): string | null
}

const sendNoWriter = (reply: FastifyReply) =>
  reply.code(503).header('retry-after', RETRY_SECONDS).send({ message: NO_WRITER })

const pickHeaders = ({ headers }: FastifyRequest) =>
  PASSED_HEADERS.flatMap((name): [string, string][] => {
    const value = headers[name]
    return typeof value === 'string' ? [[name, value]] : []
  })

async function forward(request: FastifyRequest, reply: FastifyReply, address: string) {
  const response = await fetch(address + request.url, {
    method: request.method,
    headers: [...pickHeaders(request), [FORWARDED_HEADER, 'si']],
    body: Readable.toWeb(request.raw),
    duplex: 'half',
    redirect: 'error',
  } as RequestInit)
  const retryAfter = response.headers.get('retry-after')
  if (retryAfter !== null) reply.header('retry-after', retryAfter)
  return reply
    .code(response.status)
    .type(response.headers.get('content-type') ?? JSON_TYPE)
    .send(await response.text())
}

/**
 * Passes the requests of these routes on to the process that writes the market, body and reply
 * unchanged. Call it in the scope of the routes, after the check of access.
 */
export function forwardToWriter(scope: FastifyInstance, { isWriter, writerAddress }: Writer): void {
  scope.addHook('onRequest', async (request, reply) => {
    if (isWriter()) return
    const address = writerAddress()
    if (address === null || request.headers[FORWARDED_HEADER] !== undefined) return sendNoWriter(reply)
    try {
      return await forward(request, reply, address)
    } catch (error) {
      request.log.warn({ err: error, address }, 'the request cannot be passed on to the writer of the market')
      return sendNoWriter(reply)
    }
  })
}
