import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'

import { createApp, type ServerModule } from '#server/app.ts'
import type { ServerConfig } from '#server/config.ts'
import { type Database, openDatabase } from '#server/database/connection.ts'
import { lockDatabase } from '#server/database/database-lock.ts'
import { errorCode } from '#server/database/errors.ts'
import { type FolderLock, lockFolder } from '#server/database/folder-lock.ts'
import { openDelivery } from '#server/delivery/delivery.ts'
import { openDocuments } from '#server/documents/open-documents.ts'
import type { GetAudience } from '#server/http/audience.ts'
import { type PortalConfig, readPortalConfig, toConfigReply } from '#server/http/portal-config.ts'
import { compressFiles, type PortalFiles, readPortalFiles, removeOfflineWorker } from '#server/http/portal-files.ts'
import { type IdentityModule, type IdentityOptions, openIdentity } from '#server/identity/identity-module.ts'
import type { LiveStreams } from '#server/identity/session-streams.ts'
import { openEntityOperations } from '#server/imc/imc.ts'
import { type ImcDeps, type ImcModule, openImc } from '#server/imc/imc-module.ts'
import { createLogger } from '#server/logger.ts'
import type { ReadPageMarket } from '#server/market/page-market.ts'
import type { SharedDay, SharedPrice } from '#server/market/shared-price.ts'
import { type OperatorModule, openOperator } from '#server/operator/operator-module.ts'
import { createHeadTags } from '#server/page/head-tags.ts'
import { registerPageRoutes } from '#server/page/page-routes.ts'
import { createPageTemplate, type PageTemplate, readManifest, withTemplate } from '#server/page/page-template.ts'
import { createPictureCache } from '#server/page/picture-cache.ts'
import { createPictureRenderer } from '#server/page/render-picture.ts'
import { createRenderedPages } from '#server/page/rendered-pages.ts'
import type { ListenFailure, StartFailure } from '#server/start-failure.ts'
import type { PageRenderer } from '#src/adapters/http/contract/page.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** Time for running requests to finish when the server closes. */
export const CLOSING_GRACE_MS = 5_000

/** The market module, as the server uses it. */
export interface MarketModule extends LiveStreams {
  /** Adds the market's routes. */
  register(app: FastifyInstance, getAudience: GetAudience): void
  /** Starts the timers. The server calls it once every module is open and the port is listening. */
  start(): void
  /** Reads what pages are rendered from. */
  readonly readPage: ReadPageMarket
  /** Market time minus real time (D52), in milliseconds. */
  clockShift(): number
  /** The price of shared links, as visitors see it; null while there is none. */
  sharedPrice(): SharedPrice | null
  /** The shared price with the deals of its day. */
  sharedDay(): Promise<SharedDay | null>
  /**
   * Ends all streams and stops recording deals. Running requests still get a reply. A second call
   * does nothing.
   */
  close(): Promise<void>
}

export interface MarketContext {
  readonly config: ServerConfig
  readonly database: Database
  /** The real clock. */
  readonly now: () => Instant
  readonly logger: Logger
}

export interface ServerParts<M extends MarketModule> {
  readonly now: () => Instant
  /** Folder of the built portal; null serves only the API. */
  readonly portalFolder: string | null
  /** Folder of the fonts of the shared picture; without it the picture is refused. */
  readonly fontsFolder?: string
  /** Renders the pages; without it the built document is sent and the browser renders them. */
  readonly pageRenderer?: PageRenderer | null
  /** Compresses the files of the portal; `compressFiles` by default. */
  readonly compress?: (files: PortalFiles) => Promise<PortalFiles>
  readonly openMarket: (context: MarketContext) => Promise<M>
  /** The audience of a request. By default, clients with a session read live (D17). */
  readonly getAudience?: GetAudience
  readonly identity?: IdentityOptions
  readonly imc?: Pick<ImcDeps, 'demoEntities'>
  readonly logger?: Logger
}

export interface RunningServer<M extends MarketModule> {
  readonly url: string
  readonly app: FastifyInstance
  readonly market: M
  readonly identity: IdentityModule
  readonly imc: ImcModule
  readonly operator: OperatorModule
  readonly database: Database
  /**
   * Stops listening, ends the streams, finishes running requests, closes the database. A second
   * call returns the same promise.
   */
  close(): Promise<void>
}

type Closer = () => void | Promise<void>
type Shutdown = ReturnType<typeof createShutdown>

interface Portal {
  readonly settings: PortalConfig
  readonly files: PortalFiles | null
  readonly template: PageTemplate | null
}

