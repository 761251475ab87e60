import type { FastifyInstance } from 'fastify'

/**
 * Who may call a route. `public`: any caller. `audience`: any caller; clients get live data, all
 * others delayed data (D17). `client`: callers with a session.
 */
export type RouteAccess = 'public' | 'audience' | 'client'

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: RouteAccess
  }
}

/** Makes the start fail on a route that declares no access. Call it before the first route. */
export function requireAccess(app: FastifyInstance): void {
  app.addHook('onRoute', ({ method, url, config }) => {
    if (config?.access === undefined) throw new Error(`route ${method} ${url} declares no access`)
  })
}
