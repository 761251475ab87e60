import { ContainerModule } from 'inversify'

import { createInertParser } from '#src/adapters/browser/inert-document.ts'
import { createBrowserFetch } from '#src/adapters/browser/network.ts'
import { createHttpClient, type HttpClient } from '#src/adapters/http/client.ts'
import type { Configuration } from '#src/adapters/http/config.ts'
import type { ParseHtml } from '#src/adapters/http/decode/html-table.ts'
import { createFetchedStream } from '#src/adapters/http/fetched-stream.ts'
import { createHolidayApi } from '#src/adapters/http/holiday-api.ts'
import { createMarketApi } from '#src/adapters/http/market-api.ts'
import { createMarketClock, type LedMarketClock, type MarketClockNeeds } from '#src/adapters/http/market-clock.ts'
import { createNewsApi } from '#src/adapters/http/news-api.ts'
import { createQuotesApi } from '#src/adapters/http/quotes-api.ts'
import { createSessionRefusals, type WatchedSessionRefusals } from '#src/adapters/http/session-refusals.ts'
import { createSignedClients, type SignedClients } from '#src/adapters/http/signed-client.ts'
import { fetchedOnce } from '#src/application/platform/fetched-once.ts'
import { PORTS } from '#src/composition/container.ts'
import type { IdentityNeeds } from '#src/composition/identity-adapters.ts'
import { provide, token } from '#src/composition/provide.ts'

const LED_CLOCK = token<LedMarketClock>('ledClock')
const SHIFT_MS = token<MarketClockNeeds['shiftMs']>('shiftMs')
const MARKET_HTTP = token<HttpClient>('marketHttp')
const NEWS_HTTP = token<HttpClient>('newsHttp')
const REFUSALS = token<WatchedSessionRefusals>('refusals')
const SIGNED = token<SignedClients>('signed')
const PARSE_HTML = token<ParseHtml>('parseHtml')

/** The ports that servers answer, and the market clock that their answers lead (D52). */
export function httpAdapters(window: Window & typeof globalThis, configuration: Configuration) {
  const { marketApi, newsApi, clockShiftMs, auth } = configuration
  const fetch = createBrowserFetch({ window })

  const bringIdentity = (needs: Pick<IdentityNeeds, 'clock' | 'signed'>) =>
    fetchedOnce(async () => {
      const { openIdentityPorts } = await import('#src/composition/identity-adapters.ts')
      return openIdentityPorts({ ...needs, window, fetch, configuration })
    })

  const bringStream = (http: HttpClient, clock: LedMarketClock) =>
    fetchedOnce(async () => {
      const { createMarketStream } = await import('#src/adapters/http/market-stream.ts')
      return createMarketStream({ http, onMarketTime: clock.follow })
    })

  return new ContainerModule(({ bind }) => {
    provide(bind, SHIFT_MS, () => clockShiftMs, {})
    provide(bind, LED_CLOCK, createMarketClock, { clock: PORTS.clock, shiftMs: SHIFT_MS })
    provide(bind, REFUSALS, createSessionRefusals, { session: PORTS.session })
    provide(
      bind,
      SIGNED,
      (needs: Pick<Parameters<typeof createSignedClients>[0], 'session' | 'refusals'>) =>
        createSignedClients({ ...needs, fetch, auth }),
      { session: PORTS.session, refusals: REFUSALS },
    )
    provide(
      bind,
      MARKET_HTTP,
      ({ clock, signed }: { readonly clock: LedMarketClock; readonly signed: SignedClients }) =>
        signed({ base: marketApi, onMarketTime: clock.follow }),
      { clock: LED_CLOCK, signed: SIGNED },
    )
    provide(bind, NEWS_HTTP, () => createHttpClient({ base: newsApi, fetch }), {})
    provide(bind, PARSE_HTML, () => createInertParser({ window }), {})

    provide(bind, PORTS.marketClock, ({ led }: { readonly led: LedMarketClock }) => led, { led: LED_CLOCK })
    provide(bind, PORTS.market, createMarketApi, { http: MARKET_HTTP })
    provide(
      bind,
      PORTS.marketStream,
      ({ http, clock }: { readonly http: HttpClient; readonly clock: LedMarketClock }) =>
        createFetchedStream(bringStream(http, clock)),
      { http: MARKET_HTTP, clock: LED_CLOCK },
    )
    provide(bind, PORTS.holidays, createHolidayApi, { http: MARKET_HTTP })
    provide(bind, PORTS.news, createNewsApi, { http: NEWS_HTTP })
    provide(bind, PORTS.quotes, createQuotesApi, {
      http: MARKET_HTTP,
      parseHtml: PARSE_HTML,
      marketClock: PORTS.marketClock,
    })
    provide(bind, PORTS.sessionRefusals, ({ refusals }: { readonly refusals: WatchedSessionRefusals }) => refusals, {
      refusals: REFUSALS,
    })
    provide(bind, PORTS.identity, bringIdentity, { clock: PORTS.clock, signed: SIGNED })
  })
}