interface Storage {
  readonly database: Database
  readonly lock: FolderLock | null
}

const LISTEN_FAILURES: Readonly<Record<string, ListenFailure['kind']>> = {
  EADDRINUSE: 'port-taken',
  EACCES: 'port-forbidden',
  EADDRNOTAVAIL: 'unknown-host',
  ENOTFOUND: 'unknown-host',
  EAI_AGAIN: 'unknown-host',
}

async function listen(app: FastifyInstance, { host, port }: ServerConfig): Promise<Result<number, ListenFailure>> {
  try {
    await app.listen({ host, port })
    const address = app.server.address()
    return ok(typeof address === 'object' && address !== null ? address.port : port)
  } catch (error) {
    const kind = LISTEN_FAILURES[errorCode(error) ?? '']
    if (kind === undefined) throw error
    return err({ kind, host, port })
  }
}

const WILDCARDS = new Set(['0.0.0.0', '::'])

const toUrl = (host: string, port: number) => {
  const name = WILDCARDS.has(host) ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

/** Names of this machine: other machines cannot open a portal there. */
const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '::1'])

/** Others would get links in mails, shared links and the site map that lead to their own machine. */
function warnWithoutPublicUrl(
  { host, identity }: ServerConfig,
  url: string,
  logger: ServerParts<MarketModule>['logger'],
) {
  if (identity.publicUrl !== null || LOCAL_HOSTS.has(host)) return
  logger?.warn({ url }, 'no PUBLIC_URL: links in mails, shared links and the site map have this address')
}

async function closeApp(app: FastifyInstance) {
  const deadline = setTimeout(() => app.server.closeAllConnections(), CLOSING_GRACE_MS)
  await app.close()
  clearTimeout(deadline)
}

/**
 * Closes what was opened, once and in reverse order. When one closer throws, the others still run.
 */
function createShutdown() {
  const closers: Closer[] = []
  let closing: Promise<void> | null = null

  async function runFrom(index: number): Promise<void> {
    const closer = closers[index]
    if (closer === undefined) return
    try {
      await closer()
    } finally {
      await runFrom(index - 1)
    }
  }

  return {
    add: (closer: Closer) => void closers.push(closer),
    run: () => {
      closing ??= runFrom(closers.length - 1)
      return closing
    },
  }
}

async function readPortal(config: ServerConfig, folder: string | null): Promise<Result<Portal, StartFailure>> {
  const settings = await readPortalConfig(config.portalConfig, {
    demo: config.demoData,
    hasApplicationAccount: config.identity.applicationAccount !== null,
  })
  if (!settings.ok) return settings
  const { provider } = settings.value.humanCheck
  if (provider !== 'altcha' && config.identity.humanCheckSecret === null)
    return err({ kind: 'no-check-secret', provider })
  if (folder === null) return ok({ settings: settings.value, files: null, template: null })
  const files = await readPortalFiles(folder)
  if (!files.ok) return files
  const offered = config.offlineWorker ? files.value : removeOfflineWorker(files.value)
  const template = createPageTemplate(offered, await readManifest(folder))
  return ok({ settings: settings.value, files: withTemplate(offered, template), template })
}

/** Locks the data folder or the PostgreSQL database for this server. */
async function lockStorage(
  { databaseUrl, dataDir }: ServerConfig,
  report: (error: Error) => void,
  shutdown: Shutdown,
): Promise<Result<FolderLock | null, StartFailure>> {
  if (databaseUrl === null) {
    const folder = lockFolder(dataDir, process.pid)
    if (folder.ok) shutdown.add(folder.value.release)
    return folder
  }
  const lock = await lockDatabase(databaseUrl, report)
  if (!lock.ok) return lock
  shutdown.add(lock.value.release)
  return ok(null)
}

async function openStorage(
  config: ServerConfig,
  logger: Logger,
  shutdown: Shutdown,
): Promise<Result<Storage, StartFailure>> {
  const { databaseUrl, dataDir } = config
  const report = (error: Error) => logger.warn({ err: error }, 'database connection lost')
  const lock = await lockStorage(config, report, shutdown)
  if (!lock.ok) return lock
  const database = await openDatabase(databaseUrl === null ? { dataDir } : { databaseUrl }, { report })
  if (!database.ok) return database
  shutdown.add(database.value.close)
  return ok({ database: database.value, lock: lock.value })
}

interface PagesContext {
  readonly logger: Logger
  readonly publicUrl: () => string
}

