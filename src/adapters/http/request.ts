import { type $Fetch, FetchError, type FetchOptions } from 'ofetch'

import { errorReply, refusedSessionReply } from '#src/adapters/http/contract/values.ts'
import type { CallFailure } from '#src/domain/call.ts'
import type { SessionRefusal } from '#src/domain/identity/session.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

/** Timeout of a call and its body, in ms (D38). Uploads and the stream have other timeouts. */
export const CALL_TIMEOUT_MS = 10_000

export interface Call {
  readonly path: string
  /** Sent as JSON. A call without body and form is a GET. */
  readonly body?: Readonly<Record<string, unknown>>
  /** The method of a call with a body or form; POST by default. */
  readonly method?: 'POST' | 'PUT'
  /** Sent as a URL-encoded form, if the call has no body. */
  readonly form?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  /** Aborts the call, which then returns `unreachable`. */
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs?: number
}

/** A request that reached no server. `fetch` throws a TypeError, as errors of our own code do. */
class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
}

/** Decodes the body of a reply; null for a malformed body. */
export type Decoder<Body, T> = (body: Body) => T | null

/**
 * Sends a call and decodes the JSON of the reply. Only this file maps HTTP exceptions to failures
 * (D38).
 */
export const requestJson = <T>(http: $Fetch, call: Call, decode: Decoder<unknown, T>) =>
  requestText(http, call, fromJson(decode))

/** Sends a call and decodes the text of the reply. */
export async function requestText<T>(
  http: $Fetch,
  call: Call,
  decode: Decoder<string, T>,
): Promise<Result<T, CallFailure>> {
  const reply = await send(http, call)
  return reply.ok ? decodeText(reply.value.text, decode) : reply
}

export function decodeText<T>(text: string, decode: Decoder<string, T>): Result<T, CallFailure> {
  const value = decode(text)
  return value === null ? err({ kind: 'malformed' }) : ok(value)
}

/** Converts a decoder of JSON to a decoder of text. */
export const fromJson =
  <T>(decode: Decoder<unknown, T>): Decoder<string, T> =>
  (text) => {
    const body = parseJson(text)
    return body.ok ? decode(body.value) : null
  }

/** A reply with a success status, or 304. */
export interface Reply {
  readonly status: number
  readonly etag: string | null
  readonly text: string
}

/** Sends a call and returns the undecoded reply. Throws unexpected errors. */
export async function send(http: $Fetch, call: Call): Promise<Result<Reply, CallFailure>> {
  const options = toOptions(call)
  try {
    const { _data: text, status, headers } = await http.raw(call.path, options)
    // ofetch returns undefined for a reply without a body.
    return ok({ status, etag: headers.get('etag'), text: text ?? '' })
  } catch (error) {
    const failure = toFailure(error)
    if (failure) return err(failure)
    throw error
  }
}

const toContent = ({ body, form }: Call) => body ?? (form && new URLSearchParams(form))

function toOptions(call: Call): FetchOptions<'text'> {
  const { headers, signal, method = 'POST', timeoutMs = CALL_TIMEOUT_MS } = call
  const content = toContent(call)
  return {
    responseType: 'text',
    // The timeout of ofetch does not include the body.
    signal: createTimeoutSignal(timeoutMs, signal),
    ...(headers && { headers }),
    ...(content && { method, body: content }),
  }
}

/**
 * Returns a signal that aborts with `signal`, or with a TimeoutError. The oldest supported browsers
 * have no `AbortSignal.any`.
 */
export function createTimeoutSignal(timeoutMs: number, signal?: AbortSignal): AbortSignal {
  const timeout = AbortSignal.timeout(timeoutMs)
  if (!signal) return timeout
  const controller = new AbortController()
  for (const source of [timeout, signal]) {
    if (source.aborted) controller.abort(source.reason)
    source.addEventListener('abort', () => controller.abort(source.reason), { signal: controller.signal })
  }
  return controller.signal
}

function toFailure(error: unknown): CallFailure | null {
  // Only reading the body throws another error: a TypeError then is a lost connection.
  if (!(error instanceof FetchError))
    return isNamed(error, 'TypeError') ? { kind: 'unreachable' } : toCallFailure(error)
  return error.status === undefined ? toCallFailure(error.cause) : toStatusFailure(error.status, error.data)
}

/** Maps the error of a call without a reply to a failure; null for an unexpected error. */
export function toCallFailure(cause: unknown): CallFailure | null {
  if (isNamed(cause, 'TimeoutError')) return { kind: 'timeout' }
  return cause instanceof ConnectionError || isNamed(cause, 'AbortError') ? { kind: 'unreachable' } : null
}

/** Converts an error status and the body of its reply to a failure. */
export const toStatusFailure = (status: number, text: unknown): CallFailure => ({
  kind: status >= 500 ? 'server-error' : 'rejected',
  status,
  message: parseErrorMessage(text),
})

/** Parses the message of an error body; null without a message. */
function parseErrorMessage(text: unknown): string | null {
  const body = typeof text === 'string' ? parseJson(text) : null
  const parsed = errorReply.safeParse(body?.ok ? body.value : null)
  return parsed.data?.message.trim() || null
}

/** Parses the body of a 401. An unknown or missing code has the reason `unknown` (D54). */
export function parseSessionRefusal(text: string): SessionRefusal {
  const body = parseJson(text)
  const parsed = refusedSessionReply.safeParse(body.ok ? body.value : null)
  return { reason: parsed.data?.reason ?? 'unknown', message: parseErrorMessage(text) }
}

/** Parses JSON without throwing. */
export function parseJson(text: string): Result<unknown, 'not-json'> {
  try {
    return ok(JSON.parse(text))
  } catch {
    return err('not-json')
  }
}

/** Converts the TypeError of `fetch` to a ConnectionError. */
export function throwConnectionError(cause: unknown): never {
  throw isNamed(cause, 'TypeError') ? new ConnectionError('no connection', { cause }) : cause
}

/** Compares names, because the errors of a test page and of Node have different classes. */
const isNamed = (error: unknown, name: string) => error instanceof Object && 'name' in error && error.name === name
