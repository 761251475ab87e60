import type { FastifyInstance } from 'fastify'

import type { ServerConfig } from '#server/config/config.ts'
import type { Database } from '#server/database/connection.ts'
import type { DemoPeople } from '#server/demo/people.ts'
import type { FeedsModule } from '#server/feeds/feeds-module.ts'
import { readQuotesMapping } from '#server/feeds/quotes-mapping.ts'
import { compressFiles } from '#server/http/portal-files.ts'
import type { IdentityModule } from '#server/identity/identity-module.ts'
import type { ImcModule } from '#server/imc/imc-module.ts'
import { createLogger } from '#server/logger.ts'
import { DealsFileRefusedError } from '#server/market/import/csv-deal-source.ts'
import type { OperatorModule } from '#server/operator/operator-module.ts'
import { createServerAddress, warnWithoutPublicUrl, warnWithoutTexts } from '#server/start/address.ts'
import { closeApp, listen } from '#server/start/listen.ts'
import { openApp } from '#server/start/open-app.ts'
import { openModules, type ServerModules } from '#server/start/open-modules.ts'
import { openStorage } from '#server/start/open-storage.ts'
import { readPortal } from '#server/start/read-portal.ts'
import type { ServerMarket, ServerParts } from '#server/start/server-parts.ts'
import { createShutdown, type Shutdown } from '#server/start/shutdown.ts'
import type { StartFailure } from '#server/start/start-failure.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

export interface RunningServer<M extends ServerMarket> {
  readonly url: string
  readonly app: FastifyInstance
  readonly demo: DemoPeople
  readonly market: M
  readonly identity: IdentityModule
  readonly imc: ImcModule
  readonly feeds: FeedsModule
  readonly operator: OperatorModule
  readonly database: Database
  /** Port of the metrics; null when they are disabled. */
  readonly metricsPort: number | null
  /**
   * Stops listening, ends the streams, waits for running requests and closes the database. A second
   * call returns the same promise.
   */
  close(): Promise<void>
}

function startTimers<M extends ServerMarket>(modules: ServerModules<M>) {
  const { feeds, delivery, identity, imc, operator, audit, retention, market, alerts } = modules
  for (const module of [feeds, delivery, identity, imc, operator, audit, retention, market, alerts]) module.start()
}

/** Reads the files, opens the database, the modules and the app, listens and starts the timers. */
async function openServer<M extends ServerMarket>(
  config: ServerConfig,
  parts: ServerParts<M>,
  shutdown: Shutdown,
): Promise<Result<RunningServer<M>, StartFailure>> {
  const { logger = createLogger(config.logLevel), compress = compressFiles, onDatabaseLost = () => {} } = parts
  const portal = await readPortal(config, parts.portalFolder, parts.pageRenderer?.modules ?? [])
  if (!portal.ok) return portal
  const mapping = await readQuotesMapping(config.feeds.quotesFile)
  if (!mapping.ok) return mapping

  const storage = await openStorage({ config, logger, onTaken: onDatabaseLost }, shutdown)
  if (!storage.ok) return storage
  const { database, savePort } = storage.value

  const { files, settings } = portal.value
  const compressedFiles = files === null ? null : compress(files)
  const address = createServerAddress(config)
  const context = { config, parts, address, logger }
  const modules = await openModules({ ...context, portal: settings, mapping: mapping.value, database }, shutdown)
  await storage.value.endStart()
  const app = await openApp({ ...context, portal: portal.value, files: await compressedFiles, modules })
  // Closing waits for running requests, so it must close the streams first.
  app.addHook('preClose', modules.market.close)
  shutdown.add(() => closeApp(app))

  const ports = await listen(app, config, modules.monitoring)
  if (!ports.ok) return ports
  const { port, metricsPort } = ports.value
  savePort(port)
  address.setPort(port)
  const url = address.url()
  warnWithoutPublicUrl(config, url, logger)
  warnWithoutTexts(config, settings, logger)
  startTimers(modules)
  const { demo, market, identity, imc, feeds, operator } = modules
  return ok({ url, app, demo, market, identity, imc, feeds, operator, database, metricsPort, close: shutdown.run })
}

/**
 * Starts the server: opens all modules, listens, then starts the timers. On failure, closes all
 * that was opened.
 */
export async function startServer<M extends ServerMarket>(
  config: ServerConfig,
  parts: ServerParts<M>,
): Promise<Result<RunningServer<M>, StartFailure>> {
  const shutdown = createShutdown()
  try {
    const result = await openServer(config, parts, shutdown)
    if (!result.ok) await shutdown.run()
    return result
  } catch (error) {
    await shutdown.run()
    if (error instanceof DealsFileRefusedError) return err({ kind: 'deals-file', file: error.file, text: error.text })
    throw error
  }
}
