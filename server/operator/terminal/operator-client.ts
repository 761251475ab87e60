import type * as z from 'zod/mini'

import type { ServerAccess } from '#server/operator/terminal/server-access.ts'
import { OPERATOR_BASE } from '#src/adapters/http/contract/operator/operator.ts'
import { rowsRefusal } from '#src/adapters/http/contract/operator/screen-uses.ts'
import { OPERATOR_KEY_HEADER } from '#src/adapters/http/contract/paths.ts'
import { doneReply } from '#src/adapters/http/contract/values.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

/**
 * Why a call has no result; `refused` has the message of the server, `unwritable` the local folder
 * of the result, `unreadable` the local file of the input. `incomplete`: the first of several calls had the output, a
 * later one failed.
 */
export type CallFailure =
  | { readonly kind: 'unreachable'; readonly url: string }
  | { readonly kind: 'refused'; readonly status: number; readonly message: string }
  | { readonly kind: 'unexpected'; readonly status: number }
  | { readonly kind: 'unwritable'; readonly folder: string; readonly detail: string }
  | { readonly kind: 'unreadable'; readonly file: string; readonly detail: string }
  | { readonly kind: 'incomplete'; readonly output: string; readonly failure: CallFailure }

const TIMEOUT_MS = 30_000

type Call<T> = Promise<Result<T, CallFailure>>

/** Formats a refusal with one line for each refused row. */
const formatRowErrors = ({ message, errores }: z.infer<typeof rowsRefusal>): string =>
  [message, ...errores.map(({ linea, motivo }) => `  línea ${linea}: ${motivo}`)].join('\n')

async function readMessage(response: Response): Promise<string | null> {
  const body: unknown = await response.json().catch(() => null)
  const report = rowsRefusal.safeParse(body)
  if (report.success) return formatRowErrors(report.data)
  const parsed = doneReply.safeParse(body)
  return parsed.success ? parsed.data.message : null
}

/** Creates the client with which the operator calls a running server. */
export function createOperatorClient({ url, key }: ServerAccess) {
  async function sendRequest(method: string, path: string, body?: unknown): Promise<Result<Response, CallFailure>> {
    try {
      const response = await fetch(`${url}${OPERATOR_BASE}${path}`, {
        method,
        headers: {
          [OPERATOR_KEY_HEADER]: key,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      if (response.ok) return ok(response)
      const message = await readMessage(response)
      const { status } = response
      return err(message === null ? { kind: 'unexpected', status } : { kind: 'refused', status, message })
    } catch {
      return err({ kind: 'unreachable', url })
    }
  }

  async function call<T>(schema: z.ZodMiniType<T>, method: string, path: string, body?: unknown): Call<T> {
    const response = await sendRequest(method, path, body)
    if (!response.ok) return response
    const parsed = schema.safeParse(await response.value.json().catch(() => null))
    return parsed.success ? ok(parsed.data) : err({ kind: 'unexpected', status: response.value.status })
  }

  return {
    /** Makes a call and reads its reply with the schema. */
    call,
    /** Makes a call whose reply is a message. */
    callAction: (method: string, path: string, body: unknown = {}) => call(doneReply, method, path, body),
    async loadFile(path: string): Call<Buffer> {
      const response = await sendRequest('GET', path)
      return response.ok ? ok(Buffer.from(await response.value.arrayBuffer())) : response
    },
  }
}

export type OperatorClient = ReturnType<typeof createOperatorClient>
