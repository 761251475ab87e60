import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'

import { apiDocs } from '#server/api-docs/docs-routes.ts'
import { createApp, type ServerModule } from '#server/app.ts'
import { openBackups } from '#server/backup/backups.ts'
import type { ServerConfig } from '#server/config/config.ts'
import type { Database } from '#server/database/connection.ts'
import { errorCode } from '#server/database/errors.ts'
import { type LockedDatabase, openLockedDatabase } from '#server/database/locked-database.ts'
import { openDelivery } from '#server/delivery/delivery.ts'
import { openDocuments } from '#server/documents/open-documents.ts'
import type { Feeds } from '#server/feeds/feeds.ts'
import { type FeedsModule, openFeeds } from '#server/feeds/feeds-module.ts'
import { readQuotesMapping } from '#server/feeds/quotes-mapping.ts'
import type { GetAudience } from '#server/http/audience.ts'
import { type PortalConfig, readPortalConfig, toConfigReply } from '#server/http/portal-config.ts'
import { compressFiles, type PortalFiles, readPortalFiles, removeOfflineWorker } from '#server/http/portal-files.ts'
import { clientTerms } from '#server/identity/client-terms-store.ts'
import { type IdentityModule, type IdentityOptions, openIdentity } from '#server/identity/identity-module.ts'
import type { LiveStreams } from '#server/identity/session-streams.ts'
import { addDemoDocuments } from '#server/imc/demo-documents.ts'
import { openEntityOperations } from '#server/imc/imc.ts'
import { type ImcDeps, type ImcModule, openImc } from '#server/imc/imc-module.ts'
import { createLogger } from '#server/logger.ts'
import { checkOrigin } from '#server/maintenance/origin.ts'
import { DealsFileRefused } from '#server/market/csv-feed.ts'
import type { ReadPageMarket } from '#server/market/page-market.ts'
import type { SharedDay, SharedPrice } from '#server/market/shared-price.ts'
import type { MarketHealth } from '#server/monitoring/health.ts'
import { type Monitoring, openMonitoring } from '#server/monitoring/monitoring.ts'
import { type OperatorModule, openOperator } from '#server/operator/operator-module.ts'
import { createHeadTags } from '#server/page/head-tags.ts'
import { registerPageRoutes } from '#server/page/page-routes.ts'
import { createPageTemplate, type PageTemplate, readManifest, withTemplate } from '#server/page/page-template.ts'
import { createPictureCache } from '#server/page/picture-cache.ts'
import { createPictureRenderer } from '#server/page/render-picture.ts'
import { createRenderedPages } from '#server/page/rendered-pages.ts'
import { findCheckoutFailure } from '#server/payments/check-checkout.ts'
import { openPayments } from '#server/payments/payments-module.ts'
import type { ListenFailure, StartFailure } from '#server/start-failure.ts'
import type { PageRenderer } from '#src/adapters/http/contract/page.ts'
import { SIMULATED_KINDS, type SimulatedKind } from '#src/domain/quotes/feeds.ts'
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
  /** What monitoring shows of the market. */
  health(): MarketHealth
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
  readonly feeds: Feeds
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
  /** Called when another server has taken the database; the process must end at once. */
  readonly onDatabaseLost?: () => void
}

export interface RunningServer<M extends MarketModule> {
  readonly url: string
  readonly app: FastifyInstance
  readonly market: M
  readonly identity: IdentityModule
  readonly imc: ImcModule
  readonly feeds: FeedsModule
  readonly operator: OperatorModule
  readonly database: Database
  /** Port of the metrics; null when there are none. */
  readonly metricsPort: number | null
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
  const checkoutFailure = findCheckoutFailure(settings.value, config)
  if (checkoutFailure !== null) return err(checkoutFailure)
  if (folder === null) return ok({ settings: settings.value, files: null, template: null })
  const files = await readPortalFiles(folder)
  if (!files.ok) return files
  const offered = config.offlineWorker ? files.value : removeOfflineWorker(files.value)
  const template = createPageTemplate(offered, await readManifest(folder))
  return ok({ settings: settings.value, files: withTemplate(offered, template), template })
}

