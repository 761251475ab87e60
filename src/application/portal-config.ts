import type { TermsInForce } from '#src/domain/identity/account.ts'
import type { SimulatedKind } from '#src/domain/quotes/feeds.ts'

/**
 * Pages of the operator of the portal, each an http(s) URL or a path of the portal, and how to reach
 * it; null when not configured (D62).
 */
export interface PortalLinks {
  /** The page about currencies, 'Divisas' in the menu. */
  readonly exchange: string | null
  readonly contact: string | null
  /** The mail address of sales and support. */
  readonly contactMail: string | null
  /** The phone of sales and support, as it is shown. */
  readonly phone: string | null
  /** The city and country of the operator. */
  readonly city: string | null
  readonly privacy: string | null
  readonly dataTreatment: string | null
  readonly terms: string | null
}

/** The terms that a client accepts at the first login (§2.3). */
export interface Terms extends TermsInForce {
  /** In display order. */
  readonly clauses: readonly { readonly title: string; readonly text: string }[]
}

/** The documentation of the public API, a page of the server. */
export const API_DOCS = '/api/docs'

/** The settings of the configuration that the pages use (D39). */
export interface PortalConfig {
  /** The kinds of data that are simulated; the pages mark them (D41). */
  readonly simulated: readonly SimulatedKind[]
  readonly links: PortalLinks
  /** Symbols of the ticker, in display order (§2.4). */
  readonly tickers: readonly string[]
  /** Countries of the registration; null selects the default list (D62). */
  readonly countries: readonly string[] | null
  /** Whether a server has the widget for other sites and the public API; the static demo has none. */
  readonly hasServer: boolean
  /** The terms of clients; null selects the default text. */
  readonly terms: Terms | null
}
