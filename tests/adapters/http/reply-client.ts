import { createHttpClient, type HttpClient } from '#src/adapters/http/client.ts'

/** The path of a request, and its JSON body; null without one. */
export interface RecordedRequest {
  readonly path: string
  readonly body: unknown
}

/** Creates a client whose requests all get this reply, and records them. */
export function createReplyClient(body: unknown): { readonly http: HttpClient; readonly calls: RecordedRequest[] } {
  const calls: RecordedRequest[] = []
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
    const sent = typeof init?.body === 'string' ? JSON.parse(init.body) : null
    calls.push({ path: new URL(String(input)).pathname, body: sent })
    return new Response(typeof body === 'string' ? body : JSON.stringify(body))
  }
  return { http: createHttpClient({ base: 'http://portal.test/api', fetch }), calls }
}
