import { ContainerModule } from 'inversify'

import { createBrowserFetch } from '#src/adapters/browser/network.ts'
import type { Configuration } from '#src/adapters/http/configuration.ts'
import { createSessionRefusals, type WatchedSessionRefusals } from '#src/adapters/http/identity/session-refusals.ts'
import { createLazyGateway } from '#src/adapters/http/lazy-gateway.ts'
import { createLazyStream } from '#src/adapters/http/market/lazy-stream.ts'
import {
  createMarketClock,
  type MarketClockDeps,
  type SyncedMarketClock,
} from '#src/adapters/http/market/market-clock.ts'
import type { HolidayGateway, MarketGateway, NewsGateway, QuotesGateway } from '#src/application/market/ports.ts'
import { createLoadCode, fetchOnce, type LoadCode } from '#src/application/platform/load-code.ts'
import type { Log, Page } from '#src/application/platform/ports.ts'
import { PORTS } from '#src/composition/container.ts'
import type { IdentityNeeds } from '#src/composition/identity-adapters.ts'
import type { MarketCalls, MarketNeeds } from '#src/composition/market-adapters.ts'
import type { PaymentNeeds } from '#src/composition/payment-adapters.ts'
import { provide, token } from '#src/composition/provide.ts'

const SYNCED_CLOCK = token<SyncedMarketClock>('syncedClock')
const SHIFT_MS = token<MarketClockDeps['shiftMs']>('shiftMs')
const REFUSALS = token<WatchedSessionRefusals>('refusals')
const LOAD_CODE = token<LoadCode>('loadCode')
const LOAD_CALLS = token<() => Promise<MarketCalls>>('loadCalls')

type LoadCallsDeps = Pick<MarketNeeds, 'clock' | 'session' | 'refusals'> & { readonly loadCode: LoadCode }

interface CallDeps {
  readonly loadCalls: () => Promise<MarketCalls>
  readonly log: Log
}

interface StreamDeps extends Pick<CallDeps, 'loadCalls'> {
  readonly clock: SyncedMarketClock
  readonly loadCode: LoadCode
  readonly page: Page
}

/**
 * Binds the ports to HTTP. Responses of the market synchronize the market clock (D52). The first
 * call of a gateway loads its code: client, gateways and decoders.
 */
export function httpAdapters(window: Window & typeof globalThis, configuration: Configuration) {
  const fetch = createBrowserFetch({ window })

  const createLoadCalls = ({ loadCode, ...needs }: LoadCallsDeps) =>
    fetchOnce(async () => {
      const { openMarketCalls } = await loadCode(() => import('#src/composition/market-adapters.ts'))
      return openMarketCalls({ ...needs, window, fetch, configuration })
    })

  const createMarket = ({ loadCalls, log }: CallDeps) =>
    createLazyGateway<MarketGateway>(
      { load: async () => (await loadCalls()).market, log },
      {
        closeAndAverage: true,
        prices: true,
        amounts: true,
        intraday: true,
        periodChart: true,
        statistics: true,
        trmNow: true,
        trmHistory: true,
      },
    )
  const createQuotes = ({ loadCalls, log }: CallDeps) =>
    createLazyGateway<QuotesGateway>(
      { load: async () => (await loadCalls()).quotes, log },
      { currencies: true, stocks: true, indices: true, indexSeries: true, feeds: true },
    )
  const createNews = ({ loadCalls, log }: CallDeps) =>
    createLazyGateway<NewsGateway>({ load: async () => (await loadCalls()).news, log }, { latest: true })
  const createHolidays = ({ loadCalls, log }: CallDeps) =>
    createLazyGateway<HolidayGateway>({ load: async () => (await loadCalls()).holidays, log }, { isUsHoliday: true })

  const createStream = ({ loadCalls, clock, loadCode, page }: StreamDeps) =>
    createLazyStream({
      page,
      load: fetchOnce(async () => {
        const [{ createMarketStream }, { http }] = await Promise.all([
          loadCode(() => import('#src/adapters/http/market/market-stream.ts')),
          loadCalls(),
        ])
        return createMarketStream({ http, onMarketTime: clock.sync })
      }),
    })

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
    provide(bind, LOAD_CALLS, createLoadCalls, {
      clock: SYNCED_CLOCK,
      session: PORTS.session,
      refusals: REFUSALS,
      loadCode: LOAD_CODE,
    })

    const callDeps = { loadCalls: LOAD_CALLS, log: PORTS.log }
    provide(bind, PORTS.market, createMarket, callDeps)
    provide(bind, PORTS.quotes, createQuotes, callDeps)
    provide(bind, PORTS.news, createNews, callDeps)
    provide(bind, PORTS.holidays, createHolidays, callDeps)
    provide(bind, PORTS.marketStream, createStream, {
      loadCalls: LOAD_CALLS,
      clock: SYNCED_CLOCK,
      loadCode: LOAD_CODE,
      page: PORTS.page,
    })
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
