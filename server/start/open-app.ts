import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'

import { createApiDocs } from '#server/api-docs/docs-routes.ts'
import { createApp, type ServerModule } from '#server/app.ts'
import type { ServerConfig } from '#server/config/config.ts'
import type { Feeds } from '#server/feeds/feeds.ts'
import { toConfigReply } from '#server/http/portal-config.ts'
import type { PortalFiles } from '#server/http/portal-files.ts'
import { createHeadTags } from '#server/page/head-tags.ts'
import { registerPageRoutes } from '#server/page/page-routes.ts'
import { createDayPictures, createPictureCache, createPictureRenderer } from '#server/page/picture-cache.ts'
import { createRenderedPages } from '#server/page/rendered-pages.ts'
import type { ServerAddress } from '#server/start/address.ts'
import type { ServerModules } from '#server/start/open-modules.ts'
import type { Portal } from '#server/start/read-portal.ts'
import type { ServerMarket, ServerParts } from '#server/start/server-parts.ts'
import { SIMULATED_KINDS, type SimulatedKind } from '#src/domain/quotes/feeds.ts'
import type { BogotaDate } from '#src/domain/time/bogota.ts'

interface AppContext<M extends ServerMarket> {
  readonly config: ServerConfig
  readonly parts: ServerParts<M>
  readonly portal: Portal
  /**
   * The files of the portal with their compressed forms; null when the server serves only the API.
   */
  readonly files: PortalFiles | null
  readonly modules: ServerModules<M>
  readonly address: ServerAddress
  readonly logger: Logger
}

/** Finds the kinds of data that the pages mark as simulated (D41). */
const findSimulated = ({ marketSource }: ServerConfig, feeds: Feeds): readonly SimulatedKind[] =>
  SIMULATED_KINDS.filter((kind) =>
    kind === 'market' ? marketSource === 'simulator' : feeds.source(kind) === 'simulator',
  )

/** Creates the routes of robots.txt, the sitemap and the picture of shared links. */
function createPageRoutes<M extends ServerMarket>({
  config,
  parts: { fontsFolder, now },
  modules: { market },
  address,
  logger,
}: AppContext<M>): ServerModule {
  const { previewPrice, previewDay, reader } = market
  const render = fontsFolder === undefined ? null : createPictureRenderer(fontsFolder)
  const createPictures = (date?: BogotaDate) =>
    createPictureCache({
      readDay: () => previewDay(date),
      render,
      simulated: config.marketSource === 'simulator',
      now,
      onFailure: (error) => logger.error({ err: error }, 'the preview picture cannot be rendered'),
    })
  const { publicUrl } = address
  const parts = {
    publicUrl,
    previewPrice,
    reader,
    pictures: createPictures(),
    dayPictures: createDayPictures(createPictures),
  }
  return { register: (app) => registerPageRoutes(app, parts) }
}

/** Creates the pages that the server renders; null when browsers render all pages. */
function createPages<M extends ServerMarket>(
  { config, parts, portal, modules: { market }, address, logger }: AppContext<M>,
  simulatedKinds: readonly SimulatedKind[],
) {
  const { template } = portal
  const { pageRenderer: renderer } = parts
  if (!template || !renderer) return null
  const { clockShift, readPage, readDayPageState, previewPrice, reader } = market
  return createRenderedPages({
    renderer,
    template,
    readMarket: readPage,
    readDayState: readDayPageState,
    readConfig: () =>
      toConfigReply(portal.settings, {
        clockShiftMs: clockShift(),
        demo: config.demoData,
        simulated: [...simulatedKinds],
      }),
    headTags: createHeadTags({
      publicUrl: address.publicUrl,
      previewPrice,
      reader,
      simulated: config.marketSource === 'simulator',
    }),
    now: parts.now,
    report: (error) => logger.error({ err: error }, 'a page cannot be rendered; the browser renders it'),
  })
}

/** Creates the app with the routes of all modules and the pages. It does not listen yet. */
export async function openApp<M extends ServerMarket>(context: AppContext<M>): Promise<FastifyInstance> {
  const { config, parts, portal, files, modules, logger } = context
  const { alerts, api, market, monitoring, identity, payments, imc, operator } = modules
  const { getAudience = identity.getAudience } = parts
  const marketRoutes: ServerModule = { register: (scope) => market.register(scope, getAudience) }
  const pageRoutes = files === null ? [] : [createPageRoutes(context)]
  const simulatedKinds = findSimulated(config, modules.feeds)
  const apiDocs = createApiDocs(context.address.publicUrl)
  return createApp({
    config,
    portalConfig: portal.settings,
    portal: files,
    inlineParts: portal.template?.inline ?? '',
    pages: createPages(context, simulatedKinds),
    publicUrl: config.identity.publicUrl,
    modules: [monitoring, identity, payments, alerts, imc, operator, marketRoutes, api, apiDocs, ...pageRoutes],
    clockShift: market.clockShift,
    simulated: simulatedKinds,
    logger,
  })
}
