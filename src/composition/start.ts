import { createBrowserClock } from '#src/adapters/browser/clock.ts'
import { createBrowserFetch } from '#src/adapters/browser/network.ts'
import { createBrowserPage } from '#src/adapters/browser/page.ts'
import { createBrowserReloadMark } from '#src/adapters/browser/reload-mark.ts'
import type { Configuration } from '#src/adapters/http/configuration.ts'
import { createLoadCode } from '#src/application/platform/load-code.ts'
import { startProblems } from '#src/application/platform/start-messages.ts'
import type { UseCases } from '#src/application/use-cases.ts'
import { browserAdapters } from '#src/composition/browser-adapters.ts'
import { compose } from '#src/composition/container.ts'
import { httpAdapters } from '#src/composition/http-adapters.ts'
import { err, type Result } from '#src/domain/result.ts'

/** Loads the configuration from the portal's own server; on failure the sentences of what is wrong (D39). */
export async function readConfiguration(
  window: Window & typeof globalThis,
): Promise<Result<Configuration, readonly string[]>> {
  const loadCode = createLoadCode({
    page: createBrowserPage({ window }),
    clock: createBrowserClock(),
    reloadMark: createBrowserReloadMark({ window }),
  })
  const code = await loadCode(() => import('#src/adapters/http/configuration-api.ts')).catch(() => null)
  if (code === null) return err(startProblems({ kind: 'unreachable' }))
  const configuration = await code.loadConfiguration({ fetch: createBrowserFetch({ window }) })
  return configuration.ok ? configuration : err(startProblems(configuration.error))
}

/** The application as it runs in a browser, over HTTP. */
export const composeBrowser = (window: Window & typeof globalThis, configuration: Configuration): UseCases =>
  compose(browserAdapters(window), httpAdapters(window, configuration))
