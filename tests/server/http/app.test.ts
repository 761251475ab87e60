import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod/mini'

import { createApp } from '#server/app.ts'
import { MAX_BODY_BYTES } from '#server/http/json-body.ts'
import { readPortalConfig } from '#server/http/portal-config.ts'
import { readPortalFiles } from '#server/http/portal-files.ts'
import { temporaryPortal } from '#tests/support/portal-folder.ts'
import { call, post, rawExchange } from '#tests/support/raw-http.ts'

const question = z.object({ fecha: z.string().check(z.maxLength(10)), otro: z.optional(z.number()) })

const lines: string[] = []

const calls = {
  register(app: FastifyInstance) {
    app.post('/api/eco/', { schema: { body: question } }, async ({ body }) => ({ data: body }))
    app.get('/api/dias/:fecha', async ({ params }) => ({ data: params }))
    app.post('/api/dias/:fecha', async () => ({}))
    app.get('/api/falla', () => {
      throw new Error('secreto: la clave es 1234')
    })
    app.get('/api/dato-roto', () => JSON.parse('{'))
    app.get('/api/host', async ({ host, protocol }) => ({ host, protocol }))
  },
}

const portal = await readPortalFiles(await temporaryPortal())
const portalConfig = await readPortalConfig(null, { demo: true, hasApplicationAccount: true })
if (!portal.ok || !portalConfig.ok) throw new Error('the parts of the app are not there')

const app = await createApp({
  config: { demoData: true, trustProxy: false },
  portal: portal.value,
  portalConfig: portalConfig.value,
  modules: [calls],
  clockShift: () => -75_600_000,
  logger: pino({ level: 'info' }, { write: (line) => void lines.push(line) }),
})
const url = await app.listen({ host: '127.0.0.1', port: 0 })
afterAll(() => app.close())

const message = (answer: { readonly text: string }) => JSON.parse(answer.text)

test('a call that keeps to the contract is answered, with and without its last slash', async () => {
  expect(message(await post(url, '/api/eco/', { fecha: '2026-11-20' }))).toEqual({ data: { fecha: '2026-11-20' } })
  expect((await post(url, '/api/eco', { fecha: '2026-11-20' })).status).toBe(200)
  expect(message(await call(url, '/api/dias/2026-11-20/'))).toEqual({ data: { fecha: '2026-11-20' } })
})

test.each([
  ['a field that breaks a rule', { fecha: '2026-11-20 y algo' }, 'La fecha no es válida.'],
  ['a field of the wrong kind', { fecha: 'x', otro: 'y' }, 'El campo «otro» no es válido.'],
  ['a missing field', {}, 'La fecha no es válida.'],
  ['no object', [1], 'La solicitud no es válida.'],
])('%s is told with 400', async (_what, body, text) => {
  const answer = await post(url, '/api/eco', body)
  expect([answer.status, message(answer)]).toEqual([400, { message: text }])
})

