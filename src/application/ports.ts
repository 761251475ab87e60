import type { ApplicationToken } from '#src/application/identity/application-token.ts'
import type { AuthGateway } from '#src/application/identity/auth-gateway.ts'
import type { HumanCheck } from '#src/application/identity/human-check.ts'
import type { PasswordGateway } from '#src/application/identity/password-gateway.ts'
import type { RegistrationGateway } from '#src/application/identity/registration-gateway.ts'
import type { RememberedUsername } from '#src/application/identity/remembered-username.ts'
import type { ReturnAddressStore } from '#src/application/identity/return-address-store.ts'
import type { SessionRefusals } from '#src/application/identity/session-refusals.ts'
import type { SessionStore } from '#src/application/identity/session-store.ts'
import type { LoadImcPorts } from '#src/application/imc/ports.ts'
import type {
  HolidayGateway,
  MarketGateway,
  MarketStream,
  NewsGateway,
  QuotesGateway,
} from '#src/application/market/ports.ts'
import type { LoadPaymentPorts } from '#src/application/payment/ports.ts'
import type { Clipboard } from '#src/application/platform/clipboard.ts'
import type { Clock, MarketClock, Timers } from '#src/application/platform/clocks.ts'
import type { Downloads } from '#src/application/platform/downloads.ts'
import type { Frames } from '#src/application/platform/frames.ts'
import type { Log } from '#src/application/platform/log.ts'
import type { Page } from '#src/application/platform/page.ts'
import type { ReloadMark } from '#src/application/platform/reload-mark.ts'
import type { ScrollPositions } from '#src/application/platform/scroll-positions.ts'
import type { ThemeStore } from '#src/application/platform/theme-store.ts'
import type { SimulatedKind } from '#src/domain/quotes/feeds.ts'

/** The ports of the identity pages. The home does not load them, so that its bundle is small. */
export interface IdentityPorts {
  readonly auth: AuthGateway
  readonly passwords: PasswordGateway
  readonly registrations: RegistrationGateway
  readonly humanCheck: HumanCheck
  readonly applicationToken: ApplicationToken
  readonly rememberedUsername: RememberedUsername
  readonly clipboard: Clipboard
}

/** Loads the ports of identity; rejects after a failure. */
export type LoadIdentityPorts = () => Promise<IdentityPorts>

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

/** The ports of the client's session. `identity` loads the ports of the identity pages. */
export interface SessionPorts {
  readonly session: SessionStore
  readonly sessionRefusals: SessionRefusals
  readonly identity: LoadIdentityPorts
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
