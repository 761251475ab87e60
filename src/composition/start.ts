import { type Configuration, loadConfiguration } from '#src/adapters/http/config.ts'
import type { ConfigFailure } from '#src/application/failure.ts'
import type { UseCases } from '#src/application/use-cases.ts'
import { browserAdapters } from '#src/composition/browser-adapters.ts'
import { compose } from '#src/composition/container.ts'
import { httpAdapters } from '#src/composition/http-adapters.ts'
import type { Result } from '#src/domain/result.ts'

/** Asks the portal's own server for its configuration (D39). */
export const readConfiguration = (window: Window & typeof globalThis): Promise<Result<Configuration, ConfigFailure>> =>
  loadConfiguration({ fetch: window.fetch.bind(window) })

/** The application as it runs in a browser, over HTTP. */
export const composeBrowser = (window: Window & typeof globalThis, configuration: Configuration): UseCases =>
  compose(browserAdapters(window), httpAdapters(window, configuration))
