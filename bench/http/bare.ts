/** A bare fastify: each route sends fixed bytes, and nothing else. */
import fastify from 'fastify'

/** A reply to repeat; the body is in base64. */
export interface BareRoute {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly type: string
  readonly encoding: string | null
  readonly body: string
}

process.once('message', async ({ routes }: { readonly routes: readonly BareRoute[] }) => {
  const app = fastify()
  for (const { method, path, type, encoding, body } of routes) {
    const bytes = Buffer.from(body, 'base64')
    app.route({
      method,
      url: path,
      handler(_request, reply) {
        if (encoding !== null) reply.header('content-encoding', encoding)
        reply.type(type).send(bytes)
      },
    })
  }
  process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }))
})
