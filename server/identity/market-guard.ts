import type { FastifyInstance, FastifyRequest, preHandlerHookHandler } from 'fastify'
import { MARKET_BASE } from '#server/http/paths.ts'
import { type ClientCaller, type ClientRealm, findRestriction } from '#server/identity/client-realm.ts'
import { type EndReason, refuse } from '#server/security/login-realm.ts'
import { IDENTITY_PATHS, MARKET_PATHS } from '#src/adapters/http/contract/paths.ts'
import { MINUTE_MS } from '#src/domain/time/bogota.ts'
import { AUDIENCE_DELAY_MS } from '#src/domain/trading/audience.ts'

/**
 * Paths without this guard. The identity routes check the session themselves, the stream of an
 * ended session becomes a visitor's stream (D51), and the widget's reply is the same for everybody.
 */
const UNGUARDED_PATHS: ReadonlySet<string> = new Set([
  ...Object.values(IDENTITY_PATHS),
  MARKET_PATHS.stream,
  `${MARKET_PATHS.widget}/:mercado`,
])

/** Paths that only the market dashboard requests. The pages of visitors never request them. */
const DASHBOARD_PATHS: ReadonlySet<string> = new Set([
  MARKET_PATHS.intradayLive,
  MARKET_PATHS.priceChart,
  MARKET_PATHS.averageChart,
  MARKET_PATHS.bollingerChart,
  MARKET_PATHS.candleChart,
])

/** End reasons that a reply must report, because the session's browser did not cause them. */
const UNEXPECTED_END_REASONS: ReadonlySet<EndReason> = new Set(['takeover', 'password', 'expired', 'closed'])

const hasUnexpectedEnd = (caller: ClientCaller) =>
  (caller.kind === 'ended' && UNEXPECTED_END_REASONS.has(caller.reason)) ||
  (caller.kind === 'session' && caller.session.access === 'closed')

/** Returns the path of a market route below the base; null for other routes. */
const findMarketPath = (url: string): string | null =>
  url.startsWith(`${MARKET_BASE}/`) ? url.slice(MARKET_BASE.length) : null

function requestsShorterDelay({ body }: FastifyRequest): boolean {
  const delay = typeof body === 'object' && body !== null && 'delay' in body ? Number(body.delay) : null
  return delay !== null && delay * MINUTE_MS < AUDIENCE_DELAY_MS.delayed
}

/**
 * Returns the message for a restricted session that requests live data; null for other requests.
 */
function findLiveRestriction(request: FastifyRequest, path: string, caller: ClientCaller): string | null {
  const restriction = caller.kind === 'session' ? findRestriction(caller.session.access) : null
  return restriction !== null && (DASHBOARD_PATHS.has(path) || requestsShorterDelay(request)) ? restriction : null
}

/**
 * Guards the market's routes. A session gets 401 with the reason once after a takeover, expiry or
 * new password, or when its account is closed. Then its requests count as a visitor's (D5, D54). A
 * restricted session gets delayed data. It gets 403 for live data: a delay under 15 minutes, the
 * live chart, the charts of the dashboard. Call it before the market's routes are added.
 */
export function guardMarket(app: FastifyInstance, realm: Pick<ClientRealm, 'findCaller' | 'rejectCaller'>): void {
  const createGuard = (path: string): preHandlerHookHandler =>
    function guard(request, reply, done) {
      const caller = realm.findCaller(request)
      if (hasUnexpectedEnd(caller)) return void realm.rejectCaller(request, reply)
      const restriction = findLiveRestriction(request, path, caller)
      if (restriction !== null) return void refuse(reply, 403, restriction)
      done()
    }

  // Only the routes of the market run the guard.
  app.addHook('onRoute', (route) => {
    const path = findMarketPath(route.url)
    if (path === null || UNGUARDED_PATHS.has(path)) return
    route.preHandler = [createGuard(path), ...[route.preHandler ?? []].flat()]
  })
}
