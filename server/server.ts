import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'

import { createApp, type ServerModule } from '#server/app.ts'
import type { ServerConfig } from '#server/config.ts'
import { type Database, openDatabase } from '#server/database/connection.ts'
import { lockDatabase } from '#server/database/database-lock.ts'
import { codeOf } from '#server/database/errors.ts'
import { type FolderLock, lockFolder } from '#server/database/folder-lock.ts'
import { type PortalConfig, readPortalConfig } from '#server/http/portal-config.ts'
import { compressed, type PortalFiles, readPortalFiles } from '#server/http/portal-files.ts'
import { type IdentityModule, type IdentityOptions, openIdentity } from '#server/identity/identity-module.ts'
import type { LiveStreams } from '#server/identity/stream-keeper.ts'
import { createLogger } from '#server/logger.ts'
import type { AudienceOf } from '#server/market/market-answers.ts'
import type { ListenFailure, StartFailure } from '#server/start-failure.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** How long calls that are under way may take to end when the server closes. */
export const CLOSING_GRACE_MS = 5_000

/** The market as the server starts and stops it. */
export interface MarketModule extends LiveStreams {
  /** Adds the market's routes. */
  register(app: FastifyInstance, audienceOf: AudienceOf): void
  /** Starts the timers. The server calls it once every module is open and the port is listening. */
  start(): void
  /** Added to the real clock it gives the market's now (D52), in milliseconds. */
  clockShift(): number
  /** Ends every stream and stops taking deals in; calls under way are still answered. Called again it does nothing more. */
  close(): Promise<void>
}

export interface MarketSurroundings {
  readonly config: ServerConfig
  readonly database: Database
  /** The real clock. */
  readonly now: () => Instant
  readonly logger: Logger
}

export interface ServerParts<M extends MarketModule> {
  readonly now: () => Instant
  /** Folder of the built portal; null serves the API alone. */
  readonly portalFolder: string | null
  /** Adds the compressed forms to the portal's files; `compressed` by default. */
  readonly compress?: (files: PortalFiles) => Promise<PortalFiles>
  readonly openMarket: (surroundings: MarketSurroundings) => Promise<M>
  /** Who reads live; clients with a session when absent (D17). */
  readonly audienceOf?: AudienceOf
  readonly identity?: IdentityOptions
  readonly logger?: Logger
}

export interface RunningServer<M extends MarketModule> {
  readonly url: string
  readonly app: FastifyInstance
  readonly market: M
  readonly identity: IdentityModule
  readonly database: Database
  /** Stops taking calls, ends the streams, answers what is under way, closes the database; again it answers the same promise. */
  close(): Promise<void>
}

type Ending = () => void | Promise<void>
type Endings = ReturnType<typeof createEndings>

interface Portal {
  readonly settings: PortalConfig
  readonly files: PortalFiles | null
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
    const kind = LISTEN_FAILURES[codeOf(error) ?? '']
    if (kind === undefined) throw error
    return err({ kind, host, port })
  }
}

const WILDCARDS = new Set(['0.0.0.0', '::'])

const urlOf = (host: string, port: number) => {
  const name = WILDCARDS.has(host) ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

async function closeApp(app: FastifyInstance) {
  const deadline = setTimeout(() => app.server.closeAllConnections(), CLOSING_GRACE_MS)
  await app.close()
  clearTimeout(deadline)
}

/** Whatever is open already, closed once and in the opposite order; one that fails keeps none of the others open. */
function createEndings() {
  const endings: Ending[] = []
  let closing: Promise<void> | null = null

  async function runFrom(index: number): Promise<void> {
    const end = endings[index]
    if (end === undefined) return
    try {
      await end()
    } finally {
      await runFrom(index - 1)
    }
  }

  return {
    add: (end: Ending) => void endings.push(end),
    run: () => {
      closing ??= runFrom(endings.length - 1)
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
  const files = folder === null ? ok(null) : await readPortalFiles(folder)
  return files.ok ? ok({ settings: settings.value, files: files.value }) : files
}

/** One server a folder, and one a PostgreSQL database. */
async function lockStorage(
  { databaseUrl, dataDir }: ServerConfig,
  report: (error: Error) => void,
  endings: Endings,
): Promise<Result<FolderLock | null, StartFailure>> {
  if (databaseUrl === null) {
    const folder = lockFolder(dataDir, process.pid)
    if (folder.ok) endings.add(folder.value.release)
    return folder
  }
  const lock = await lockDatabase(databaseUrl, report)
  if (!lock.ok) return lock
  endings.add(lock.value.release)
  return ok(null)
}

async function openStorage(
  config: ServerConfig,
  logger: Logger,
  endings: Endings,
): Promise<Result<Storage, StartFailure>> {
  const { databaseUrl, dataDir } = config
  const report = (error: Error) => logger.warn({ err: error }, 'database connection lost')
  const lock = await lockStorage(config, report, endings)
  if (!lock.ok) return lock
  const database = await openDatabase(databaseUrl === null ? { dataDir } : { databaseUrl }, { report })
  if (!database.ok) return database
  endings.add(database.value.close)
  return ok({ database: database.value, lock: lock.value })
}

async function assemble<M extends MarketModule>(
  config: ServerConfig,
  parts: ServerParts<M>,
  endings: Endings,
): Promise<Result<RunningServer<M>, StartFailure>> {
  const { now, logger = createLogger(config.logLevel), compress = compressed } = parts
  const portal = await readPortal(config, parts.portalFolder)
  if (!portal.ok) return portal
  const storage = await openStorage(config, logger, endings)
  if (!storage.ok) return storage
  const { database, lock } = storage.value
  const { settings: portalConfig, files } = portal.value
  const compressing = files === null ? null : compress(files)

  const market = await parts.openMarket({ config, database, now, logger })
  endings.add(market.close)
  let url = urlOf(config.host, config.port)
  const identity = await openIdentity({
    ...parts.identity,
    config,
    database,
    now,
    publicUrl: () => config.identity.publicUrl ?? url,
    portal: portalConfig,
    streams: market,
    logger,
  })
  endings.add(identity.close)
  const { audienceOf = identity.audienceOf } = parts
  const marketRoutes: ServerModule = { register: (scope) => market.register(scope, audienceOf) }
  const app = await createApp({
    config,
    portalConfig,
    portal: await compressing,
    modules: [identity, marketRoutes],
    clockShift: market.clockShift,
    logger,
  })
  // A stream never ends by itself, and closing waits for all that is under way.
  app.addHook('preClose', market.close)
  endings.add(() => closeApp(app))

  const port = await listen(app, config)
  if (!port.ok) return port
  lock?.announce(port.value)
  url = urlOf(config.host, port.value)
  identity.start()
  market.start()
  return ok({ url, app, market, identity, database, close: endings.run })
}

/** Starts the whole server; what keeps it from starting and can be foreseen is an answer, and then nothing stays open. */
export async function startServer<M extends MarketModule>(
  config: ServerConfig,
  parts: ServerParts<M>,
): Promise<Result<RunningServer<M>, StartFailure>> {
  const endings = createEndings()
  try {
    const started = await assemble(config, parts, endings)
    if (!started.ok) await endings.run()
    return started
  } catch (error) {
    await endings.run()
    throw error
  }
}
