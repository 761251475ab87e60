import type { SessionWatch } from '#src/adapters/http/client.ts'
import { UPLOAD_FIELD } from '#src/adapters/http/contract/imc/paths.ts'
import {
  createTimeoutSignal,
  parseSessionRefusal,
  throwConnectionError,
  toCallFailure,
  toStatusFailure,
} from '#src/adapters/http/request.ts'
import type { UploadOptions } from '#src/application/imc/ports.ts'
import type { AttachedFile, UploadFailure } from '#src/domain/attachment.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

/** Timeout of an upload, in ms (D38). */
export const UPLOAD_TIMEOUT_MS = 60_000

const UNAUTHORIZED = 401

interface UploadRequest {
  readonly path: string
  readonly body: FormData
  /** Receives the sent fraction, 0 to 1. */
  readonly onProgress: (fraction: number) => void
  readonly signal: AbortSignal
}

interface UploadReply {
  readonly status: number
  readonly text: string
}

/** Posts a form. Rejects as `fetch` does: without a connection, or with the signal's reason. */
export type SendUpload = (request: UploadRequest) => Promise<UploadReply>

/** Uploads a file. Every success status confirms the upload. */
export type Upload = (path: string, file: AttachedFile, options?: UploadOptions) => Promise<Result<void, UploadFailure>>

/** Uploads with `fetch`, which reports only the end of the progress. */
export const createFetchUpload =
  ({ fetch, base }: { readonly fetch: typeof globalThis.fetch; readonly base: string }): SendUpload =>
  async ({ path, body, onProgress, signal }) => {
    const response = await fetch(`${base}${path}`, { method: 'POST', body, signal })
    const text = await response.text()
    onProgress(1)
    return { status: response.status, text }
  }

interface UploadDeps {
  readonly send: SendUpload
  readonly sessionWatch?: SessionWatch | undefined
  readonly timeoutMs?: number
}

/** Converts a file to a form; null when the file can no longer be read. */
async function toForm(file: AttachedFile): Promise<FormData | null> {
  try {
    const content = new File([new Uint8Array(await file.arrayBuffer())], file.name, { type: file.type })
    const form = new FormData()
    form.append(UPLOAD_FIELD, content)
    return form
  } catch {
    return null
  }
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300

export function createUpload({ send, sessionWatch, timeoutMs = UPLOAD_TIMEOUT_MS }: UploadDeps): Upload {
  function notifyRefusal({ status, text }: UploadReply, sessionId: number | null) {
    if (status === UNAUTHORIZED && sessionId !== null) sessionWatch?.onRefused(sessionId, parseSessionRefusal(text))
  }

  async function sendForm(request: UploadRequest): Promise<Result<void, UploadFailure>> {
    const sessionId = sessionWatch?.readSessionId() ?? null
    try {
      const reply = await send(request).catch(throwConnectionError)
      notifyRefusal(reply, sessionId)
      return isSuccess(reply.status) ? ok(undefined) : err(toStatusFailure(reply.status, reply.text))
    } catch (error) {
      const failure = toCallFailure(error)
      if (failure) return err(failure)
      throw error
    }
  }

  return async (path, file, { onProgress = () => {}, signal } = {}) => {
    const body = await toForm(file)
    if (body === null) return err({ kind: 'unreadable' })
    return sendForm({ path, body, onProgress, signal: createTimeoutSignal(timeoutMs, signal) })
  }
}
