import fastify from 'fastify'
import { expect, test } from 'vitest'

import { forwardToWriter } from '#server/market/calls/forward-to-writer.ts'
import { afterFile } from '#tests/support/after-file.ts'

/** Starts a server that echoes what it gets, and one that passes its requests on to an address. */
async function start(
  writerAddress: string | null,
  options: { readonly timeoutMs?: number; readonly hangs?: boolean; readonly loses?: boolean } = {},
) {
  const { timeoutMs = 5_000, hangs = false, loses = false } = options
  /** Whether another process has taken the turn to write. */
  let isTaken = false
  async function listen(app: ReturnType<typeof fastify>) {
    afterFile(() => app.close())
    return app.listen({ host: '127.0.0.1', port: 0 })
  }
  const writer = fastify({ forceCloseConnections: true })
  writer.post('/api/market/deals', async ({ body, headers }, reply) => {
    isTaken = loses
    if (hangs) await new Promise(() => {})
    reply.code(409).header('retry-after', '7')
    return { body, key: headers['x-operator-key'], cookie: headers.cookie ?? null }
  })
  const address = await listen(writer)
  const follower = fastify()
  follower.register(async (scope) => {
    const findAddress = () => (isTaken ? 'http://127.0.0.1:9' : (writerAddress ?? address))
    forwardToWriter(scope, { isWriter: () => false, writerAddress: findAddress }, timeoutMs)
    scope.post('/api/market/deals', () => ({ message: 'handled here' }))
  })
  const url = await listen(follower)
  return (headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${url}/api/market/deals`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-operator-key': 'clave', cookie: 'a=b', ...headers },
      body: JSON.stringify({ operaciones: ['x'.repeat(100_000)] }),
    })
}

test('a follower passes a request on to the writer with its key and body, and returns the reply', async () => {
  const post = await start(null)
  const reply = await post()
  expect([reply.status, reply.headers.get('retry-after')]).toEqual([409, '7'])
  expect(await reply.json()).toEqual({ body: { operaciones: ['x'.repeat(100_000)] }, key: 'clave', cookie: null })
})

test.each([
  ['the writer does not listen', 'http://127.0.0.1:9', {}, {}],
  ['the writer does not reply', null, { timeoutMs: 50, hangs: true }, {}],
  ['another process takes the turn to write', null, { timeoutMs: 600_000, hangs: true, loses: true }, {}],
  ['another follower has passed the request on', null, {}, { 'x-mercado-dolar-reenviada': 'si' }],
] as const)('a follower replies 503 when %s', async (_case, address, options, headers) => {
  const reply = await (await start(address, options))(headers)
  expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '2'])
  expect(await reply.json()).toEqual({ message: expect.stringContaining('Repita la petición') })
})
