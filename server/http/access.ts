import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { OperatorScope } from '#src/adapters/http/contract/operator/keys.ts'
import type { Audience } from '#src/domain/trading/audience.ts'

/**
 * Who may call a route.
 * - `public`: any caller.
 * - `audience`: any caller; clients get live data, all others delayed data (D17).
 * - `visitor`: any caller; all get what a visitor gets, and their credentials are not read (D115).
 * - `api`: any caller of the public API, within its limit; a key of a client has its own (D130).
 * - `client`: clients with a session and an open account, which may be restricted.
 * - `session`: clients with a session, even if their account is closed.
 * - `entityReader`: users of an entity (D25).
 * - `entityAdministrator`: administrators of an entity (D25).
 * - `entityFactor`: users of an entity, also those who must set up a second factor first (D93).
 * - `pendingEntity`: users of an entity who must change their password first (D16).
 * - `operator`: callers with an operator key that has the scope of the route (D60, D113).
 */
const ROUTE_ACCESSES = [
  'public',
  'audience',
  'visitor',
  'api',
  'client',
  'session',
  'entityReader',
  'entityAdministrator',
  'entityFactor',
  'pendingEntity',
  'operator',
] as const
export type RouteAccess = (typeof ROUTE_ACCESSES)[number]

/** The accesses that need no check. */
type OpenAccess = 'public' | 'audience' | 'visitor'

const isOpenAccess = (access: RouteAccess): access is OpenAccess =>
  access === 'public' || access === 'audience' || access === 'visitor'

/** Returns whether the caller has the access. When it returns false, it has sent the refusal. */
export type CheckAccess = (request: FastifyRequest, reply: FastifyReply) => boolean | Promise<boolean>

/** The checks of the accesses that are not open. Each module adds those that it implements. */
export type AccessChecks = Readonly<Partial<Record<Exclude<RouteAccess, OpenAccess>, CheckAccess>>>

/** The scope of a route of the operator. No named key has `keys`: it needs the key of OPERATOR_KEY. */
export type RouteScope = OperatorScope | 'keys'

/** A route with the access that it declares. */
interface DeclaredRoute {
  readonly method: string
  readonly url: string
  readonly access: RouteAccess
}

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: RouteAccess
    /** Required with the access `operator`. */
    operatorScope?: RouteScope
  }
  interface FastifyRequest {
    /** The name of the operator key; null for other callers and for the key of OPERATOR_KEY. */
    operatorKeyName: string | null
  }
  interface FastifyInstance {
    /** The routes of the server, in the order of their registration. */
    readonly declaredRoutes: readonly DeclaredRoute[]
  }
}

/**
 * Collects the routes of the server. Throws for a route without a declared access, with an access
 * that no module checks, or of the operator without a scope. Call it before the first route.
 */
export function requireDeclaredAccess(app: FastifyInstance, checks: AccessChecks): void {
  const routes: DeclaredRoute[] = []
  app.decorate('declaredRoutes', routes)
  app.decorateRequest('operatorKeyName', null)
  app.decorateRequest('accountKey', null)
  app.addHook('onRoute', ({ method: methods, url, config }) => {
    const access = config?.access
    if (access === undefined) throw new Error(`route ${methods} ${url} declares no access`)
    if (!isOpenAccess(access) && checks[access] === undefined)
      throw new Error(`route ${methods} ${url}: no check of ${access}`)
    if (access === 'operator' && config?.operatorScope === undefined)
      throw new Error(`route ${methods} ${url} declares no operator scope`)
    for (const method of [methods].flat()) routes.push({ method, url, access })
  })
}

/**
 * Checks the access that the route of a request declares, before the body is read. Call it after
 * the hooks that identify callers.
 */
export function enforceAccess(app: FastifyInstance, checks: AccessChecks): void {
  const check = async (access: Exclude<RouteAccess, OpenAccess>, request: FastifyRequest, reply: FastifyReply) =>
    (await checks[access]?.(request, reply)) === true

  app.addHook('onRequest', (request, reply, done) => {
    // Unknown paths declare no access; the hook of unknown routes refuses them.
    const { access } = request.routeOptions.config
    if (access === undefined || isOpenAccess(access)) return done()
    check(access, request, reply).then((isAllowed) => {
      if (isAllowed) done()
    }, done)
  })
}

/**
 * Removes the credentials of requests to visitors' reads, whose replies caches store for everybody,
 * and the cookies of requests to the public API.
 * Call it before the hooks that identify callers.
 */
export function dropVisitorCredentials(app: FastifyInstance): void {
  app.addHook('onRequest', ({ routeOptions, headers }, _reply, done) => {
    const { access } = routeOptions.config
    if (access === 'visitor' || access === 'api') delete headers.cookie
    if (access === 'visitor') delete headers.authorization
    done()
  })
}

/** Returns the audience of a request (D17). */
export type GetAudience = (request: FastifyRequest) => Audience
