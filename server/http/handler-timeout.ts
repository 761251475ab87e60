import type { FastifyInstance } from 'fastify'

/**
 * Time for a route to reply. Every call gets a reply within 10 s, even without the database.
 */
export const HANDLER_TIMEOUT_MS = 9_000

/** Time for a route that receives or sends a file: an upload may take 60 s (D38). */
export const FILE_TIMEOUT_MS = 65_000

const SAFE = new Set(['GET', 'HEAD'])

/**
 * Limits the time of every route without its own limit. Open reads are not limited: they reply from
 * memory, or stream until the caller leaves.
 */
export function limitHandlers(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const access = route.config?.access
    const isOpenRead = [route.method].flat().every((method) => SAFE.has(method)) && access === 'public'
    if (route.handlerTimeout === undefined && access !== 'audience' && !isOpenRead)
      route.handlerTimeout = HANDLER_TIMEOUT_MS
  })
}
