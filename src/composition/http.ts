import { ContainerModule } from 'inversify'

import { createHttpClient, type HttpClient } from '#src/adapters/http/client.ts'
import type { Configuration } from '#src/adapters/http/configuration.ts'
import { createAuthApi } from '#src/adapters/http/identity/auth-api.ts'
import { createSessionRefusals, type WatchedSessionRefusals } from '#src/adapters/http/identity/session-refusals.ts'
import { createHolidayApi } from '#src/adapters/http/market/holiday-api.ts'
import type { ParseHtml } from '#src/adapters/http/market/html-table.ts'
import { createMarketApi } from '#src/adapters/http/market/market-api.ts'
import { createMarketClock, type SyncedMarketClock } from '#src/adapters/http/market/market-clock.ts'
import { createMarketStream } from '#src/adapters/http/market/market-stream.ts'
import { createNewsApi } from '#src/adapters/http/market/news-api.ts'
import { createQuotesApi } from '#src/adapters/http/market/quotes-api.ts'
import {
  type CreateSessionClient,
  createSessionClientFactory,
  type SessionClientDeps,
} from '#src/adapters/http/session-client.ts'
import type { Clock } from '#src/application/platform/ports.ts'
import { PORTS } from '#src/composition/ports.ts'
import { provide, type Tokens, token } from '#src/composition/provide.ts'

type Fetch = typeof globalThis.fetch

interface HttpNeeds {
  readonly fetch: Fetch
  readonly parseHtml: ParseHtml
}

/** What the calls need of the platform: a browser or a terminal. */
export const HTTP: Tokens<HttpNeeds> = { fetch: token('fetch'), parseHtml: token('parseHtml') }

/** Creates the HTTP clients whose requests are those of the client session. */
export const CREATE_SESSION_CLIENT = token<CreateSessionClient>('createSessionClient')

const MARKET_HTTP = token<HttpClient>('marketHttp')
const NEWS_HTTP = token<HttpClient>('newsHttp')
const SYNCED_CLOCK = token<SyncedMarketClock>('syncedClock')
const REFUSALS = token<WatchedSessionRefusals>('watchedRefusals')

interface MarketHttpDeps {
  readonly createSessionClient: CreateSessionClient
  readonly clock: SyncedMarketClock
}

interface StreamDeps extends Pick<MarketHttpDeps, 'clock'> {
  readonly http: HttpClient
}

/**
 * Binds the calls of the market and of the client session to HTTP. Responses of the market
 * synchronize the market clock (D52).
 */
export function http({ marketApi, newsApi, auth, clockShiftMs }: Configuration) {
  return new ContainerModule(({ bind }) => {
    provide(
      bind,
      SYNCED_CLOCK,
      ({ clock }: { readonly clock: Clock }) => createMarketClock({ clock, shiftMs: clockShiftMs }),
      { clock: PORTS.clock },
    )
    bind(PORTS.marketClock).toService(SYNCED_CLOCK)
    provide(bind, REFUSALS, createSessionRefusals, { session: PORTS.session })
    bind(PORTS.sessionRefusals).toService(REFUSALS)

    provide(
      bind,
      CREATE_SESSION_CLIENT,
      (deps: Omit<SessionClientDeps, 'auth'>) => createSessionClientFactory({ ...deps, auth }),
      { session: PORTS.session, refusals: REFUSALS, fetch: HTTP.fetch },
    )
    provide(
      bind,
      MARKET_HTTP,
      ({ createSessionClient, clock }: MarketHttpDeps) =>
        createSessionClient({ base: marketApi, onMarketTime: clock.sync }),
      { createSessionClient: CREATE_SESSION_CLIENT, clock: SYNCED_CLOCK },
    )
    provide(bind, NEWS_HTTP, ({ fetch }: { readonly fetch: Fetch }) => createHttpClient({ base: newsApi, fetch }), {
      fetch: HTTP.fetch,
    })

    provide(
      bind,
      PORTS.auth,
      ({ createSessionClient }: Pick<MarketHttpDeps, 'createSessionClient'>) =>
        createAuthApi({ http: createSessionClient({ base: marketApi }) }),
      { createSessionClient: CREATE_SESSION_CLIENT },
    )
    provide(bind, PORTS.market, createMarketApi, { http: MARKET_HTTP })
    provide(bind, PORTS.holidays, createHolidayApi, { http: MARKET_HTTP })
    provide(bind, PORTS.news, createNewsApi, { http: NEWS_HTTP })
    provide(bind, PORTS.quotes, createQuotesApi, {
      http: MARKET_HTTP,
      parseHtml: HTTP.parseHtml,
      marketClock: SYNCED_CLOCK,
    })
    provide(
      bind,
      PORTS.marketStream,
      ({ http, clock }: StreamDeps) => createMarketStream({ http, onMarketTime: clock.sync }),
      { http: MARKET_HTTP, clock: SYNCED_CLOCK },
    )
  })
}
