import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { isDiskFailure, isUnavailable } from '#server/database/errors.ts'
import { BUSY_RETRY_SECONDS, BusyError } from '#server/http/busy-error.ts'
import { HTML_TYPE, JSON_TYPE } from '#server/http/headers.ts'
import { BASE_STYLE, escapeMarkup, renderPlainPage, toPlainPagePolicy } from '#server/http/html.ts'
import {
  busyMessage,
  invalidFieldMessage,
  REFUSALS,
  type RefusalStatus,
  UNREADABLE_ADDRESS,
  UNREADABLE_JSON,
} from '#server/http/messages.ts'
import { isApiPath } from '#server/http/paths.ts'

const STYLE = `${BASE_STYLE}
header{padding:12px 24px;border-bottom:1px solid var(--line);background:var(--raised)}
main{max-width:640px;margin:0 auto;padding:48px 24px 56px;overflow-wrap:anywhere}
`

const POLICY = toPlainPagePolicy(STYLE, "'none'")

/** Whether a browser opens the URL as a page: a read that accepts HTML. */
export const isNavigation = ({ method, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && headers.accept?.includes('text/html') === true

const renderPage = (message: string) => {
  const title = message.replace(/\.$/, '')
  return renderPlainPage(
    `${title} | Mercado Dólar`,
    STYLE,
    `<header>Mercado Dólar</header><main><h1>${escapeMarkup(title)}</h1><p><a href="/">Ir al inicio</a></p></main>`,
  )
}

/**
 * Refuses a request. Outside `/api`, a browser that opens a page gets HTML. All other requests get
 * JSON (D44).
 */
export function sendRefusal(
  request: FastifyRequest,
  reply: FastifyReply,
  status: RefusalStatus,
  message: string,
): FastifyReply {
  reply.code(status)
  if (!isNavigation(request) || isApiPath(request.url)) return reply.send({ message })
  return reply
    .headers({ 'content-security-policy': POLICY, 'cache-control': 'no-store' })
    .type(HTML_TYPE)
    .send(renderPage(message))
}

interface Refusal {
  readonly status: RefusalStatus
  readonly message: string
}

const isRefusalStatus = (status: number): status is RefusalStatus => Object.hasOwn(REFUSALS, status)

/** Fastify's codes for a JSON body that cannot be parsed. */
const JSON_CODES = new Set(['FST_ERR_CTP_EMPTY_JSON_BODY', 'FST_ERR_CTP_INVALID_JSON_BODY'])

/** Fastify's code for the timeout of a route. */
const TIMEOUT_CODE = 'FST_ERR_HANDLER_TIMEOUT'

const createRefusal = (status: RefusalStatus, message: string = REFUSALS[status]): Refusal => ({ status, message })

/** The name of the first invalid field; '' for the whole input. Its path has the form `/fecha`. */
const readInvalidField = (error: FastifyError) => error.validation?.[0]?.instancePath.split('/')[1] ?? ''

function toRefusal(error: FastifyError): Refusal {
  if (error.validation) return createRefusal(400, invalidFieldMessage(readInvalidField(error)))
  if (JSON_CODES.has(error.code)) return createRefusal(400, UNREADABLE_JSON)
  const status = error.statusCode ?? 500
  if (error.code === TIMEOUT_CODE || isUnavailable(error)) return createRefusal(503)
  if (status >= 500) return createRefusal(500)
  return createRefusal(isRefusalStatus(status) ? status : 400)
}

function toLogMessage(status: RefusalStatus, error: FastifyError): string {
  if (isDiskFailure(error)) return 'the disk refused to write'
  return status === 503 ? 'no reply in time' : 'unexpected error'
}

/**
 * Error handler of all routes: sends a Spanish message without internal detail, and logs unexpected
 * errors in full.
 */
export function handleError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof BusyError) {
    reply.header('retry-after', String(BUSY_RETRY_SECONDS))
    return sendRefusal(request, reply, 503, busyMessage(BUSY_RETRY_SECONDS))
  }
  const { status, message } = toRefusal(error)
  if (status >= 500) request.log.error({ err: error }, toLogMessage(status, error))
  if (status === 503) reply.header('retry-after', String(BUSY_RETRY_SECONDS))
  return sendRefusal(request, reply, status, message)
}

/**
 * Refuses a URL that the router cannot parse. No hook adds the security headers, so this handler
 * sets the one that the refusal needs.
 */
export function handleUnroutable(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const { status, message } = error.statusCode === 414 ? createRefusal(414) : createRefusal(400, UNREADABLE_ADDRESS)
  void sendRefusal(request, reply.header('x-content-type-options', 'nosniff'), status, message)
}

const CONNECTION_STATUSES: Readonly<Record<string, RefusalStatus>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/** Refuses a malformed, oversized or late HTTP request, if the socket is still writable. */
export function handleClientError(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const status = CONNECTION_STATUSES[error.code ?? ''] ?? 400
  const body = JSON.stringify({ message: REFUSALS[status] })
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `Content-Type: ${JSON_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`)
}
