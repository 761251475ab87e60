import { createHttpClient, type HttpClient, type HttpClientOptions } from '#src/adapters/http/client.ts'

/** A request as `fetch` receives it. */
export interface RecordedRequest {
  readonly method: string
  readonly address: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

export interface RecordingClient {
  readonly http: HttpClient
  readonly calls: RecordedRequest[]
}

const toText = (body: BodyInit | null | undefined) => (body === undefined || body === null ? null : String(body))

type Respond = (request: Request) => Response | Promise<Response>

/** Creates a `fetch` that gets its responses from `respond`, and records its requests. */
export function createRecordingFetch(respond: Respond) {
  const calls: RecordedRequest[] = []
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init)
    calls.push({
      method: request.method,
      address: request.url,
      headers: Object.fromEntries(request.headers),
      body: toText(init?.body),
    })
    return respond(request)
  }
  return { fetch, calls }
}

/** Creates a client that gets its responses from `respond`, and records its requests. */
export function createRecordingClient(respond: Respond, options: Partial<HttpClientOptions> = {}): RecordingClient {
  const { fetch, calls } = createRecordingFetch(respond)
  return { http: createHttpClient({ base: 'http://portal.test/api', ...options, fetch }), calls }
}

/** Creates a responder. A string is the body; another value becomes JSON. */
export const respondWith =
  (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  () =>
    new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers })

/** Never responds; rejects when the request is aborted. */
export const neverRespond = ({ signal }: Request): Promise<Response> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason))
  })
