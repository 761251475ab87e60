import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod/mini'

import { createApp } from '#server/app.ts'
import { markUnavailable } from '#server/database/errors.ts'
import { MAX_BODY_BYTES } from '#server/http/json-body.ts'
import { readPortalFiles } from '#server/http/portal-files.ts'
import { defaultPortalConfig } from '#tests/support/portal-config.ts'
import { temporaryPortal } from '#tests/support/portal-folder.ts'
import { call, post, rawExchange } from '#tests/support/raw-http.ts'

const dayRequest = z.object({ fecha: z.string().check(z.maxLength(10)), otro: z.optional(z.number()) })

const logLines: string[] = []

const PUBLIC = { config: { access: 'public' } } as const

const testRoutes = {
  register(app: FastifyInstance) {
    app.post('/api/eco/', { config: { access: 'public' }, schema: { body: dayRequest } }, async ({ body }) => ({
      data: body,
    }))
    app.get('/api/dias/:fecha', PUBLIC, async ({ params }) => ({ data: params }))
    app.post('/api/dias/:fecha', PUBLIC, async () => ({}))
    app.get('/api/falla', PUBLIC, () => {
      throw new Error('secreto: la clave es 1234')
    })
    app.get('/pagina-con-falla', PUBLIC, () => {
      throw new Error('secreto: la clave es 1234')
    })
    app.get('/api/sin-base-de-datos', PUBLIC, () => {
      const error = new Error('Query read timeout')
      markUnavailable(error)
      throw error
    })
    app.get('/api/dato-roto', PUBLIC, () => JSON.parse('{'))
    app.get('/api/host', PUBLIC, async ({ host, protocol }) => ({ host, protocol }))
  },
}

const portal = await readPortalFiles(await temporaryPortal())
if (!portal.ok) throw new Error('the portal files cannot be read')
const portalConfig = await defaultPortalConfig()

const app = await createApp({
  config: { demoData: true, trustProxy: false },
  portal: portal.value,
  portalConfig,
  modules: [testRoutes],
  clockShift: () => -75_600_000,
  logger: pino({ level: 'info' }, { write: (line) => void logLines.push(line) }),
})
const url = await app.listen({ host: '127.0.0.1', port: 0 })
afterAll(() => app.close())

const parseBody = (reply: { readonly text: string }) => JSON.parse(reply.text)

test('an error that is marked as unavailable returns 503, with the time for a retry (D120)', async () => {
  const reply = await call(url, '/api/sin-base-de-datos')
  expect([reply.status, reply.headers['retry-after']]).toEqual([503, '5'])
  expect(parseBody(reply)).toEqual({
    message: 'El servicio no responde en este momento. Intente de nuevo en unos segundos.',
  })
})

test('a route accepts its path with and without the trailing slash', async () => {
  expect(parseBody(await post(url, '/api/eco/', { fecha: '2026-11-20' }))).toEqual({ data: { fecha: '2026-11-20' } })
  expect((await post(url, '/api/eco', { fecha: '2026-11-20' })).status).toBe(200)
  expect(parseBody(await call(url, '/api/dias/2026-11-20/'))).toEqual({ data: { fecha: '2026-11-20' } })
})

test.each([
  ['a field that breaks a rule', { fecha: '2026-11-20 y algo' }, 'La fecha no es válida.'],
  ['a field of the wrong type', { fecha: 'x', otro: 'y' }, 'El campo «otro» no es válido.'],
  ['a missing field', {}, 'La fecha no es válida.'],
  ['a body that is not an object', [1], 'La solicitud no es válida.'],
])('the app replies with 400 to %s', async (_what, body, text) => {
  const reply = await post(url, '/api/eco', body)
  expect([reply.status, parseBody(reply)]).toEqual([400, { message: text }])
})

