import { createHttpClient, type HttpClient, type HttpClientOptions } from '#src/adapters/http/client.ts'

/** A call as it went out. */
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

const bodyOf = (init: RequestInit | undefined) =>
  init?.body === undefined || init.body === null ? null : String(init.body)

/** A client whose calls are answered by `answer`, and the calls it made. */
export function createRecordingClient(
  answer: (request: Request) => Response | Promise<Response>,
  options: Partial<HttpClientOptions> = {},
): RecordingClient {
  const calls: RecordedRequest[] = []
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init)
    calls.push({
      method: request.method,
      address: request.url,
      headers: Object.fromEntries(request.headers),
      body: bodyOf(init),
    })
    return answer(request)
  }
  return { http: createHttpClient({ base: 'http://portal.test/api', ...options, fetch }), calls }
}

/** Answers with JSON, or with a text as it is. */
export const respondWith =
  (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  () =>
    new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers })

/** Never answers; the call ends when it is given up or its time is over. */
export const neverRespond = ({ signal }: Request): Promise<Response> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason))
  })
