import { FetchError, type FetchOptions } from 'ofetch'

import type { HttpClient } from '#src/adapters/http/client.ts'
import { errorReply } from '#src/adapters/http/contract/error.ts'
import type { GatewayFailure } from '#src/application/platform/failure.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

/** On every call but uploads and the stream, body included (D38). */
export const CALL_TIMEOUT_MS = 10_000

export interface Call {
  readonly path: string
  /** Sent as JSON by POST; without it and without a form the call is a GET. */
  readonly body?: Readonly<Record<string, unknown>>
  /** Sent as form data by POST. */
  readonly form?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  /** Gives up the call; its answer is then `unreachable`. */
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs?: number
}

/** Reads a reply's body; null is a reply that does not fit. */
export type Reader<Body, T> = (body: Body) => T | null

/** Calls and reads the JSON of the reply; the only place where HTTP exceptions become failures (D38). */
export const requestJson = <T>(http: HttpClient, call: Call, read: Reader<unknown, T>) =>
  requestText(http, call, (text) => {
    const body = jsonOf(text)
    return body.ok ? read(body.value) : null
  })

/** Calls and reads the text of the reply. */
export async function requestText<T>(
  http: HttpClient,
  call: Call,
  read: Reader<string, T>,
): Promise<Result<T, GatewayFailure>> {
  const text = await send(http, call)
  if (!text.ok) return text
  const value = read(text.value)
  return value === null ? err({ kind: 'malformed' }) : ok(value)
}

async function send(http: HttpClient, call: Call): Promise<Result<string, GatewayFailure>> {
  try {
    // undefined for an answer without a body
    const text: string | undefined = await http(call.path, optionsOf(call))
    return ok(text ?? '')
  } catch (error) {
    const failure = failureOf(error)
    if (failure) return err(failure)
    throw error
  }
}

const contentOf = ({ body, form }: Call) => body ?? (form && new URLSearchParams(form))

function optionsOf(call: Call): FetchOptions<'text'> {
  const { headers, signal, timeoutMs = CALL_TIMEOUT_MS } = call
  const content = contentOf(call)
  // ofetch's own timeout does not cover the body
  const timeout = AbortSignal.timeout(timeoutMs)
  return {
    responseType: 'text',
    signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
    ...(headers && { headers }),
    ...(content && { method: 'POST', body: content }),
  }
}

function failureOf(error: unknown): GatewayFailure | null {
  const status = error instanceof FetchError ? error.status : undefined
  if (error instanceof FetchError && status !== undefined) return refusal(status, messageOf(error.data))
  const cause = error instanceof FetchError ? error.cause : error
  if (isNamed(cause, 'TimeoutError')) return { kind: 'timeout' }
  return isNamed(cause, 'TypeError') || isNamed(cause, 'AbortError') ? { kind: 'unreachable' } : null
}

const refusal = (status: number, message: string | null): GatewayFailure => ({
  kind: status >= 500 ? 'server-error' : 'rejected',
  status,
  message,
})

/** The sentence of a refused call's body, null when it has none. */
export function messageOf(text: unknown): string | null {
  const body = typeof text === 'string' ? jsonOf(text) : null
  const parsed = errorReply.safeParse(body?.ok ? body.value : null)
  return parsed.data?.message.trim() || null
}

/** What a text says in JSON. */
export function jsonOf(text: string): Result<unknown, 'not-json'> {
  try {
    return ok(JSON.parse(text))
  } catch {
    return err('not-json')
  }
}

/** By name, because a test's page and Node each have their own classes of errors. */
const isNamed = (error: unknown, name: string) => error instanceof Object && 'name' in error && error.name === name
