import { createHttpClient } from '#src/adapters/http/client.ts'
import type { Configuration } from '#src/adapters/http/configuration.ts'
import { createAuthApi } from '#src/adapters/http/identity/auth-api.ts'
import { createSessionRefusals } from '#src/adapters/http/identity/session-refusals.ts'
import { createHolidayApi } from '#src/adapters/http/market/holiday-api.ts'
import { type ParseHtml, parseNothing } from '#src/adapters/http/market/html-table.ts'
import { createMarketApi } from '#src/adapters/http/market/market-api.ts'
import { createMarketClock, followClock } from '#src/adapters/http/market/market-clock.ts'
import { createMarketStream } from '#src/adapters/http/market/market-stream.ts'
import { createNewsApi } from '#src/adapters/http/market/news-api.ts'
import { createQuotesApi } from '#src/adapters/http/market/quotes-api.ts'
import { createSettingsApi } from '#src/adapters/http/market/settings-api.ts'
import { type CreateSessionClient, createSessionClientFactory } from '#src/adapters/http/session-client.ts'
import type { SessionPorts, SessionStore } from '#src/application/identity/ports.ts'
import type { MarketPorts, MarketStream } from '#src/application/market/ports.ts'
import type { Clock, MarketClock } from '#src/application/platform/ports.ts'

/** What the calls need of the platform: a browser, a worker, or a program of Node. */
export interface HttpNeeds {
  readonly fetch: typeof globalThis.fetch
  /** Only the tables of quotes need it. */
  readonly parseHtml?: ParseHtml
  /** Shares the connections of the streams between the windows of a browser; by default, each has its own. */
  readonly shareStream?: (stream: MarketStream, session: SessionStore) => MarketStream
  readonly clock: Clock
  readonly session: SessionStore
}

/**
 * Asks the server whether a stored reply is still valid: the cache of a browser would show one that
 * is some seconds old, also after a reload. Other environments ignore it.
 */
const REVALIDATED: object = { cache: 'no-cache' }

type HttpConfiguration = Pick<Configuration, 'marketApi' | 'newsApi' | 'publicApi' | 'auth' | 'clockShiftMs'> & {
  readonly portal: Pick<Configuration['portal'], 'terms'>
}

/** The ports of the market and of the client session over HTTP. */
export interface HttpPorts extends MarketPorts, Pick<SessionPorts, 'auth' | 'sessionRefusals'> {
  readonly marketClock: MarketClock
  /** Creates the clients of other calls of the client session. */
  readonly createSessionClient: CreateSessionClient
}

/**
 * Connects the market and the client session to a server. Responses of the market synchronize the
 * market clock (D52).
 */
export function createHttpPorts(
  { marketApi, newsApi, publicApi, auth, clockShiftMs, portal: { terms } }: HttpConfiguration,
  { fetch, parseHtml = parseNothing, shareStream = (stream) => stream, clock, session }: HttpNeeds,
): HttpPorts {
  const marketClock = createMarketClock({ clock, shiftMs: clockShiftMs })
  const refusals = createSessionRefusals({ session })
  const createSessionClient = createSessionClientFactory({ session, refusals, auth, fetch })
  const http = createSessionClient({
    base: marketApi,
    onMarketTime: marketClock.sync,
    onFrozen: marketClock.setFrozen,
  })
  // A reply of these may be older than its successor of another address: the next poll settles it.
  const visitorHttp =
    publicApi &&
    createHttpClient({
      base: publicApi,
      fetch: (input, init) => fetch(input, { ...init, ...REVALIDATED }),
      onMarketTime: marketClock.advance,
      onFrozen: marketClock.setFrozen,
    })
  const findVisitorClient = () => (visitorHttp && session.read().kind !== 'session' ? visitorHttp : null)
  return {
    marketClock,
    sessionRefusals: refusals,
    createSessionClient,
    auth: createAuthApi({ http: createSessionClient({ base: marketApi }), terms }),
    market: createMarketApi({ http, findVisitorClient }),
    holidays: createHolidayApi({ http, findVisitorClient }),
    settings: createSettingsApi({ http }),
    news: createNewsApi({ http: createHttpClient({ base: newsApi, fetch }), findVisitorClient }),
    quotes: createQuotesApi({ http, findVisitorClient, parseHtml, marketClock }),
    marketStream: followClock(shareStream(createMarketStream({ http }), session), marketClock),
  }
}
