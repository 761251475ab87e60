import type { FastifyInstance } from 'fastify'

/**
 * Time for a route to reply: every call is answered within 10 s, also when the database is silent.
 */
export const HANDLER_TIMEOUT_MS = 9_000

/** Time for a route that receives or sends a file: an upload may take 60 s (D38). */
export const FILE_TIMEOUT_MS = 65_000

const SAFE = new Set(['GET', 'HEAD'])

/**
 * Limits the time of every route that sets no limit of its own, apart from open reads: these reply
 * from memory, or stream until the caller leaves.
 */
export function limitHandlers(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const access = route.config?.access
    const isOpenRead = [route.method].flat().every((method) => SAFE.has(method)) && access === 'public'
    if (route.handlerTimeout === undefined && access !== 'audience' && !isOpenRead)
      route.handlerTimeout = HANDLER_TIMEOUT_MS
  })
}
