import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import fastify from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod/mini'

import { acceptJson } from '#server/http/json-body.ts'
import { cacheValidation, MAX_CACHED_REQUESTS, memoizeByObject } from '#server/http/repeated-requests.ts'

let validations = 0
const fila = z.number().check(
  z.refine(() => {
    validations += 1
    return true
  }),
)
const querystring = z.object({
  fila: z.pipe(
    z.string(),
    z.transform((value) => {
      validations += 1
      return `fila ${value}`
    }),
  ),
})

const handledValues: unknown[] = []
const preHandlerUrls: string[] = []
const app = fastify()
app.setValidatorCompiler(validatorCompiler)
acceptJson(app)
app.register(async (scope) => {
  scope.addHook('onRequest', async (_request, reply) => void reply.header('x-on-request', 'yes'))
  cacheValidation(scope)
  const preHandler = async ({ url }: { readonly url: string }) => void preHandlerUrls.push(url)
  scope.post('/', { schema: { body: z.object({ fila }) }, preHandler }, (request, reply) => {
    handledValues.push(request.body)
    reply.send(request.body)
  })
  scope.get('/', { schema: { querystring } }, (request, reply) => {
    handledValues.push(request.query)
    reply.send(request.query)
  })
  scope.delete('/', () => 'deleted')
  scope.get('/sync', () => {
    throw new Error('sync')
  })
  scope.get('/async', async () => {
    throw new Error('async')
  })
})
const url = await app.listen({ host: '127.0.0.1', port: 0 })
afterAll(() => app.close())

const JSON_TYPE = 'application/json'

async function send(payload: string, headers: Readonly<Record<string, string>> = {}) {
  const reply = await fetch(url, { method: 'POST', headers: { 'content-type': JSON_TYPE, ...headers }, body: payload })
  return { status: reply.status, text: await reply.text(), header: reply.headers.get('x-on-request') }
}

test('a repeated body is validated once and its object is shared and frozen', async () => {
  validations = 0
  for (const _ of [1, 2, 3])
    expect(await send('{"fila":1}')).toEqual({ status: 200, text: '{"fila":1}', header: 'yes' })
  expect(validations).toBe(1)
  expect(new Set(handledValues.slice(-3)).size).toBe(1)
  expect(Object.isFrozen(handledValues.at(-1))).toBe(true)
})

test('a repeated query is not validated again', async () => {
  validations = 0
  const read = async (path: string, method = 'GET') => {
    const reply = await fetch(url + path, { method })
    return [reply.status, await reply.text()]
  }
  for (const _ of [1, 2]) expect(await read('/?fila=2')).toEqual([200, '{"fila":"fila 2"}'])
  expect(await read('/?fila=2', 'HEAD')).toEqual([200, ''])
  expect(validations).toBe(1)
  expect(await read('/?fila=3')).toEqual([200, '{"fila":"fila 3"}'])
  for (const _ of [1, 2]) expect((await read('/?otra=2'))[0]).toBe(400)
})

test('a repeated URL with another method runs the handler of that method', async () => {
  const read = async (method: string) => (await fetch(`${url}/?fila=7`, { method })).text()
  for (const _ of [1, 2]) {
    expect(await read('GET')).toBe('{"fila":"fila 7"}')
    expect(await read('DELETE')).toBe('deleted')
  }
})

test('a repeated request runs its preHandler hooks only when it has a cookie', async () => {
  preHandlerUrls.length = 0
  await send('{"fila":4}')
  await send('{"fila":4}')
  expect(preHandlerUrls.length).toBe(1)
  await send('{"fila":4}', { cookie: 'sesion=x' })
  expect(preHandlerUrls.length).toBe(2)
})

test.each([
  ['{"fila":"1"}', 400],
  ['{"fila":1,"__proto__":{}}', 400],
  ['{"fila":1,"x":"\\u0000"}', 400],
  ['{"fila":', 400],
  ['', 400],
])('a repeated invalid body %j is refused each time', async (payload, status) => {
  for (const _ of [1, 2]) expect((await send(payload)).status).toBe(status)
})

test('a repeated body with another content type is refused', async () => {
  await send('{"fila":5}')
  expect((await send('{"fila":5}', { 'content-type': 'text/xml' })).status).toBe(415)
})

test('a repeated body in two TCP segments is read completely', async () => {
  await send('{"fila":66}')
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const head = ['POST / HTTP/1.1', 'host: x', 'connection: close', `content-type: ${JSON_TYPE}`, 'content-length: 11']
  const received = once(app.server, 'request')
  socket.write(`${head.join('\r\n')}\r\n\r\n{"fila"`)
  const reply = text(socket)
  await received
  socket.write(':66}')
  expect(await reply).toContain('{"fila":66}')
})

test('a repeated request returns the same reply after an error of its handler', async () => {
  for (const path of ['/sync', '/async'])
    for (const _ of [1, 2]) {
      const reply = await fetch(url + path)
      expect([reply.status, await reply.json()]).toMatchObject([500, { message: path.slice(1) }])
    }
})

test('evicted requests and long requests are validated again', async () => {
  for (let row = 0; row <= MAX_CACHED_REQUESTS; row += 1) await send(`{"fila":${1_000 + row}}`)
  validations = 0
  await send(`{"fila":${1_000 + MAX_CACHED_REQUESTS}}`)
  expect(validations).toBe(0)
  await send('{"fila":1000}')
  expect(validations).toBe(1)
  const long = `{"fila":1,"x":"${'y'.repeat(200)}"}`
  await send(long)
  await send(long)
  expect(validations).toBe(3)
})

test('memoizeByObject caches the results of frozen objects only', () => {
  let computed = 0
  const compute = memoizeByObject((value: unknown) => {
    computed += 1
    return value
  })
  const [frozen, unfrozen] = [Object.freeze({}), {}]
  for (const value of [frozen, frozen, unfrozen, unfrozen, 'text', 'text', null]) compute(value)
  expect(computed).toBe(6)
})
