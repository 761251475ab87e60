import { createBrowserFetch, readPageText } from '#src/adapters/browser/page.ts'
import { type Configuration, loadConfiguration, toConfiguration } from '#src/adapters/http/configuration.ts'
import { PAGE_DATA_ID } from '#src/adapters/http/contract/page.ts'
import { parsePageData } from '#src/adapters/http/page-data.ts'
import type { FirstView } from '#src/application/market/first-view.ts'
import { startProblems } from '#src/application/platform/start-failure.ts'
import type { Portal } from '#src/application/portal.ts'
import { browser } from '#src/composition/browser.ts'
import { http } from '#src/composition/http.ts'
import { open } from '#src/composition/open.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** The data that the portal starts with. */
export interface StartData {
  readonly configuration: Configuration
  /** The values in the server-rendered page; null when the browser renders the page. */
  readonly first: FirstView | null
}

/**
 * Reads the data block of a server-rendered page; null if it is missing or invalid. `now` is the
 * time of this device's clock. If the page was rendered after `now`, that clock is slow: the
 * difference is added to the clock shift.
 */
export function readServerStart(window: Window, now: Instant): StartData | null {
  const text = readPageText(window, PAGE_DATA_ID)
  const data = text === null ? null : parsePageData(text)
  if (data === null) return null
  const configuration = toConfiguration(data.config)
  if (!configuration.ok) return null
  const slowMs = Math.max(0, data.first.renderedAt - now)
  const clockShiftMs = configuration.value.clockShiftMs + slowMs
  return { configuration: { ...configuration.value, clockShiftMs }, first: { ...data.first, arrivedAt: now } }
}

/**
 * Loads the configuration from the portal's own server, for a page without a data block. The error
 * has one message per problem (D39).
 */
export async function loadStartData(window: Window & typeof globalThis): Promise<Result<StartData, readonly string[]>> {
  const configuration = await loadConfiguration({ fetch: createBrowserFetch({ window }) })
  if (!configuration.ok) return err(startProblems(configuration.error))
  return ok({ configuration: configuration.value, first: null })
}

/**
 * Opens the portal of a browser, over HTTP. The ports of an area other than the market are loaded
 * with its use-cases.
 */
export const openBrowser = (window: Window & typeof globalThis, { configuration, first }: StartData): Portal =>
  open({
    modules: [browser(window), http(configuration)],
    areas: {
      identity: async () => (await import('#src/composition/identity.ts')).identity(window, configuration),
      imc: async () => (await import('#src/composition/imc.ts')).imc(window, configuration),
      alerts: async () => (await import('#src/composition/alerts.ts')).alerts(window, configuration),
      payment: async () => (await import('#src/composition/payment.ts')).payment(window, configuration),
    },
    first,
  })
