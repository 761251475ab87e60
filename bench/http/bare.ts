/**
 * A bare fastify server. Each route sends a fixed reply and does nothing else. Each route has a
 * copy with the prefix `/body`, which sends the same body, but no headers other than its content
 * type and encoding.
 */
import fastify from 'fastify'

import { type BareRoute, BODY_PREFIX } from '#bench/http/bare-route.ts'

process.once('message', async ({ routes }: { readonly routes: readonly BareRoute[] }) => {
  const app = fastify()
  for (const { method, path, headers, body } of routes) {
    const bytes = Buffer.from(body, 'base64')
    const bodyHeaders = Object.fromEntries(
      Object.entries(headers).filter(([name]) => /^content-(type|encoding)$/.test(name)),
    )
    app.route({ method, url: path, handler: (_request, reply) => void reply.headers(headers).send(bytes) })
    app.route({
      method,
      url: BODY_PREFIX + path,
      handler: (_request, reply) => void reply.headers(bodyHeaders).send(bytes),
    })
  }
  process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }))
})
