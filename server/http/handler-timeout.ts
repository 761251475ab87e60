import { errorCodes, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'

/** Default timeout of a route: requests get a reply within 10 s, even without the database. */
export const HANDLER_TIMEOUT_MS = 9_000

/** Timeout of a route that receives or sends a file: an upload may take 60 s (D38). */
export const FILE_TIMEOUT_MS = 65_000

const SAFE_METHODS = new Set(['GET', 'HEAD'])

/**
 * Sets the timeout of routes that do not declare it. Public reads, visitors' reads and routes with
 * the access `audience` have no timeout: most reply from memory, and one streams.
 */
export function setHandlerTimeouts(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const access = route.config?.access
    const isPublicRead =
      [route.method].flat().every((method) => SAFE_METHODS.has(method)) && (access === 'public' || access === 'visitor')
    if (route.handlerTimeout === undefined && access !== 'audience' && !isPublicRead)
      route.handlerTimeout = HANDLER_TIMEOUT_MS
  })
  app.addHook('preHandler', (request, reply, done) => {
    if (request.body !== undefined) limitHandler(request, reply)
    done()
  })
}

/**
 * Ends a request with a body that has been read. Fastify's own timer ends with the body, because the
 * incoming message is closed then.
 */
function limitHandler({ routeOptions }: FastifyRequest, reply: FastifyReply): void {
  const { handlerTimeout = 0, url } = routeOptions
  if (handlerTimeout === 0) return
  const timer = setTimeout(() => {
    if (!reply.sent) reply.send(new errorCodes.FST_ERR_HANDLER_TIMEOUT(handlerTimeout, url))
  }, handlerTimeout)
  timer.unref()
  reply.raw.once('close', () => clearTimeout(timer))
}
