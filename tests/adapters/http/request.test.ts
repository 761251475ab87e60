import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'

import { formatAuthorization } from '#src/adapters/http/authorization.ts'
import { createHttpClient, type HttpClientOptions } from '#src/adapters/http/client.ts'
import { type Call, requestJson, requestText } from '#src/adapters/http/request.ts'
import { err, ok } from '#src/domain/result.ts'

const servers: Server[] = []

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function serving(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  servers.push(server)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const client = (base: string, options: Partial<HttpClientOptions> = {}) => createHttpClient({ base, fetch, ...options })

const readNumber = (body: unknown) => (typeof body === 'number' ? body : null)

const asking = (base: string, call: Partial<Call> = {}) =>
  requestJson(client(base), { path: '/figure', ...call }, readNumber)

const answering =
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
])('an answer %i %s is told as what it is', async (status, body, result) => {
  expect(await asking(await serving(answering(status, body)))).toEqual(result)
})

test('a content type that lies changes nothing', async () => {
  const base = await serving(answering(200, '4102.35', { 'content-type': 'text/html' }))
  expect(await asking(base)).toEqual(ok(4102.35))
})

test('a server that is not there is unreachable', async () => {
  const base = await serving(answering(200, '1'))
  servers.splice(0).forEach((server) => {
    server.close()
  })
  expect(await asking(base)).toEqual(err({ kind: 'unreachable' }))
})

test('an answer that is cut off is unreachable', async () => {
  const base = await serving((_, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('41')
    response.socket?.end()
  })
  expect(await asking(base)).toEqual(err({ kind: 'unreachable' }))
})

test('no answer in time is a timeout', async () => {
  const base = await serving(() => {})
  expect(await asking(base, { timeoutMs: 50 })).toEqual(err({ kind: 'timeout' }))
})

test('an answer that begins and then stalls is a timeout', async () => {
  const base = await serving((_, response) => {
    response.writeHead(200).write('41')
  })
  expect(await asking(base, { timeoutMs: 50 })).toEqual(err({ kind: 'timeout' }))
})

test('a call with a signal of its own still has the timeout', async () => {
  const base = await serving(() => {})
  const { signal } = new AbortController()
  expect(await asking(base, { timeoutMs: 50, signal })).toEqual(err({ kind: 'timeout' }))
})

test('a call that its caller gives up is unreachable', async () => {
  const base = await serving(() => {})
  const controller = new AbortController()
  const answer = asking(base, { signal: controller.signal })
  controller.abort()
  expect(await answer).toEqual(err({ kind: 'unreachable' }))
})

test('a failed call is never repeated', async () => {
  let calls = 0
  const base = await serving((_, response) => {
    calls += 1
    response.writeHead(503).end()
  })
  await asking(base)
  await asking(base, { body: {} })
  expect(calls).toBe(2)
})

test('an error that no one foresaw is thrown', async () => {
  const http = createHttpClient({ base: 'http://127.0.0.1', fetch: () => Promise.reject(new RangeError('broken')) })
  await expect(requestText(http, { path: '/' }, (text) => text)).rejects.toThrow('broken')
})

test('a body is posted as JSON, and a call without one is a GET', async () => {
  const seen: unknown[] = []
  const base = await serving((request, response) => {
    request.setEncoding('utf8')
    let body = ''
    request.on('data', (chunk: string) => {
      body += chunk
    })
    request.on('end', () => {
      seen.push([request.method, request.url, request.headers['content-type'], body])
      response.end('1')
    })
  })
  await asking(`${base}/api/market`, { body: { mercado: 71 } })
  await asking(`${base}/api/market`)
  expect(seen).toEqual([
    ['POST', '/api/market/figure', 'application/json', '{"mercado":71}'],
    ['GET', '/api/market/figure', undefined, ''],
  ])
})

test.each([
  ['1795196595000', [1795196595000]],
  ['', []],
  ['mañana', []],
  ['-1795196595000', []],
  ['9999999999999999', []],
])('the market time %j of an answer is passed on when it is one', async (header, told) => {
  const heard: number[] = []
  const answer = async () => new Response('1', { headers: { 'X-Market-Time': encodeURI(header) } })
  const http = client('http://127.0.0.1', { fetch: answer, onMarketTime: (time) => heard.push(time) })
  await requestJson(http, { path: '/figure' }, readNumber)
  expect(heard).toEqual(told)
})

test('a refused answer leads the market clock too', async () => {
  const heard: number[] = []
  const answer = async () => new Response('{}', { status: 400, headers: { 'X-Market-Time': '1795196595000' } })
  const http = client('http://127.0.0.1', { fetch: answer, onMarketTime: (time) => heard.push(time) })
  await requestJson(http, { path: '/figure' }, readNumber)
  expect(heard).toEqual([1795196595000])
})

test.each([
  ['bearer', 'tok-1', 'Bearer tok-1'],
  ['raw', 'tok-1', 'tok-1'],
  ['bearer', null, undefined],
  ['raw', '', undefined],
  [null, 'tok-1', undefined],
] as const)('with auth %j and the token %j the header is %j', async (form, token, header) => {
  const seen: (string | undefined)[] = []
  const base = await serving((request, response) => {
    seen.push(request.headers.authorization)
    response.end('1')
  })
  const http = client(base, { authorization: () => formatAuthorization(form, token) })
  await requestJson(http, { path: '/figure' }, readNumber)
  expect(seen).toEqual([header])
})