test.each([
  ['a text that is not JSON', '{"fecha":', 'El contenido no es un JSON válido.'],
  ['an empty body', '', 'El contenido no es un JSON válido.'],
  ['a NUL character', '{"fecha":"a\\u0000"}', 'El contenido no es un JSON válido.'],
  ['a __proto__ field', '{"fecha":"x","__proto__":{"a":1}}', 'El contenido no es un JSON válido.'],
])('the app refuses %s as invalid JSON', async (_what, body, text) => {
  const reply = await call(url, '/api/eco', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  expect([reply.status, parseBody(reply)]).toEqual([400, { message: text }])
})

test('the app accepts an escaped backslash before u0000', async () => {
  const reply = await post(url, '/api/eco', { fecha: 'a\\u0000' })
  expect(parseBody(reply)).toEqual({ data: { fecha: 'a\\u0000' } })
})

test.each(['text/plain', 'application/x-www-form-urlencoded', 'nonsense', 'multipart/form-data; boundary=x'])(
  'the app refuses a body of type %s with 415',
  async (type) => {
    const reply = await call(url, '/api/eco', { method: 'POST', headers: { 'content-type': type }, body: 'fecha=1' })
    expect([reply.status, parseBody(reply)]).toEqual([415, { message: 'El contenido debe enviarse como JSON.' }])
  },
)

test.each([
  ['of the maximum size gets the 400 of its invalid field', MAX_BODY_BYTES, 400],
  ['above the maximum size gets 413', MAX_BODY_BYTES + 1, 413],
])('a body %s', async (_case, bytes, status) => {
  const body = JSON.stringify({ fecha: 'x'.repeat(bytes - JSON.stringify({ fecha: '' }).length) })
  const reply = await call(url, '/api/eco', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  expect(reply.status).toBe(status)
  expect(parseBody(reply)).toEqual({ message: expect.stringMatching(/\.$/) })
})

test('the app logs an unexpected error and replies without its details', async () => {
  const reply = await call(url, '/api/falla')
  expect(reply.status).toBe(500)
  expect(parseBody(reply)).toEqual({ message: 'Ocurrió un error inesperado. Intente de nuevo en unos minutos.' })
  const logged = logLines.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'unexpected error')
  expect(logged).toMatchObject({ reqId: reply.headers['x-request-id'], err: { message: 'secreto: la clave es 1234' } })
})

test('a JSON error inside a route returns 500', async () => {
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
])('%s %s gets status %i', async (method, path, status, allow) => {
  const reply = await call(url, path, {
    method,
    ...(method === 'POST' ? { body: 'x' } : {}),
  })
  expect([reply.status, reply.headers.allow]).toEqual([status, allow])
  expect(parseBody(reply)).toEqual({ message: expect.stringMatching(/\.$/) })
})

test.each(['/%zz', '/api/dias/%zz', '/%00', '/api/dias/a%00b', '/%c3%28'])(
  'the app refuses the path %s with 400',
  async (path) => {
    const reply = await call(url, path)
    expect([reply.status, parseBody(reply)]).toEqual([400, { message: 'La dirección no se puede leer.' }])
    expect(reply.headers['x-content-type-options']).toBe('nosniff')
  },
)

test.each([
  ['/precios.php', 404, 'La dirección solicitada no existe'],
  ['/assets/nada-1234.js', 404, 'La dirección solicitada no existe'],
  ['/%zz', 400, 'La dirección no se puede leer'],
  ['/%00', 400, 'La dirección no se puede leer'],
  ['/pagina-con-falla', 500, 'Ocurrió un error inesperado. Intente de nuevo en unos minutos'],
])('a browser that opens %s gets an error page in Spanish with a link to the home', async (path, status, heading) => {
  const reply = await call(url, path, { headers: { accept: 'text/html,*/*;q=0.8' } })
  expect([reply.status, reply.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8'])
  expect(reply.text).toContain(`<h1>${heading}</h1>`)
  expect(reply.text).toContain('<a href="/">')
  const style = /<style>(.*)<\/style>/s.exec(reply.text)?.[1] ?? ''
  const digest = createHash('sha256').update(style).digest('base64')
  expect(reply.headers['content-security-policy']).toContain(`style-src 'sha256-${digest}'`)
  expect(reply.headers['x-content-type-options']).toBe('nosniff')
})

test('a browser that opens an unknown API path gets JSON', async () => {
  const reply = await call(url, '/api/nada', { headers: { accept: 'text/html' } })
  expect([reply.status, parseBody(reply)]).toEqual([404, { message: 'La dirección solicitada no existe.' }])
})

test('the app refuses a NUL in the query of an API request and ignores it for a page', async () => {
  const readStatus = async (path: string) => (await call(url, path, { headers: { accept: 'text/html' } })).status
  expect([await readStatus('/api/host?x=%00'), await readStatus('/dashboard/spot/?vista=%00')]).toEqual([400, 200])
})

test.each([
  ['headers of 20 kB', '431', `GET /api/host HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`],
  ['bytes that are not HTTP', '400', 'nonsense\r\n\r\n'],
  ['a request without a host', '400', 'GET / HTTP/1.1\r\n\r\n'],
])('the server replies to %s with %s and closes the connection', async (_what, status, bytes) => {
  const reply = await rawExchange(url, bytes)
  expect(reply).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
})

test('the app refuses a path parameter of more than 200 characters', async () => {
  const [longest, tooLong] = [`/api/dias/${'x'.repeat(200)}`, `/api/dias/${'x'.repeat(201)}`]
  expect((await call(url, longest)).status).toBe(200)
  expect((await call(url, tooLong)).status).toBe(404)
  const postReply = await post(url, tooLong, {})
  expect([postReply.status, parseBody(postReply)]).toEqual([414, { message: 'La dirección es demasiado larga.' }])
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
])('a POST with headers %j gets status %i', async (headers, status) => {
  expect((await post(url, '/api/eco', { fecha: 'x' }, headers)).status).toBe(status)
})

test('the app accepts a GET from another site', async () => {
  expect((await call(url, '/api/dias/x', { headers: { origin: 'https://otro.example' } })).status).toBe(200)
})

test('the app ignores the forwarded host and protocol without trusted proxies', async () => {
  const headers = { 'x-forwarded-host': 'otro.example', 'x-forwarded-proto': 'https' }
  const reply = await call(url, '/api/host', { headers })
  expect(parseBody(reply)).toEqual({ host: new URL(url).host, protocol: 'http' })
  expect(reply.headers['strict-transport-security']).toBeUndefined()
})

test('the request timeout is 5 seconds longer than the 60 seconds of an upload', () => {
  expect(app.server.requestTimeout).toBe(65_000)
})

test('the configuration contains the clock shift and is not cached', async () => {
  const reply = await call(url, '/config.json')
  expect(reply.headers['cache-control']).toBe('no-store')
  expect(parseBody(reply)).toMatchObject({ marketApi: '/api/market', clockShiftMs: -75_600_000, demo: true })
})

test('each request logs one line without query and body', async () => {
  logLines.length = 0
  const reply = await post(url, '/api/eco?token=abc', { fecha: 'sin-rastro' })
  await expect.poll(() => logLines.length).toBe(1)
  expect(JSON.parse(logLines[0] ?? '')).toMatchObject({ method: 'POST', path: '/api/eco', status: 200 })
  expect(JSON.parse(logLines[0] ?? '')).toMatchObject({ reqId: reply.headers['x-request-id'] })
  expect(logLines.join('')).not.toMatch(/abc|sin-rastro/)
})
