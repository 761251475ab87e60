import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'

import type { ServerConfig, TrustedProxies } from '#server/config.ts'
import { contentSecurity } from '#server/http/content-security.ts'
import { answerBrokenConnection, answerError, answerUnroutable } from '#server/http/errors.ts'
import { acceptJson, MAX_BODY_BYTES } from '#server/http/json-body.ts'
import { calledAddresses, type PortalConfig } from '#server/http/portal-config.ts'
import type { PortalFiles } from '#server/http/portal-files.ts'
import { logRequests, requestId } from '#server/http/request-log.ts'
import { refuseForeignOrigins } from '#server/http/same-origin.ts'
import { addSecurityHeaders } from '#server/http/security-headers.ts'
import { answerUnknownRoutes } from '#server/http/unknown-routes.ts'
import type { ConfigReply } from '#src/adapters/http/contract/config.ts'
import { CONFIG_PATH } from '#src/adapters/http/contract/paths.ts'

/** A part of the server with calls of its own. */
export interface ServerModule {
  register(app: FastifyInstance): void
}

export interface AppParts {
  readonly config: Pick<ServerConfig, 'demoData' | 'trustProxy'>
  readonly portalConfig: PortalConfig
  /** Null serves the API alone. */
  readonly portal: PortalFiles | null
  readonly modules: readonly ServerModule[]
  /** Added to the real clock it gives the market's now (D52), in milliseconds. */
  readonly clockShift: () => number
  readonly logger: FastifyBaseLogger
}

/** The longest part of an address that a route takes as a parameter, in characters. */
const MAX_PARAMETER_LENGTH = 200

/** How long a caller may take to send a whole request. */
const REQUEST_TIMEOUT_MS = 30_000

function trustedBy(proxies: TrustedProxies) {
  if (typeof proxies === 'number') return (_address: string, hop: number) => hop < proxies
  return proxies === false ? false : [...proxies]
}

function serveConfig(app: FastifyInstance, { portalConfig, config, clockShift }: AppParts) {
  app.get(CONFIG_PATH, (_request, reply) => {
    const body: ConfigReply = { ...portalConfig, clockShiftMs: clockShift(), demo: config.demoData }
    return reply.header('cache-control', 'no-store').send(body)
  })
}

/** The whole server as HTTP sees it, not yet listening. */
export async function createApp(parts: AppParts): Promise<FastifyInstance> {
  const { config, portal, portalConfig, modules, logger } = parts
  const app: FastifyInstance = fastify({
    loggerInstance: logger,
    logController: new fastify.LogController({ disableRequestLogging: true }),
    genReqId: requestId,
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // Requests that are on their way when the server closes are still answered.
    return503OnClosing: false,
    trustProxy: trustedBy(config.trustProxy),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_PARAMETER_LENGTH },
    frameworkErrors: answerUnroutable,
    clientErrorHandler: answerBrokenConnection,
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(answerError)
  acceptJson(app)
  logRequests(app)
  const html = portal?.index.body.toString() ?? ''
  const { provider } = portalConfig.humanCheck
  await addSecurityHeaders(app, contentSecurity(html, calledAddresses(portalConfig), provider))
  app.addHook('onRequest', refuseForeignOrigins)
  answerUnknownRoutes(app, portal)
  serveConfig(app, parts)
  for (const module of modules) module.register(app)
  return app
}
