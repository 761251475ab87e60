import type { Acknowledged } from '#bench/faults/acknowledged.ts'

const TIMEOUT_MS = 8_000

export const JSON_HEADERS = { 'content-type': 'application/json' }

/** A request of the load. */
interface LoadRequest {
  readonly method?: 'GET' | 'POST'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: BodyInit
}

interface LoadReply {
  readonly status: number
  readonly text: string
  readonly cookies: readonly string[]
}

/** Sends a request to a server. Null without a whole reply: the server may have ended. */
export type Send = (url: string, request: LoadRequest) => Promise<LoadReply | null>

/** Creates a sender that counts the refusals. It throws for those that no retry ends. */
export function createSend({ refusals }: Acknowledged): Send {
  return async (url, { method = 'POST', path, headers = {}, body = null }) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const reply = await fetch(url + path, { method, headers, body, signal }).catch(() => null)
    const text = await reply?.text().catch(() => null)
    if (reply === null || text === null || text === undefined) return null
    const { status } = reply
    if (status !== 200) refusals.set(status, (refusals.get(status) ?? 0) + 1)
    if (status > 200 && status < 500 && status !== 429) throw new Error(`${path}: ${status} ${text}`)
    return { status, text, cookies: reply.headers.getSetCookie() }
  }
}

/** Returns the cookie of a reply with this name, as a request sends it; null without one. */
export const findCookie = ({ cookies }: LoadReply, name: string): string | null =>
  cookies.find((text) => text.startsWith(`${name}=`))?.split(';')[0] ?? null
