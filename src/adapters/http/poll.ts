import type { $Fetch } from 'ofetch'

import { type Call, type Decoder, decodeText, fromJson, type Reply, send } from '#src/adapters/http/request.ts'
import type { CallFailure } from '#src/domain/call.ts'
import { ok, type Result } from '#src/domain/result.ts'

const NOT_MODIFIED = 304

/** Sends a GET request of a poll. */
type Poll<T> = (http: $Fetch, call: Call) => Promise<Result<T, CallFailure>>

/**
 * Polls a path. For an unchanged reply (`ETag`, 304) it returns the previous value without
 * decoding. Caches only the reply of the last path.
 */
export function createPoll<T>(decode: Decoder<unknown, T>): Poll<T> {
  const decodeReply = fromJson(decode)
  let lastReply: { readonly path: string; readonly etag: string; readonly value: T } | null = null

  function decodeReplyText(path: string, { text, etag }: Reply) {
    const decoded = decodeText(text, decodeReply)
    lastReply = decoded.ok && etag !== null ? { path, etag, value: decoded.value } : null
    return decoded
  }

  return async (http, call) => {
    const cached = lastReply?.path === call.path ? lastReply : null
    const reply = await send(
      http,
      cached ? { ...call, headers: { ...call.headers, 'if-none-match': cached.etag } } : call,
    )
    if (!reply.ok) return reply
    return cached && reply.value.status === NOT_MODIFIED ? ok(cached.value) : decodeReplyText(call.path, reply.value)
  }
}
