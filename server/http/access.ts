import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/**
 * Who may call a route. `public`: any caller. `audience`: any caller; clients get live data, all
 * others delayed data (D17). `client`: callers with a session of an open account. `session`: callers
 * with any session, also of a closed account.
 */
export type RouteAccess = 'public' | 'audience' | 'client' | 'session'

/** Returns whether the caller of a request has this access; false also sends the refusal. */
export type CheckAccess = (request: FastifyRequest, reply: FastifyReply) => boolean

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

/** The accesses that need a check; any caller has the others. */
export type AccessChecks = Readonly<Record<Exclude<RouteAccess, 'public' | 'audience'>, CheckAccess>>

/** Checks each request for the access that its route declares. Call it after the hook that identifies callers. */
export function enforceAccess(app: FastifyInstance, checks: AccessChecks): void {
  app.addHook('preHandler', async (request, reply) => {
    const { access } = request.routeOptions.config
    if (access !== 'client' && access !== 'session') return
    if (!checks[access](request, reply)) return reply
  })
}
