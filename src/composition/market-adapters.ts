import { Container, ContainerModule } from 'inversify'
import { createInertParser } from '#src/adapters/browser/inert-document.ts'
import { createHttpClient, type HttpClient } from '#src/adapters/http/client.ts'
import type { Configuration } from '#src/adapters/http/configuration.ts'
import type { WatchedSessionRefusals } from '#src/adapters/http/identity/session-refusals.ts'
import { createHolidayApi } from '#src/adapters/http/market/holiday-api.ts'
import type { ParseHtml } from '#src/adapters/http/market/html-table.ts'
import { createMarketApi } from '#src/adapters/http/market/market-api.ts'
import type { SyncedMarketClock } from '#src/adapters/http/market/market-clock.ts'
import { createNewsApi } from '#src/adapters/http/market/news-api.ts'
import { createQuotesApi } from '#src/adapters/http/market/quotes-api.ts'
import { createSessionClientFactory } from '#src/adapters/http/session-client.ts'
import type { SessionStore } from '#src/application/identity/ports.ts'
import type { MarketPorts } from '#src/application/ports.ts'
import { provide, type Tokens, token } from '#src/composition/provide.ts'

/** The dependencies of the market calls. */
export interface MarketNeeds {
  readonly window: Window & typeof globalThis
  readonly fetch: typeof globalThis.fetch
  readonly configuration: Configuration
  readonly clock: SyncedMarketClock
  readonly session: SessionStore
  readonly refusals: WatchedSessionRefusals
}

/** The calls of the market, and the HTTP client that the stream uses too. */
export interface MarketCalls extends Omit<MarketPorts, 'marketStream'> {
  readonly http: HttpClient
}

const CALLS: Tokens<MarketCalls> = {
  http: token('marketHttp'),
  market: token('market'),
  quotes: token('quotes'),
  news: token('news'),
  holidays: token('holidays'),
}

const NEWS_HTTP = token<HttpClient>('newsHttp')
const PARSE_HTML = token<ParseHtml>('parseHtml')
const MARKET_CLOCK = token<SyncedMarketClock>('marketClock')
const ALL_CALLS = token<MarketCalls>('marketCalls')

function marketAdapters({ window, fetch, configuration, clock, session, refusals }: MarketNeeds) {
  const { marketApi, newsApi, auth } = configuration
  const createSessionClient = createSessionClientFactory({ session, refusals, auth, fetch })

  return new ContainerModule(({ bind }) => {
    provide(bind, MARKET_CLOCK, () => clock, {})
    provide(bind, PARSE_HTML, () => createInertParser({ window }), {})
    provide(bind, CALLS.http, () => createSessionClient({ base: marketApi, onMarketTime: clock.sync }), {})
    provide(bind, NEWS_HTTP, () => createHttpClient({ base: newsApi, fetch }), {})

    provide(bind, CALLS.market, createMarketApi, { http: CALLS.http })
    provide(bind, CALLS.holidays, createHolidayApi, { http: CALLS.http })
    provide(bind, CALLS.news, createNewsApi, { http: NEWS_HTTP })
    provide(bind, CALLS.quotes, createQuotesApi, {
      http: CALLS.http,
      parseHtml: PARSE_HTML,
      marketClock: MARKET_CLOCK,
    })
  })
}

/**
 * Creates the calls of the market. This code is not in the entry chunk, so that the first paint
 * does not wait for the calls.
 */
export function openMarketCalls(needs: MarketNeeds): MarketCalls {
  const container = new Container({ defaultScope: 'Singleton' })
  container.load(marketAdapters(needs))
  provide(
    (id) => container.bind(id),
    ALL_CALLS,
    (calls: MarketCalls) => calls,
    CALLS,
  )
  return container.get<MarketCalls>(ALL_CALLS)
}
