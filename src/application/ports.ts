import type { ReturnAddressStore, SessionPorts } from '#src/application/identity/ports.ts'
import type { LoadImcPorts } from '#src/application/imc/ports.ts'
import type {
  HolidayGateway,
  MarketGateway,
  MarketStream,
  NewsGateway,
  QuotesGateway,
} from '#src/application/market/ports.ts'
import type { LoadPaymentPorts } from '#src/application/payment/ports.ts'
import type {
  Clock,
  Downloads,
  Frames,
  Log,
  MarketClock,
  Page,
  ReloadMark,
  ScrollPositions,
  ThemeStore,
  Timers,
} from '#src/application/platform/ports.ts'
import type { SimulatedKind } from '#src/domain/quotes/feeds.ts'

/** The ports of the device and of the page. */
export interface PlatformPorts {
  readonly clock: Clock
  readonly timers: Timers
  readonly marketClock: MarketClock
  readonly page: Page
  readonly log: Log
}

/** The ports of the market area. */
export interface MarketPorts {
  readonly market: MarketGateway
  readonly marketStream: MarketStream
  readonly quotes: QuotesGateway
  readonly news: NewsGateway
  readonly holidays: HolidayGateway
}

/** The ports of every UI, also of a terminal. */
export interface CorePorts extends PlatformPorts, MarketPorts, SessionPorts {}

/** The ports that only a web page has. */
export interface WebPorts {
  readonly frames: Frames
  readonly downloads: Downloads
  readonly theme: ThemeStore
  readonly scroll: ScrollPositions
  readonly reloadMark: ReloadMark
  readonly returnAddress: ReturnAddressStore
  readonly imc: LoadImcPorts
  readonly payment: LoadPaymentPorts
}

/** Every port of the portal in a browser. */
export interface Ports extends CorePorts, WebPorts {}

/** The http(s) URLs of pages outside the portal; null when not configured (D62). */
export interface PortalLinks {
  /** The page about currencies, 'Divisas' in the menu. */
  readonly exchange: string | null
  readonly contact: string | null
  /** The mail address of sales and support. */
  readonly contactMail: string | null
  readonly privacy: string | null
  readonly dataTreatment: string | null
  readonly terms: string | null
}

/** The settings of the configuration that the pages use (D39). */
export interface PortalConfig {
  /** The kinds of data that are simulated; the pages mark them (D41). */
  readonly simulated: readonly SimulatedKind[]
  readonly links: PortalLinks
  /** Symbols of the ticker, in display order (§2.4). */
  readonly tickers: readonly string[]
  /** Countries of the registration; null selects the default list (D62). */
  readonly countries: readonly string[] | null
}
