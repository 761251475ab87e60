import { createHttpClient, type HttpClient } from '#src/adapters/http/client.ts'

export interface RecordedRequest {
  readonly path: string
  readonly body: unknown
}

/** A client whose every call gets this answer, and the calls it made. */
export function createReplyClient(
  body: unknown,
  status = 200,
): { readonly http: HttpClient; readonly calls: RecordedRequest[] } {
  const calls: RecordedRequest[] = []
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
    const sent = typeof init?.body === 'string' ? JSON.parse(init.body) : null
    calls.push({ path: new URL(String(input)).pathname, body: sent })
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status })
  }
  return { http: createHttpClient({ base: 'http://portal.test/api', fetch }), calls }
}
