import fastify from 'fastify'
import { expect, test } from 'vitest'

import { setHandlerTimeouts } from '#server/http/handler-timeout.ts'
import { handleError } from '#server/http/refusals.ts'
import { afterFile } from '#tests/support/after-file.ts'

/** Starts a server whose handler is slower than its timeout. */
async function start() {
  const app = fastify()
  app.setErrorHandler(handleError)
  setHandlerTimeouts(app)
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  app.route({
    method: ['GET', 'POST'],
    url: '/api/slow',
    handlerTimeout: 50,
    async handler() {
      await released
      return { message: 'late' }
    },
  })
  app.post('/api/quick', { handlerTimeout: 50 }, async ({ body }) => body)
  afterFile(async () => {
    release()
    await app.close()
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return { url, release }
}

const BODY = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"value":1}' }

test.each([
  ['GET', {}],
  ['POST without a body', { method: 'POST' }],
  ['POST with a body', BODY],
])('a %s whose handler is too slow gets 503 (D60)', async (_, init) => {
  const { url, release } = await start()
  // A handler without a timeout would wait for ever.
  const slow = fetch(`${url}/api/slow`, { ...init, signal: AbortSignal.timeout(5_000) })
  const reply = await slow
  expect([reply.status, reply.headers.has('retry-after')]).toEqual([503, true])
  // The late result is not sent.
  release()
  expect(await (await fetch(`${url}/api/quick`, BODY)).json()).toEqual({ value: 1 })
})
