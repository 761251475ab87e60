import { ContainerModule } from 'inversify'

import { createInertParser } from '#src/adapters/browser/inert-document.ts'
import { createBrowserFetch } from '#src/adapters/browser/page.ts'
import { createHttpClient, type HttpClient } from '#src/adapters/http/client.ts'
import type { Configuration } from '#src/adapters/http/configuration.ts'
import { createSessionRefusals, type WatchedSessionRefusals } from '#src/adapters/http/identity/session-refusals.ts'
import { createHolidayApi } from '#src/adapters/http/market/holiday-api.ts'
import type { ParseHtml } from '#src/adapters/http/market/html-table.ts'
import { createMarketApi } from '#src/adapters/http/market/market-api.ts'
import {
  createMarketClock,
  type MarketClockDeps,
  type SyncedMarketClock,
} from '#src/adapters/http/market/market-clock.ts'
import { createMarketStream } from '#src/adapters/http/market/market-stream.ts'
import { createNewsApi } from '#src/adapters/http/market/news-api.ts'
import { createQuotesApi } from '#src/adapters/http/market/quotes-api.ts'
import {
  type CreateSessionClient,
  createSessionClientFactory,
  type SessionClientDeps,
} from '#src/adapters/http/session-client.ts'
import { createLoadCode, fetchOnce, type LoadCode } from '#src/application/platform/load-code.ts'
import { PORTS } from '#src/composition/container.ts'
import type { IdentityNeeds } from '#src/composition/identity-adapters.ts'
import type { PaymentNeeds } from '#src/composition/payment-adapters.ts'
import { provide, token } from '#src/composition/provide.ts'

const SYNCED_CLOCK = token<SyncedMarketClock>('syncedClock')
const SHIFT_MS = token<MarketClockDeps['shiftMs']>('shiftMs')
const REFUSALS = token<WatchedSessionRefusals>('refusals')
const LOAD_CODE = token<LoadCode>('loadCode')
const PARSE_HTML = token<ParseHtml>('parseHtml')
const SESSION_CLIENTS = token<CreateSessionClient>('createSessionClient')
const MARKET_HTTP = token<HttpClient>('marketHttp')
const NEWS_HTTP = token<HttpClient>('newsHttp')

type SessionClientNeeds = Pick<SessionClientDeps, 'session' | 'refusals'>

interface MarketClientDeps {
  readonly createClient: CreateSessionClient
  readonly clock: SyncedMarketClock
}

interface StreamDeps extends Pick<MarketClientDeps, 'clock'> {
  readonly http: HttpClient
}

/**
 * Binds the ports to HTTP. Responses of the market synchronize the market clock (D52).
 */
export function httpAdapters(window: Window & typeof globalThis, configuration: Configuration) {
  const fetch = createBrowserFetch({ window })
  const { marketApi, newsApi, auth } = configuration

  // Imports its code without `loadCode`, which may reload the page after a failure. A sign-out that
  // cannot load its code must report the failure.
  const createLoadIdentity = (needs: Pick<IdentityNeeds, 'clock' | 'session' | 'refusals' | 'loadCode'>) =>
    fetchOnce(async () => {
      const { openIdentityPorts } = await import('#src/composition/identity-adapters.ts')
      return openIdentityPorts({ ...needs, window, fetch, configuration })
    })

  const createLoadImc = () =>
    fetchOnce(async () => {
      const { openImcPorts } = await import('#src/composition/imc-adapters.ts')
      return openImcPorts({ window, fetch, configuration })
    })

  const createLoadPayment = (needs: Pick<PaymentNeeds, 'session' | 'refusals'>) =>
    fetchOnce(async () => {
      const { openPaymentPorts } = await import('#src/composition/payment-adapters.ts')
      return openPaymentPorts({ ...needs, window, fetch, configuration })
    })

  return new ContainerModule(({ bind }) => {
    provide(bind, LOAD_CODE, createLoadCode, {
      page: PORTS.page,
      clock: PORTS.clock,
      reloadMark: PORTS.reloadMark,
    })
    provide(bind, SHIFT_MS, () => configuration.clockShiftMs, {})
    provide(bind, SYNCED_CLOCK, createMarketClock, { clock: PORTS.clock, shiftMs: SHIFT_MS })
    provide(bind, REFUSALS, createSessionRefusals, { session: PORTS.session })
    provide(bind, PARSE_HTML, () => createInertParser({ window }), {})
    provide(
      bind,
      SESSION_CLIENTS,
      ({ session, refusals }: SessionClientNeeds) => createSessionClientFactory({ session, refusals, auth, fetch }),
      { session: PORTS.session, refusals: REFUSALS },
    )
    provide(
      bind,
      MARKET_HTTP,
      ({ createClient, clock }: MarketClientDeps) => createClient({ base: marketApi, onMarketTime: clock.sync }),
      { createClient: SESSION_CLIENTS, clock: SYNCED_CLOCK },
    )
    provide(bind, NEWS_HTTP, () => createHttpClient({ base: newsApi, fetch }), {})

    provide(bind, PORTS.market, createMarketApi, { http: MARKET_HTTP })
    provide(bind, PORTS.holidays, createHolidayApi, { http: MARKET_HTTP })
    provide(bind, PORTS.news, createNewsApi, { http: NEWS_HTTP })
    provide(bind, PORTS.quotes, createQuotesApi, {
      http: MARKET_HTTP,
      parseHtml: PARSE_HTML,
      marketClock: SYNCED_CLOCK,
    })
    provide(
      bind,
      PORTS.marketStream,
      ({ http, clock }: StreamDeps) => createMarketStream({ http, onMarketTime: clock.sync }),
      { http: MARKET_HTTP, clock: SYNCED_CLOCK },
    )
    provide(bind, PORTS.marketClock, ({ clock }: { readonly clock: SyncedMarketClock }) => clock, {
      clock: SYNCED_CLOCK,
    })
    provide(bind, PORTS.sessionRefusals, ({ refusals }: { readonly refusals: WatchedSessionRefusals }) => refusals, {
      refusals: REFUSALS,
    })
    provide(bind, PORTS.identity, createLoadIdentity, {
      clock: PORTS.clock,
      session: PORTS.session,
      refusals: REFUSALS,
      loadCode: LOAD_CODE,
    })
    provide(bind, PORTS.imc, createLoadImc, {})
    provide(bind, PORTS.payment, createLoadPayment, { session: PORTS.session, refusals: REFUSALS })
  })
}
