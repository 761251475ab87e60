import type { FastifyInstance } from 'fastify'

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
}
