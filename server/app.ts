import cookies from '@fastify/cookie'
import swagger from '@fastify/swagger'
import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { API_DOCUMENT } from '#server/api-docs/openapi.ts'
import type { ServerConfig } from '#server/config/config.ts'
import type { TrustedProxies } from '#server/config/http-settings.ts'
import { type AccessChecks, dropVisitorCredentials, enforceAccess, requireDeclaredAccess } from '#server/http/access.ts'
import { createContentSecurity, withEpayco } from '#server/http/content-security.ts'
import { setHandlerTimeouts } from '#server/http/handler-timeout.ts'
import { acceptJson, MAX_BODY_BYTES } from '#server/http/json-body.ts'
import { listCalledUrls, type PortalConfig, toConfigReply } from '#server/http/portal-config.ts'
import { OFFLINE_PAGE_PATH, type PortalFiles } from '#server/http/portal-files.ts'
import { declarePublicProtocol } from '#server/http/public-protocol.ts'
import { handleClientError, handleError, handleUnroutable } from '#server/http/refusals.ts'
import { createRequestId, createRequestLogger, logRequests } from '#server/http/request-log.ts'
import { replies, TAGS } from '#server/http/route-schema.ts'
import { refuseForeignOrigins } from '#server/http/same-origin.ts'
import { addSecurityHeaders } from '#server/http/security-headers.ts'
import type { RenderedPages } from '#server/page/rendered-pages.ts'
import { handleUnknownRoutes } from '#server/page/unknown-routes.ts'
import { configReply } from '#src/adapters/http/contract/config.ts'
import { CONFIG_PATH } from '#src/adapters/http/contract/paths.ts'
import type { SimulatedKind } from '#src/domain/quotes/feeds.ts'

/** An area of the server that registers its routes. */
export interface ServerModule {
  /** Checks of the accesses that this area authenticates. */
  readonly access?: AccessChecks
  /** Adds hooks that run before all access checks, such as the one that identifies callers. */
  addHooks?(app: FastifyInstance): void
  register(app: FastifyInstance): void
}

interface AppParts {
  readonly config: Pick<ServerConfig, 'demoData' | 'trustProxy'>
  readonly portalConfig: PortalConfig
  /** Null when the server serves only the API. */
  readonly portal: PortalFiles | null
  /**
   * HTML with the inline styles and scripts of all pages but the offline page. Default: the
   * portal's `index.html`.
   */
  readonly inlineParts?: string
  /** Null when the browser renders all pages. */
  readonly pages?: RenderedPages | null
  /** The value of PUBLIC_URL; null or missing when it is not set. */
  readonly publicUrl?: string | null
  readonly modules: readonly ServerModule[]
  /** Market time minus real time (D52), in milliseconds. */
  readonly clockShift: () => number
  /** The kinds of simulated data. If they are missing, all data of a demo counts as simulated. */
  readonly simulated?: readonly SimulatedKind[]
  readonly logger: FastifyBaseLogger
}

/** Maximum length of a path parameter, in characters. */
const MAX_PARAMETER_LENGTH = 200

/** Timeout for receiving a whole request; an upload may take 60 s (D38). */
const REQUEST_TIMEOUT_MS = 65_000

function toTrustProxy(proxies: TrustedProxies) {
  if (typeof proxies === 'number') return (_address: string, hop: number) => hop < proxies
  return proxies === false ? false : [...proxies]
}

function serveConfig(app: FastifyInstance, { portalConfig, config, clockShift, simulated }: AppParts) {
  const schema = { tags: [TAGS.server], summary: 'Configuración del portal', response: replies(configReply) }
  app.get(CONFIG_PATH, { config: { access: 'public' }, schema }, (_request, reply) => {
    const body = toConfigReply(portalConfig, {
      clockShiftMs: clockShift(),
      demo: config.demoData,
      ...(simulated && { simulated: [...simulated] }),
    })
    return reply.header('cache-control', 'no-store').send(body)
  })
}

/** The HTML of the offline page, which has another inline script; '' without the page. */
const readOfflinePage = (portal: PortalFiles | null): string =>
  portal?.byPath.get(OFFLINE_PAGE_PATH)?.body.toString() ?? ''

/** Creates the fastify app with all routes. It does not listen yet. */
export async function createApp(parts: AppParts): Promise<FastifyInstance> {
  const { config, portal, portalConfig, pages = null, modules, logger } = parts
  const app: FastifyInstance = fastify({
    loggerInstance: logger,
    logController: new fastify.LogController({ disableRequestLogging: true }),
    genReqId: createRequestId,
    childLoggerFactory: createRequestLogger,
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // Requests that arrive while the server closes still get their usual reply.
    return503OnClosing: false,
    trustProxy: toTrustProxy(config.trustProxy),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_PARAMETER_LENGTH },
    frameworkErrors: handleUnroutable,
    clientErrorHandler: handleClientError,
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(handleError)
  declarePublicProtocol(app, parts.publicUrl ?? null)
  acceptJson(app)
  logRequests(app)
  const html = (parts.inlineParts ?? portal?.index.body.toString() ?? '') + readOfflinePage(portal)
  const { provider } = portalConfig.humanCheck
  const security = createContentSecurity(html, listCalledUrls(portalConfig), provider)
  const hasEpayco = portalConfig.checkout?.provider === 'epayco'
  const pricingOverride = hasEpayco ? { screen: 'pricing' as const, security: withEpayco(security) } : null
  addSecurityHeaders(app, security, pricingOverride)
  app.addHook('onRequest', refuseForeignOrigins)
  const checks: AccessChecks = Object.assign({}, ...modules.map(({ access }) => access))
  requireDeclaredAccess(app, checks)
  setHandlerTimeouts(app)
  handleUnknownRoutes(app, portal, pages)
  // Without its hook, the plugin parses cookies only when a session cookie is read.
  app.register(cookies, { hook: false })
  dropVisitorCredentials(app)
  for (const module of modules) module.addHooks?.(app)
  enforceAccess(app, checks)
  // Before the routes, because the plugin collects them.
  await app.register(swagger, API_DOCUMENT)
  serveConfig(app, parts)
  for (const module of modules) module.register(app)
  return app
}
