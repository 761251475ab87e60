import { ContainerModule } from 'inversify'

import { createInertParser } from '#src/adapters/browser/inert-document.ts'
import { createBrowserFetch } from '#src/adapters/browser/network.ts'
import { createHttpClient, type HttpClient } from '#src/adapters/http/client.ts'
import type { Configuration } from '#src/adapters/http/config.ts'
import type { ParseHtml } from '#src/adapters/http/decode/html-table.ts'
import { createHolidayApi } from '#src/adapters/http/holiday-api.ts'
import { createLazyStream } from '#src/adapters/http/lazy-stream.ts'
import { createMarketApi } from '#src/adapters/http/market-api.ts'
import { createMarketClock, type MarketClockDeps, type SyncedMarketClock } from '#src/adapters/http/market-clock.ts'
import { createNewsApi } from '#src/adapters/http/news-api.ts'
import { createQuotesApi } from '#src/adapters/http/quotes-api.ts'
import { createSessionRefusals, type WatchedSessionRefusals } from '#src/adapters/http/session-refusals.ts'
import { createSignedClients, type SignedClients } from '#src/adapters/http/signed-client.ts'
import { fetchOnce } from '#src/application/platform/fetch-once.ts'
import { createLoadCode, type LoadCode } from '#src/application/platform/load-code.ts'
import type { Page } from '#src/application/platform/page.ts'
import { PORTS } from '#src/composition/container.ts'
import type { IdentityNeeds } from '#src/composition/identity-adapters.ts'
import { provide, token } from '#src/composition/provide.ts'

const SYNCED_CLOCK = token<SyncedMarketClock>('syncedClock')
const SHIFT_MS = token<MarketClockDeps['shiftMs']>('shiftMs')
const MARKET_HTTP = token<HttpClient>('marketHttp')
const NEWS_HTTP = token<HttpClient>('newsHttp')
const REFUSALS = token<WatchedSessionRefusals>('refusals')
const SIGNED = token<SignedClients>('signed')
const PARSE_HTML = token<ParseHtml>('parseHtml')
const LOAD_CODE = token<LoadCode>('loadCode')

interface StreamDeps {
  readonly http: HttpClient
  readonly clock: SyncedMarketClock
  readonly loadCode: LoadCode
  readonly page: Page
}

/** The ports over HTTP, and the market clock that the responses correct (D52). */
export function httpAdapters(window: Window & typeof globalThis, configuration: Configuration) {
  const { marketApi, newsApi, clockShiftMs, auth } = configuration
  const fetch = createBrowserFetch({ window })

  // No reload here: a sign-out reports that its code is gone; the screens reload for it (`loadCode`).
  const loadIdentity = (needs: Pick<IdentityNeeds, 'clock' | 'signed' | 'loadCode'>) =>
    fetchOnce(async () => {
      const { openIdentityPorts } = await import('#src/composition/identity-adapters.ts')
      return openIdentityPorts({ ...needs, window, fetch, configuration })
    })

  const loadStream = ({ http, clock, loadCode }: StreamDeps) =>
    fetchOnce(async () => {
      const { createMarketStream } = await loadCode(() => import('#src/adapters/http/market-stream.ts'))
      return createMarketStream({ http, onMarketTime: clock.sync })
    })

  return new ContainerModule(({ bind }) => {
    provide(bind, LOAD_CODE, createLoadCode, {
      page: PORTS.page,
      clock: PORTS.clock,
      reloadMark: PORTS.reloadMark,
    })
    provide(bind, SHIFT_MS, () => clockShiftMs, {})
    provide(bind, SYNCED_CLOCK, createMarketClock, { clock: PORTS.clock, shiftMs: SHIFT_MS })
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
      ({ clock, signed }: { readonly clock: SyncedMarketClock; readonly signed: SignedClients }) =>
        signed({ base: marketApi, onMarketTime: clock.sync }),
      { clock: SYNCED_CLOCK, signed: SIGNED },
    )
    provide(bind, NEWS_HTTP, () => createHttpClient({ base: newsApi, fetch }), {})
    provide(bind, PARSE_HTML, () => createInertParser({ window }), {})

    provide(bind, PORTS.marketClock, ({ clock }: { readonly clock: SyncedMarketClock }) => clock, {
      clock: SYNCED_CLOCK,
    })
    provide(bind, PORTS.market, createMarketApi, { http: MARKET_HTTP })
    provide(
      bind,
      PORTS.marketStream,
      (deps: StreamDeps) => createLazyStream({ load: loadStream(deps), page: deps.page }),
      { http: MARKET_HTTP, clock: SYNCED_CLOCK, loadCode: LOAD_CODE, page: PORTS.page },
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
    provide(bind, PORTS.identity, loadIdentity, { clock: PORTS.clock, signed: SIGNED, loadCode: LOAD_CODE })
  })
}
