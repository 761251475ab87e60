import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { createHttpClient, type HttpClientOptions } from '#src/adapters/http/client.ts'
import { type Call, requestJson, requestText } from '#src/adapters/http/request.ts'
import { formatAuthorization } from '#src/adapters/http/session-client.ts'
import { err, ok } from '#src/domain/result.ts'

const servers: Server[] = []

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function startServer(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const createClient = (base: string, options: Partial<HttpClientOptions> = {}) =>
  createHttpClient({ base, fetch, ...options })

const readNumber = (body: unknown) => (typeof body === 'number' ? body : null)

const requestNumber = (base: string, call: Partial<Call> = {}) =>
  requestJson(createClient(base), { path: '/figure', ...call }, readNumber)

const createReplyListener =
  (status: number, body: string, headers: Record<string, string> = {}): RequestListener =>
  (_, response) => {
    response.writeHead(status, headers).end(body)
  }

test.each([
  [200, '4102.35', ok(4102.35)],
  [200, '"4102.35"', err({ kind: 'malformed' })],
  [200, '', err({ kind: 'malformed' })],
  [200, '{', err({ kind: 'malformed' })],
  [200, '<html><body>Mantenimiento</body></html>', err({ kind: 'malformed' })],
  [204, '', err({ kind: 'malformed' })],
  [
    400,
    '{"message":"La fecha no es válida."}',
    err({ kind: 'rejected', status: 400, message: 'La fecha no es válida.' }),
  ],
  [404, '', err({ kind: 'rejected', status: 404, message: null })],
  [409, '{"message":7}', err({ kind: 'rejected', status: 409, message: null })],
  [499, '{"message":"  "}', err({ kind: 'rejected', status: 499, message: null })],
  [500, '{"message":"Falló."}', err({ kind: 'server-error', status: 500, message: 'Falló.' })],
  [502, '<html><h1>502 Bad Gateway</h1></html>', err({ kind: 'server-error', status: 502, message: null })],
])('requestJson maps the reply %i with the body %j to its result', async (status, body, result) => {
  expect(await requestNumber(await startServer(createReplyListener(status, body)))).toEqual(result)
})

test('requestJson ignores the content type', async () => {
  const base = await startServer(createReplyListener(200, '4102.35', { 'content-type': 'text/html' }))
  expect(await requestNumber(base)).toEqual(ok(4102.35))
})

test('requestJson returns unreachable when the server is stopped', async () => {
  const base = await startServer(createReplyListener(200, '1'))
  servers.splice(0).forEach((server) => {
    server.close()
  })
  expect(await requestNumber(base)).toEqual(err({ kind: 'unreachable' }))
})

test('requestJson returns unreachable for a truncated reply', async () => {
  const base = await startServer((_, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('41')
    response.socket?.end()
  })
  expect(await requestNumber(base)).toEqual(err({ kind: 'unreachable' }))
})

test('requestJson returns timeout without a reply', async () => {
  const base = await startServer(() => {})
  expect(await requestNumber(base, { timeoutMs: 50 })).toEqual(err({ kind: 'timeout' }))
})

test('requestJson returns timeout when a reply stalls', async () => {
  const base = await startServer((_, response) => {
    response.writeHead(200).write('41')
  })
  expect(await requestNumber(base, { timeoutMs: 50 })).toEqual(err({ kind: 'timeout' }))
})

test('requestJson applies the timeout to a call with a signal', async () => {
  const base = await startServer(() => {})
  const { signal } = new AbortController()
  expect(await requestNumber(base, { timeoutMs: 50, signal })).toEqual(err({ kind: 'timeout' }))
})

test('requestJson returns unreachable when its signal aborts', async () => {
  const base = await startServer(() => {})
  const controller = new AbortController()
  const result = requestNumber(base, { signal: controller.signal })
  controller.abort()
  expect(await result).toEqual(err({ kind: 'unreachable' }))
})

test('requestJson needs no AbortSignal.any, which the oldest supported browsers do not have', async () => {
  vi.spyOn(AbortSignal, 'any').mockImplementation(() => {
    throw new TypeError('AbortSignal.any is not a function')
  })
  const base = await startServer(createReplyListener(200, '1'))
  expect(await requestNumber(base, { signal: new AbortController().signal })).toEqual(ok(1))
  expect(await requestNumber(base, { signal: AbortSignal.abort() })).toEqual(err({ kind: 'unreachable' }))
  vi.restoreAllMocks()
})

test('requestJson never repeats a failed call', async () => {
  let calls = 0
  const base = await startServer((_, response) => {
    calls += 1
    response.writeHead(503).end()
  })
  await requestNumber(base)
  await requestNumber(base, { body: {} })
  expect(calls).toBe(2)
})

test('requestText throws an unexpected error', async () => {
  const http = createHttpClient({ base: 'http://127.0.0.1', fetch: () => Promise.reject(new RangeError('broken')) })
  await expect(requestText(http, { path: '/' }, (text) => text)).rejects.toThrow('broken')
})

test('requestText throws a TypeError of our own code', async () => {
  const base = await startServer(createReplyListener(200, '1', { date: new Date().toUTCString() }))
  const http = createClient(base, {
    onServerTime: () => {
      throw new TypeError('our own error')
    },
  })
  await expect(requestText(http, { path: '/' }, (text) => text)).rejects.toThrow('our own error')
})

test('requestJson sends POST and JSON with a body, and GET without a body', async () => {
  const requests: unknown[] = []
  const base = await startServer((request, response) => {
    request.setEncoding('utf8')
    let body = ''
    request.on('data', (chunk: string) => {
      body += chunk
    })
    request.on('end', () => {
      requests.push([request.method, request.url, request.headers['content-type'], body])
      response.end('1')
    })
  })
  await requestNumber(`${base}/api/market`, { body: { mercado: 71 } })
  await requestNumber(`${base}/api/market`)
  expect(requests).toEqual([
    ['POST', '/api/market/figure', 'application/json', '{"mercado":71}'],
    ['GET', '/api/market/figure', undefined, ''],
  ])
})

/** Returns the market times that onMarketTime receives for one reply. */
async function readMarketTimes(header: string, status = 200) {
  const times: number[] = []
  const respond = async () => new Response('1', { status, headers: { 'X-Market-Time': header } })
  const http = createClient('http://127.0.0.1', { fetch: respond, onMarketTime: (time) => times.push(time) })
  await requestJson(http, { path: '/figure' }, readNumber)
  return times
}

test.each([200, 400])('a reply with the status %i calls onMarketTime with its market time', async (status) => {
  expect(await readMarketTimes('1795196595000', status)).toEqual([1795196595000])
})

test.each([
  ['71=1795196595000, 76=1795196595001', { spot: 1795196595000, nextday: 1795196595001 }],
  ['76=1795196595001', { spot: null, nextday: 1795196595001 }],
  ['no', { spot: null, nextday: null }],
  ['71=ayer,76', { spot: null, nextday: null }],
  [null, { spot: null, nextday: null }],
])('a reply with the silent sources %j calls onFrozen with %j (D114)', async (header, expected) => {
  const received: unknown[] = []
  const headers = { 'X-Market-Time': '1795196595000', ...(header !== null && { 'X-Market-Frozen-Since': header }) }
  const respond = async () => new Response('1', { headers })
  const http = createClient('http://127.0.0.1', { fetch: respond, onFrozen: (sources) => received.push(sources) })
  await requestJson(http, { path: '/figure' }, readNumber)
  expect(received).toEqual([expected])
})

test.each(['', encodeURI('mañana'), '-1795196595000', '9999999999999999'])(
  'a reply with the invalid market time %j does not call onMarketTime',
  async (header) => {
    expect(await readMarketTimes(header)).toEqual([])
  },
)

test.each([
  ['bearer', 'tok-1', 'Bearer tok-1'],
  ['raw', 'tok-1', 'tok-1'],
  ['bearer', null, undefined],
  ['raw', '', undefined],
  [null, 'tok-1', undefined],
] as const)(
  'with auth %j and the token %j, the Authorization header of a request is %j',
  async (form, token, header) => {
    const headers: (string | undefined)[] = []
    const base = await startServer((request, response) => {
      headers.push(request.headers.authorization)
      response.end('1')
    })
    const http = createClient(base, { authorization: () => formatAuthorization(form, token) })
    await requestJson(http, { path: '/figure' }, readNumber)
    expect(headers).toEqual([header])
  },
)
