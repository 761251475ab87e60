import type { FastifyInstance, FastifyRequest, preHandlerHookHandler } from 'fastify'
import { MARKET_BASE } from '#server/http/paths.ts'
import type { Authenticator } from '#server/identity/authenticator.ts'
import { findRestriction, refuse, rejectCaller } from '#server/identity/identity-replies.ts'
import type { EndReason } from '#server/identity/session-store.ts'
import type { Caller } from '#server/identity/sessions.ts'
import { IDENTITY_PATHS, MARKET_PATHS } from '#src/adapters/http/contract/paths.ts'
import { MINUTE_MS } from '#src/domain/time/bogota.ts'
import { AUDIENCE_DELAY_MS } from '#src/domain/trading/audience.ts'

/**
 * Routes without this guard: they check the session themselves, and the stream reconnects as a
 * visitor's (D51).
 */
const EXEMPT: ReadonlySet<string> = new Set([...Object.values(IDENTITY_PATHS), MARKET_PATHS.stream])

/** Calls of the market dashboard only; a visitor's page never sends them. */
const LIVE: ReadonlySet<string> = new Set([
  MARKET_PATHS.intradayLive,
  MARKET_PATHS.priceChart,
  MARKET_PATHS.averageChart,
  MARKET_PATHS.bollingerChart,
  MARKET_PATHS.candleChart,
])

/** End reasons that the session's own browser did not cause and must be shown. */
const UNEXPECTED: ReadonlySet<EndReason> = new Set(['takeover', 'password', 'expired'])

const hasUnexpectedEnd = (caller: Caller) =>
  (caller.kind === 'ended' && UNEXPECTED.has(caller.reason)) ||
  (caller.kind === 'session' && caller.session.access === 'closed')

/** The path of a market route below the base, null for other routes. */
const findMarketPath = (url: string): string | null =>
  url.startsWith(`${MARKET_BASE}/`) ? url.slice(MARKET_BASE.length) : null

function requestsShorterDelay({ body }: FastifyRequest): boolean {
  const delay = typeof body === 'object' && body !== null && 'delay' in body ? Number(body.delay) : null
  return delay !== null && delay * MINUTE_MS < AUDIENCE_DELAY_MS.delayed
}

/**
 * The message for a restricted session that requests live data; null when it requests delayed data.
 */
function findLiveRestriction(request: FastifyRequest, path: string, caller: Caller): string | null {
  const restriction = caller.kind === 'session' ? findRestriction(caller.session.access) : null
  return restriction !== null && (LIVE.has(path) || requestsShorterDelay(request)) ? restriction : null
}

/**
 * Guards the market's calls. A session that was taken over, expired or got a new password gets one
 * 401 with the reason; its next call is a visitor's (D5, D54). A restricted session reads what a
 * visitor reads. It gets 403 for live data: a delay under 15 minutes, the live chart, the charts of
 * the dashboard. Call it before the market's routes are added.
 */
export function guardMarket(app: FastifyInstance, authenticator: Pick<Authenticator, 'findCaller'>): void {
  const createGuard = (path: string): preHandlerHookHandler =>
    function guard(request, reply, done) {
      const caller = authenticator.findCaller(request)
      if (hasUnexpectedEnd(caller)) return void rejectCaller(request, reply, caller)
      const restriction = findLiveRestriction(request, path, caller)
      if (restriction !== null) return void refuse(reply, 403, restriction)
      done()
    }

  // Only the routes of the market run the guard.
  app.addHook('onRoute', (route) => {
    const path = findMarketPath(route.url)
    if (path === null || EXEMPT.has(path)) return
    route.preHandler = [createGuard(path), ...[route.preHandler ?? []].flat()]
  })
}
