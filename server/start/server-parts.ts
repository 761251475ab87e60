import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'

import type { ServerConfig } from '#server/config/config.ts'
import type { Database } from '#server/database/connection.ts'
import type { DemoEntityId } from '#server/demo/entities.ts'
import type { Feeds } from '#server/feeds/feeds.ts'
import type { GetAudience } from '#server/http/access.ts'
import type { PortalFiles } from '#server/http/portal-files.ts'
import type { IdentityOptions } from '#server/identity/identity-module.ts'
import type { LiveStreamControl } from '#server/identity/session-streams.ts'
import type { ReadDayPageState, ReadPageMarket } from '#server/market/calls/page-market.ts'
import type { DealReviews, MarketLines } from '#server/market/market.ts'
import type { MarketReader } from '#server/market/market-reader.ts'
import type { PreviewDay, PreviewPrice } from '#server/market/preview-price.ts'
import type { MarketHealth } from '#server/monitoring/health.ts'
import type { PasswordHashes } from '#server/security/password-hashes.ts'
import type { PageRenderer } from '#src/adapters/http/contract/page.ts'
import type { BogotaDate, Instant } from '#src/domain/time/bogota.ts'

/** The market module as the server uses it. Tests pass their own `openMarket` to replace it. */
export interface ServerMarket extends LiveStreamControl {
  /** Adds the market's routes. */
  register(app: FastifyInstance, getAudience: GetAudience): void
  /** Starts the timers. Called once, after all modules are open and the server listens. */
  start(): void
  /** Reads the API replies that a server-rendered page includes. */
  readonly readPage: ReadPageMarket
  /** Reads the figures, for the public API. */
  readonly reader: MarketReader
  /** Reads whether the page of a day or a month exists and still changes. */
  readonly readDayPageState: ReadDayPageState
  /** Market time minus real time (D52), in milliseconds. */
  clockShift(): number
  /** Whether this process writes the market, and runs what only one process may run. */
  isWriter(): boolean
  /** Reported deals that wait for the operator (D118). */
  readonly reviews: DealReviews
  /** The log of the market, for the alerts (D125). */
  readonly lines: MarketLines
  /** Sends the number of a firing to the live streams of the matching requests (D125). */
  sendAlert(belongsTo: (request: FastifyRequest) => boolean, id: number): void
  /** Returns the market's health metrics. */
  health(): MarketHealth
  /** Returns the delayed price for previews of shared links; null before the first price. */
  previewPrice(): PreviewPrice | null
  /** Reads the preview price with the deals of its day; with a date, those of that spot day. */
  previewDay(date?: BogotaDate): Promise<PreviewDay | null>
  /**
   * Ends all streams and stops recording deals. Running requests still get a reply. A second call
   * does nothing.
   */
  close(): Promise<void>
}

export interface MarketContext {
  readonly config: ServerConfig
  readonly database: Database
  /** The connections of the market's writer. */
  readonly writer: Database['writer']
  readonly feeds: Feeds
  /** Address at which the other servers of the database reach this one. */
  readonly peerUrl: () => string | null
  /** The real clock, not the market clock. */
  readonly now: () => Instant
  readonly logger: Logger
}

/** The inputs of the server, in addition to its configuration. */
export interface ServerParts<M extends ServerMarket> {
  /** The real clock, not the market clock. */
  readonly now: () => Instant
  /** Folder of the built portal; null serves only the API. */
  readonly portalFolder: string | null
  /** Folder of the fonts of the preview picture. Without fonts, there is no picture. */
  readonly fontsFolder?: string
  /** Renders the pages. Without a renderer, browsers render them from `index.html`. */
  readonly pageRenderer?: PageRenderer | null
  /** Compresses the files of the portal. Default: `compressFiles`. */
  readonly compress?: (files: PortalFiles) => Promise<PortalFiles>
  readonly openMarket: (context: MarketContext) => Promise<M>
  /** The audience of a request. By default, sessions with full access get live data (D17). */
  readonly getAudience?: GetAudience
  readonly identity?: IdentityOptions
  /** Hashes passwords. Default: hashes with the production cost. */
  readonly hashes?: PasswordHashes
  /** The demo entities to add. Default: all. */
  readonly demoEntities?: readonly DemoEntityId[]
  readonly logger?: Logger
  /** Called when another server has taken the database. The process must end immediately. */
  readonly onDatabaseLost?: () => void
}
