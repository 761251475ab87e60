import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'

import { invalidField, REFUSALS, type RefusalStatus, UNREADABLE_ADDRESS, UNREADABLE_JSON } from '#server/messages.ts'

interface Refusal {
  readonly status: RefusalStatus
  readonly message: string
}

const isRefusalStatus = (status: number): status is RefusalStatus => Object.hasOwn(REFUSALS, status)

/** Fastify's codes for a body that says it is JSON and is none. */
const JSON_CODES = new Set(['FST_ERR_CTP_EMPTY_JSON_BODY', 'FST_ERR_CTP_INVALID_JSON_BODY'])

const refusal = (status: RefusalStatus, message: string = REFUSALS[status]): Refusal => ({ status, message })

/** The field of the first broken rule of the contract; its path reads `/fecha`. */
const fieldOf = (error: FastifyError) => error.validation?.[0]?.instancePath.split('/')[1] ?? ''

function refusalOf(error: FastifyError): Refusal {
  if (error.validation) return refusal(400, invalidField(fieldOf(error)))
  if (JSON_CODES.has(error.code)) return refusal(400, UNREADABLE_JSON)
  const status = error.statusCode ?? 500
  if (status >= 500) return refusal(500)
  return refusal(isRefusalStatus(status) ? status : 400)
}

/** The last handler of every call: nothing of what went wrong inside leaves the house, and all of it is in the log. */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, message } = refusalOf(error)
  if (status === 500) request.log.error({ err: error }, 'unexpected error')
  return reply.code(status).send({ message })
}

/** Answers an address that the router cannot read; no hook runs for those, so the reply brings its own headers. */
export function answerUnroutable(error: FastifyError, _request: unknown, reply: FastifyReply): void {
  const { status, message } = error.statusCode === 414 ? refusal(414) : refusal(400, UNREADABLE_ADDRESS)
  void reply.code(status).header('x-content-type-options', 'nosniff').send({ message })
}

const CONNECTION_STATUSES: Readonly<Record<string, RefusalStatus>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/** Answers bytes that are no request of HTTP, as far as the connection still takes an answer. */
export function answerBrokenConnection(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const status = CONNECTION_STATUSES[error.code ?? ''] ?? 400
  const body = JSON.stringify({ message: REFUSALS[status] })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
