import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { Callers } from '#server/identity/callers.ts'
import { refuse, refuseCaller, restrictionOf } from '#server/identity/identity-answers.ts'
import type { EndReason } from '#server/identity/session-store.ts'
import type { Caller } from '#server/identity/sessions.ts'
import { MARKET_BASE } from '#server/market/market-routes.ts'
import { IDENTITY_PATHS, MARKET_PATHS } from '#src/adapters/http/contract/paths.ts'
import { MINUTE_MS } from '#src/domain/time/bogota.ts'
import { AUDIENCE_DELAY_MS } from '#src/domain/trading/audience.ts'

/** These answer for themselves; the stream ends with its own word, and comes back as a visitor's (D51). */
const EXEMPT: ReadonlySet<string> = new Set([...Object.values(IDENTITY_PATHS), MARKET_PATHS.stream])

/** Calls that only the market dashboard makes; a visitor's page makes none of them. */
const LIVE: ReadonlySet<string> = new Set([
  MARKET_PATHS.intradayLive,
  MARKET_PATHS.priceChart,
  MARKET_PATHS.averageChart,
  MARKET_PATHS.bollingerChart,
  MARKET_PATHS.candleChart,
])

/** Ends that the session's own browser has not brought about itself, and that it has to hear of. */
const UNEXPECTED: ReadonlySet<EndReason> = new Set(['takeover', 'password', 'expired'])

const hasUnexpectedEnd = (caller: Caller) =>
  (caller.kind === 'ended' && UNEXPECTED.has(caller.reason)) ||
  (caller.kind === 'session' && caller.session.standing === 'closed')

/** The path of a market call below the base, null for other calls. */
function marketPathOf({ routeOptions }: FastifyRequest): string | null {
  const { url } = routeOptions
  return url?.startsWith(`${MARKET_BASE}/`) === true ? url.slice(MARKET_BASE.length) : null
}

function asksForLess({ body }: FastifyRequest): boolean {
  const delay = typeof body === 'object' && body !== null && 'delay' in body ? Number(body.delay) : null
  return delay !== null && delay * MINUTE_MS < AUDIENCE_DELAY_MS.delayed
}

/** What a restricted session has to do before it gets a client's view, null where a visitor's is asked for. */
function restrictionOn(request: FastifyRequest, path: string, caller: Caller): string | null {
  const restricted = caller.kind === 'session' ? restrictionOf(caller.session.standing) : null
  return LIVE.has(path) || asksForLess(request) ? restricted : null
}

/**
 * What the market's calls say to a session that is over or restricted. One that was taken over, that ran out or whose password
 * changed gets 401 with the reason, and is noted as told, so that its next call is a visitor's (D5, D54). A restricted one
 * reads what any visitor may read, and gets 403 where it asks for a client's view: a delay under 15 minutes, the live chart, the
 * charts of the dashboard.
 */
export function guardMarket(app: FastifyInstance, callers: Pick<Callers, 'callerOf'>): void {
  app.addHook('preHandler', async (request: FastifyRequest, reply: FastifyReply) => {
    const path = marketPathOf(request)
    if (path === null || EXEMPT.has(path)) return
    const caller = callers.callerOf(request)
    if (hasUnexpectedEnd(caller)) return refuseCaller(request, reply, caller)
    const restriction = restrictionOn(request, path, caller)
    if (restriction !== null) return refuse(reply, 403, restriction)
  })
}
