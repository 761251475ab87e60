import { createHttpClient, type HttpClient } from '#src/adapters/http/client.ts'

/** Path and JSON body of a request. The body is null when the request has no body. */
export interface RecordedCall {
  readonly path: string
  readonly body: unknown
}

/** Creates a client that records its requests and replies to each with `body`. */
export function createReplyClient(body: unknown): { readonly http: HttpClient; readonly calls: RecordedCall[] } {
  const calls: RecordedCall[] = []
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
    const requestBody = typeof init?.body === 'string' ? JSON.parse(init.body) : null
    calls.push({ path: new URL(String(input)).pathname, body: requestBody })
    return new Response(typeof body === 'string' ? body : JSON.stringify(body))
  }
  return { http: createHttpClient({ base: 'http://portal.test/api', fetch }), calls }
}