/** What search engines and sharing services ask for. */
function createPages<M extends MarketModule>(
  { marketSource }: ServerConfig,
  { fontsFolder, now }: ServerParts<M>,
  { sharedPrice, sharedDay }: MarketModule,
  { logger, publicUrl }: PagesContext,
): ServerModule {
  const pictures = createPictureCache({
    readDay: sharedDay,
    render: fontsFolder === undefined ? null : createPictureRenderer(fontsFolder),
    simulated: marketSource === 'simulator',
    now,
    onFailure: (error) => logger.error({ err: error }, 'the shared picture cannot be rendered'),
  })
  return { register: (app) => registerPageRoutes(app, { publicUrl, sharedPrice, pictures }) }
}

/** The scheduler that tests replace. */
const toTiming = ({ scheduler }: IdentityOptions = {}) => (scheduler ? { scheduler } : {})

async function assemble<M extends MarketModule>(
  config: ServerConfig,
  parts: ServerParts<M>,
  shutdown: Shutdown,
): Promise<Result<RunningServer<M>, StartFailure>> {
  const { now, logger = createLogger(config.logLevel), compress = compressFiles } = parts
  const portal = await readPortal(config, parts.portalFolder)
  if (!portal.ok) return portal
  const storage = await openStorage(config, logger, shutdown)
  if (!storage.ok) return storage
  const { database, lock } = storage.value
  const { settings: portalConfig, files, template } = portal.value
  const compressing = files === null ? null : compress(files)

  const market = await parts.openMarket({ config, database, now, logger })
  shutdown.add(market.close)
  let url = toUrl(config.host, config.port)
  const publicUrl = () => config.identity.publicUrl ?? url
  const timing = toTiming(parts.identity)
  const delivery = openDelivery({ ...timing, config, database, now, logger })
  shutdown.add(delivery.close)
  const identity = await openIdentity({
    ...parts.identity,
    config,
    database,
    now,
    publicUrl,
    portal: portalConfig,
    streams: market,
    delivery,
    logger,
  })
  shutdown.add(identity.close)
  const documents = await openDocuments({ config, database, now, logger })
  const imc = await openImc({
    ...parts.identity,
    ...parts.imc,
    config,
    database,
    now,
    delivery,
    documents,
    publicUrl,
    logger,
  })
  shutdown.add(imc.close)
  const { getAudience = identity.getAudience } = parts
  const operations = await openEntityOperations({ database, publicUrl })
  const operator = openOperator({ ...timing, config, database, operations, documents, now, logger })
  shutdown.add(operator.close)
  const marketRoutes: ServerModule = { register: (scope) => market.register(scope, getAudience) }
  const pageRoutes: readonly ServerModule[] =
    files === null ? [] : [createPages(config, parts, market, { logger, publicUrl })]
  const readConfig = () => toConfigReply(portalConfig, { clockShiftMs: market.clockShift(), demo: config.demoData })
  const renderedPages =
    template && parts.pageRenderer
      ? createRenderedPages({
          renderer: parts.pageRenderer,
          template,
          readMarket: market.readPage,
          readConfig,
          headTags: createHeadTags({
            publicUrl,
            sharedPrice: market.sharedPrice,
            simulated: config.marketSource === 'simulator',
          }),
          now,
          report: (error) => logger.error({ err: error }, 'a page cannot be rendered; the browser renders it'),
        })
      : null
  const app = await createApp({
    config,
    portalConfig,
    portal: await compressing,
    inlineParts: template?.inline ?? '',
    pages: renderedPages,
    modules: [identity, imc, operator, marketRoutes, ...pageRoutes],
    clockShift: market.clockShift,
    logger,
  })
  // Closing waits for running requests, and a stream would never end.
  app.addHook('preClose', market.close)
  shutdown.add(() => closeApp(app))

  const port = await listen(app, config)
  if (!port.ok) return port
  lock?.announce(port.value)
  url = toUrl(config.host, port.value)
  warnWithoutPublicUrl(config, url, logger)
  delivery.start()
  identity.start()
  imc.start()
  operator.start()
  market.start()
  return ok({ url, app, market, identity, imc, operator, database, close: shutdown.run })
}

/**
 * Starts the server in two steps: opens all modules, then starts their timers. On failure
 * everything is closed again.
 */
export async function startServer<M extends MarketModule>(
  config: ServerConfig,
  parts: ServerParts<M>,
): Promise<Result<RunningServer<M>, StartFailure>> {
  const shutdown = createShutdown()
  try {
    const started = await assemble(config, parts, shutdown)
    if (!started.ok) await shutdown.run()
    return started
  } catch (error) {
    await shutdown.run()
    throw error
  }
}
