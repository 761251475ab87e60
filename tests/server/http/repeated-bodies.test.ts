import fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod/mini'

import { acceptJson } from '#server/http/json-body.ts'
import { MAX_KNOWN_BODIES, rememberBodies, rememberByObject } from '#server/http/repeated-bodies.ts'

let validated = 0
const body = z.object({
  fila: z.number().check(
    z.refine(() => {
      validated += 1
      return true
    }),
  ),
})

const seen: object[] = []
const app = fastify()
acceptJson(app)
app.register(async (scope) => {
  rememberBodies(scope)
  scope.post('/', { schema: { body } }, (request, reply) => {
    seen.push(request.body as object)
    reply.send(request.body)
  })
})
afterAll(() => app.close())

const send = async (text: string) => {
  const headers = { 'content-type': 'application/json' }
  const { statusCode, body } = await app.inject({ method: 'POST', url: '/', headers, payload: text })
  return { status: statusCode, text: body }
}

test('a repeated body is parsed and validated once, and is frozen', async () => {
  validated = 0
  for (const _ of [1, 2, 3]) expect((await send('{"fila":1}')).text).toBe('{"fila":1}')
  expect(validated).toBe(1)
  expect(new Set(seen.slice(-3)).size).toBe(1)
})

test.each([
  ['{"fila":"1"}', 400],
  ['{"fila":1,"__proto__":{}}', 400],
  ['{"fila":1,"x":"\\u0000"}', 400],
  ['{"fila":', 400],
  ['', 400],
])('the body %j is refused each time', async (text, status) => {
  for (const _ of [1, 2]) expect((await send(text)).status).toBe(status)
})

test('the oldest body is parsed again, and a long one each time', async () => {
  for (let row = 0; row <= MAX_KNOWN_BODIES; row += 1) await send(`{"fila":${1_000 + row}}`)
  validated = 0
  await send(`{"fila":${1_000 + MAX_KNOWN_BODIES}}`)
  expect(validated).toBe(0)
  await send('{"fila":1000}')
  expect(validated).toBe(1)
  const long = `{"fila":1,"x":"${'y'.repeat(200)}"}`
  await send(long)
  await send(long)
  expect(validated).toBe(3)
})

test('only frozen objects are remembered', () => {
  let computed = 0
  const count = rememberByObject((value: unknown) => {
    computed += 1
    return value
  })
  const [frozen, open] = [Object.freeze({}), {}]
  for (const value of [frozen, frozen, open, open, 'text', 'text', null]) count(value)
  expect(computed).toBe(6)
})