test.each([
  ['text that is no JSON', '{"fecha":', 'El contenido no es un JSON válido.'],
  ['nothing', '', 'El contenido no es un JSON válido.'],
  ['a NUL character', '{"fecha":"a\\u0000"}', 'El contenido no es un JSON válido.'],
  ['a prototype', '{"fecha":"x","__proto__":{"a":1}}', 'El contenido no es un JSON válido.'],
])('JSON with %s is refused', async (_what, body, text) => {
  const answer = await call(url, '/api/eco', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  expect([answer.status, message(answer)]).toEqual([400, { message: text }])
})

test('an escaped backslash before u0000 is text like any other', async () => {
  const answer = await post(url, '/api/eco', { fecha: 'a\\u0000' })
  expect(message(answer)).toEqual({ data: { fecha: 'a\\u0000' } })
})

test.each(['text/plain', 'application/x-www-form-urlencoded', 'nonsense', 'multipart/form-data; boundary=x'])(
  'a body of %s is refused with 415',
  async (type) => {
    const answer = await call(url, '/api/eco', { method: 'POST', headers: { 'content-type': type }, body: 'fecha=1' })
    expect([answer.status, message(answer)]).toEqual([415, { message: 'El contenido debe enviarse como JSON.' }])
  },
)

test.each([
  [MAX_BODY_BYTES, 400],
  [MAX_BODY_BYTES + 1, 413],
])('a body of %i bytes is answered with %i', async (bytes, status) => {
  const body = JSON.stringify({ fecha: 'x'.repeat(bytes - JSON.stringify({ fecha: '' }).length) })
  const answer = await call(url, '/api/eco', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  expect(answer.status).toBe(status)
  expect(message(answer)).toEqual({ message: expect.stringMatching(/\.$/) })
})

test('what goes wrong inside is told in general and logged in full', async () => {
  const answer = await call(url, '/api/falla')
  expect(answer.status).toBe(500)
  expect(message(answer)).toEqual({ message: 'Ocurrió un error inesperado. Intente de nuevo en unos minutos.' })
  const logged = lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'unexpected error')
  expect(logged).toMatchObject({ reqId: answer.headers['x-request-id'], err: { message: 'secreto: la clave es 1234' } })
})

test("JSON of our own that is none is not the caller's fault", async () => {
  expect((await call(url, '/api/dato-roto')).status).toBe(500)
})

test.each([
  ['GET', '/api/nada', 404, undefined],
  ['GET', '/api', 404, undefined],
  ['GET', '/API/nada', 404, undefined],
  ['POST', '/api/nada', 404, undefined],
  ['POST', '/nada', 404, undefined],
  ['GET', '/assets/nada-1234.js', 404, undefined],
  ['GET', '/assets/..%2f..%2fpackage.json', 404, undefined],
  ['GET', '/assets/../index.htm', 404, undefined],
  ['GET', '/api/eco', 405, 'POST'],
  ['PUT', '/api/eco', 405, 'POST'],
  ['DELETE', '/api/dias/2026-11-20', 405, 'GET, HEAD, POST'],
  ['POST', '/dashboard/spot/', 405, 'GET, HEAD'],
  ['POST', '/assets/app-4f2a.js', 405, 'GET, HEAD'],
  ['POST', '/config.json', 405, 'GET, HEAD'],
])('%s %s is answered with %i', async (method, path, status, allow) => {
  const answer = await call(url, path, {
    method,
    headers: { accept: 'text/html' },
    ...(method === 'POST' ? { body: 'x' } : {}),
  })
  expect([answer.status, answer.headers.allow]).toEqual([status, allow])
  expect(message(answer)).toEqual({ message: expect.stringMatching(/\.$/) })
})

test.each(['/%zz', '/api/dias/%zz', '/%00', '/api/dias/a%00b', '/%c3%28'])('%s is no address', async (path) => {
  const answer = await call(url, path, { headers: { accept: 'text/html' } })
  expect([answer.status, message(answer)]).toEqual([400, { message: 'La dirección no se puede leer.' }])
  expect(answer.headers['x-content-type-options']).toBe('nosniff')
})

test.each([
  [`GET /api/host HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`, '431'],
  ['nonsense\r\n\r\n', '400'],
  ['GET / HTTP/1.1\r\n\r\n', '400'],
])('bytes that are no request are answered and the connection is closed', async (bytes, status) => {
  const answer = await rawExchange(url, bytes)
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
})

test('a part of an address that is too long leads nowhere', async () => {
  const [taken, long] = [`/api/dias/${'x'.repeat(200)}`, `/api/dias/${'x'.repeat(201)}`]
  expect((await call(url, taken)).status).toBe(200)
  expect((await call(url, long)).status).toBe(404)
  const sent = await post(url, long, {})
  expect([sent.status, message(sent)]).toEqual([414, { message: 'La dirección es demasiado larga.' }])
})

test.each([
  [{}, 200],
  [{ origin: url }, 200],
  [{ origin: url, 'sec-fetch-site': 'same-origin' }, 200],
  [{ origin: 'https://otro.example' }, 403],
  [{ origin: 'http://127.0.0.1:1' }, 403],
  [{ origin: 'null' }, 403],
  [{ 'sec-fetch-site': 'none' }, 200],
  [{ 'sec-fetch-site': 'same-site' }, 403],
  [{ 'sec-fetch-site': 'cross-site' }, 403],
])('a changing call with %j is answered with %i', async (headers, status) => {
  expect((await post(url, '/api/eco', { fecha: 'x' }, headers)).status).toBe(status)
})

test('a reading call from another site is answered: it changes nothing, and browsers keep the answer from the page', async () => {
  expect((await call(url, '/api/dias/x', { headers: { origin: 'https://otro.example' } })).status).toBe(200)
})

test('without trusted proxies a caller cannot choose its host or protocol', async () => {
  const headers = { 'x-forwarded-host': 'otro.example', 'x-forwarded-proto': 'https' }
  const answer = await call(url, '/api/host', { headers })
  expect(message(answer)).toEqual({ host: new URL(url).host, protocol: 'http' })
  expect(answer.headers['strict-transport-security']).toBeUndefined()
})

test('nobody may take longer than half a minute to send a request', () => {
  expect(app.server.requestTimeout).toBe(30_000)
})

test('the configuration tells the clock shift and is never kept', async () => {
  const answer = await call(url, '/config.json')
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(message(answer)).toMatchObject({ marketApi: '/api/market', clockShiftMs: -75_600_000, demo: true })
})

test('the log has a line for each call, without query and body', async () => {
  lines.length = 0
  const answer = await post(url, '/api/eco?token=abc', { fecha: 'sin-rastro' })
  await expect.poll(() => lines.length).toBe(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ method: 'POST', path: '/api/eco', status: 200 })
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ reqId: answer.headers['x-request-id'] })
  expect(lines.join('')).not.toMatch(/abc|sin-rastro/)
})
