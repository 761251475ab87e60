import type { Clock, MarketClock } from '#src/application/ports/clocks.ts'
import type { HolidayGateway } from '#src/application/ports/holiday-gateway.ts'
import type { Log } from '#src/application/ports/log.ts'
import type { MarketGateway } from '#src/application/ports/market-gateway.ts'
import type { NewsGateway } from '#src/application/ports/news-gateway.ts'
import type { Page } from '#src/application/ports/page.ts'
import type { QuotesGateway } from '#src/application/ports/quotes-gateway.ts'
import type { ThemeStore } from '#src/application/ports/theme-store.ts'

/** Everything the application needs from outside. A use-case picks from here by name. */
export interface Ports {
  readonly market: MarketGateway
  readonly quotes: QuotesGateway
  readonly news: NewsGateway
  readonly holidays: HolidayGateway
  readonly clock: Clock
  readonly marketClock: MarketClock
  readonly page: Page
  readonly log: Log
  readonly theme: ThemeStore
}

/** Pages outside the portal, http(s); null where the configuration offers none (D62). */
export interface PortalLinks {
  readonly exchange: string | null
  readonly contact: string | null
  readonly privacy: string | null
  readonly dataTreatment: string | null
  readonly terms: string | null
}

/** What the environment decides about the pages (D39). */
export interface PortalConfig {
  /** The market's data are simulated and the pages say so (D41). */
  readonly demo: boolean
  readonly links: PortalLinks
  /** Symbols of the ticker in their order (§2.4). */
  readonly tickers: readonly string[]
}