/** Locks and opens the database, and refuses one of another origin (D60). */
async function openStorage(
  config: ServerConfig,
  { logger, onLost = () => {} }: { readonly logger: Logger; readonly onLost: (() => void) | undefined },
  shutdown: Shutdown,
): Promise<Result<LockedDatabase, StartFailure>> {
  const opened = await openLockedDatabase(config, {
    report: (error) => logger.warn({ err: error }, 'database connection lost'),
    onLost,
  })
  if (!opened.ok) return opened
  shutdown.add(opened.value.close)
  const checked = await checkOrigin(opened.value.database, config)
  return checked.ok ? opened : checked
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

const toFeedHealth = (feeds: Feeds) => feeds.states().map(({ name, lag, late }) => ({ name, lagMs: lag, old: late }))

/** The data that the pages mark as simulated (D41). */
const findSimulated = ({ marketSource }: ServerConfig, feeds: Feeds): readonly SimulatedKind[] =>
  SIMULATED_KINDS.filter((kind) =>
    kind === 'market' ? marketSource === 'simulator' : feeds.source(kind) === 'simulator',
  )

/** The scheduler that tests replace. */
const toTiming = ({ scheduler }: IdentityOptions = {}) => (scheduler ? { scheduler } : {})

/** Listens for requests, and for those of the metrics on their own port. */
async function listenOnPorts(app: FastifyInstance, config: ServerConfig, monitoring: Monitoring) {
  const port = await listen(app, config)
  if (!port.ok) return port
  const metricsPort = await monitoring.start()
  return metricsPort.ok ? ok({ port: port.value, metricsPort: metricsPort.value }) : metricsPort
}

async function assemble<M extends MarketModule>(
  config: ServerConfig,
  parts: ServerParts<M>,
  shutdown: Shutdown,
): Promise<Result<RunningServer<M>, StartFailure>> {
  const { now, logger = createLogger(config.logLevel), compress = compressFiles, onDatabaseLost = () => {} } = parts
  const portal = await readPortal(config, parts.portalFolder)
  if (!portal.ok) return portal
  const mapping = await readQuotesMapping(config.feeds.quotesFile)
  if (!mapping.ok) return mapping
  const storage = await openStorage(config, { logger, onLost: onDatabaseLost }, shutdown)
  if (!storage.ok) return storage
  const { database, announce } = storage.value
  const { settings: portalConfig, files, template } = portal.value
  const compressing = files === null ? null : compress(files)

  const timing = toTiming(parts.identity)
  const feeds = await openFeeds({ ...timing, config, mapping: mapping.value, database, now, logger })
  shutdown.add(feeds.close)
  const market = await parts.openMarket({ config, database, feeds, now, logger })
  shutdown.add(market.close)
  const monitoring = openMonitoring({
    config,
    database,
    market: market.health,
    feeds: () => toFeedHealth(feeds),
    logger,
  })
  shutdown.add(monitoring.close)
  const { onRecorded } = monitoring
  let url = toUrl(config.host, config.port)
  const publicUrl = () => config.identity.publicUrl ?? url
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
    onRecorded,
  })
  shutdown.add(identity.close)
  const payments = openPayments({
    config,
    portal: portalConfig,
    database,
    now,
    delivery,
    terms: clientTerms,
    identifyClient: identity.identifyClient,
    publicUrl,
    ownUrl: () => url,
    logger,
  })
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
    onRecorded,
  })
  shutdown.add(imc.close)
  if (imc.hasDemoEntities) await addDemoDocuments(database, documents)
  const { getAudience = identity.getAudience } = parts
  const operations = await openEntityOperations({ database, publicUrl })
  const operator = openOperator({
    ...timing,
    ...{ config, database, operations, documents, feeds, now, logger },
    clients: identity.operations,
    backups: openBackups({ config, documents, now }),
  })
  shutdown.add(operator.close)
  const marketRoutes: ServerModule = { register: (scope) => market.register(scope, getAudience) }
  const pageRoutes: readonly ServerModule[] =
    files === null ? [] : [createPages(config, parts, market, { logger, publicUrl })]
  const simulated = findSimulated(config, feeds)
  const readConfig = () =>
    toConfigReply(portalConfig, { clockShiftMs: market.clockShift(), demo: config.demoData, simulated: [...simulated] })
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
    publicUrl: config.identity.publicUrl,
    modules: [monitoring, identity, payments, imc, operator, marketRoutes, apiDocs, ...pageRoutes],
    clockShift: market.clockShift,
    simulated,
    logger,
  })
  // Closing waits for running requests, and a stream would never end.
  app.addHook('preClose', market.close)
  shutdown.add(() => closeApp(app))

  const ports = await listenOnPorts(app, config, monitoring)
  if (!ports.ok) return ports
  const { port, metricsPort } = ports.value
  announce(port)
  url = toUrl(config.host, port)
  warnWithoutPublicUrl(config, url, logger)
  feeds.start()
  delivery.start()
  identity.start()
  imc.start()
  operator.start()
  market.start()
  return ok({
    url,
    app,
    market,
    identity,
    imc,
    feeds,
    operator,
    database,
    metricsPort,
    close: shutdown.run,
  })
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
    if (error instanceof DealsFileRefused) return err({ kind: 'deals-file', file: error.file, text: error.text })
    throw error
  }
}
