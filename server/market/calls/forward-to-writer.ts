import { request as httpRequest, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { JSON_TYPE } from '#server/http/headers.ts'
import { OPERATOR_KEY_HEADER } from '#src/adapters/http/contract/paths.ts'

/** Marks a forwarded request: it is never forwarded again. */
const FORWARDED_HEADER = 'x-mercado-dolar-reenviada'

/** `Retry-After` while no process writes the market, or a new one is taking over, in seconds. */
const RETRY_SECONDS = '2'

const NO_WRITER = 'El servidor que registra las operaciones está cambiando. Repita la petición en unos segundos.'

/** Interval at which a waiting request looks whether another process writes the market by now. */
const WATCH_MS = 500

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
  Object.fromEntries(PASSED_HEADERS.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])))

interface Destination {
  readonly address: string
  readonly timeoutMs: number
  /** Whether the process at the address still writes the market, as far as this one knows. */
  readonly isWriter: () => boolean
}

/** Sends a request with its body to an address. Resolves when the reply begins. */
async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { address, timeoutMs, isWriter }: Destination,
): Promise<IncomingMessage> {
  const closed = new AbortController()
  reply.raw.once('close', () => closed.abort())
  const watch = setInterval(() => {
    if (!isWriter()) closed.abort()
  }, WATCH_MS)
  return new Promise<IncomingMessage>((resolve, reject) => {
    const passed = httpRequest(address + request.url, {
      method: request.method,
      headers: { ...pickHeaders(request), [FORWARDED_HEADER]: 'si' },
      signal: AbortSignal.any([closed.signal, AbortSignal.timeout(timeoutMs)]),
    })
    passed.once('response', resolve)
    passed.once('error', reject)
    request.raw.pipe(passed)
  }).finally(() => clearInterval(watch))
}

async function forward(request: FastifyRequest, reply: FastifyReply, destination: Destination) {
  const response = await send(request, reply, destination)
  const { 'retry-after': retryAfter, 'content-type': type } = response.headers
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  return reply
    .code(response.statusCode ?? 502)
    .type(type ?? JSON_TYPE)
    .send(await text(response))
}

/**
 * Passes the requests of these routes on to the process that writes the market, body and reply
 * unchanged. A process that has no reply within `timeoutMs`, or does not write the market any more,
 * counts as gone. Call it in the scope of the routes, after the check of access.
 */
export function forwardToWriter(scope: FastifyInstance, { isWriter, writerAddress }: Writer, timeoutMs: number): void {
  scope.addHook('onRequest', async (request, reply) => {
    if (isWriter()) return
    const address = writerAddress()
    if (address === null || request.headers[FORWARDED_HEADER] !== undefined) return sendNoWriter(reply)
    try {
      const isStillWriter = () => !isWriter() && writerAddress() === address
      return await forward(request, reply, { address, timeoutMs, isWriter: isStillWriter })
    } catch (error) {
      request.log.warn({ err: error, address }, 'the request cannot be passed on to the writer of the market')
      return sendNoWriter(reply)
    }
  })
}
