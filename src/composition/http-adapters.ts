import { ContainerModule } from 'inversify'

import { createInertParser } from '#src/adapters/browser/inert-document.ts'
import { createBrowserFetch } from '#src/adapters/browser/network.ts'
import { createHttpClient, type HttpClient } from '#src/adapters/http/client.ts'
import type { Configuration } from '#src/adapters/http/config.ts'
import { createHolidayApi } from '#src/adapters/http/holiday-api.ts'
import type { ParseHtml } from '#src/adapters/http/html-table.ts'
import { createMarketApi } from '#src/adapters/http/market-api.ts'
import { createMarketClock, type LedMarketClock, type MarketClockNeeds } from '#src/adapters/http/market-clock.ts'
import { createNewsApi } from '#src/adapters/http/news-api.ts'
import { createQuotesApi } from '#src/adapters/http/quotes-api.ts'
import { PORTS } from '#src/composition/container.ts'
import { provide, token } from '#src/composition/provide.ts'

const LED_CLOCK = token<LedMarketClock>('ledClock')
const SHIFT_MS = token<MarketClockNeeds['shiftMs']>('shiftMs')
const MARKET_HTTP = token<HttpClient>('marketHttp')
const NEWS_HTTP = token<HttpClient>('newsHttp')
const PARSE_HTML = token<ParseHtml>('parseHtml')

/** The ports that servers answer, and the market clock that their answers lead (D52). */
export function httpAdapters(window: Window & typeof globalThis, configuration: Configuration) {
  const { marketApi, newsApi, clockShiftMs } = configuration
  const fetch = createBrowserFetch({ window })

  return new ContainerModule(({ bind }) => {
    provide(bind, SHIFT_MS, () => clockShiftMs, {})
    provide(bind, LED_CLOCK, createMarketClock, { clock: PORTS.clock, shiftMs: SHIFT_MS })
    provide(
      bind,
      MARKET_HTTP,
      ({ clock }: { readonly clock: LedMarketClock }) =>
        createHttpClient({ base: marketApi, fetch, onMarketTime: clock.follow }),
      { clock: LED_CLOCK },
    )
    provide(bind, NEWS_HTTP, () => createHttpClient({ base: newsApi, fetch }), {})
    provide(bind, PARSE_HTML, () => createInertParser({ window }), {})

    provide(bind, PORTS.marketClock, ({ led }: { readonly led: LedMarketClock }) => led, { led: LED_CLOCK })
    provide(bind, PORTS.market, createMarketApi, { http: MARKET_HTTP })
    provide(bind, PORTS.holidays, createHolidayApi, { http: MARKET_HTTP })
    provide(bind, PORTS.news, createNewsApi, { http: NEWS_HTTP })
    provide(bind, PORTS.quotes, createQuotesApi, {
      http: MARKET_HTTP,
      parseHtml: PARSE_HTML,
      marketClock: PORTS.marketClock,
    })
  })
}
