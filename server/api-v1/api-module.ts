import { createApiCheck, PREFLIGHT } from '#server/api-v1/api-callers.ts'
import { registerApiRoutes } from '#server/api-v1/api-routes.ts'
import { type KeyRoutesDeps, registerKeyRoutes } from '#server/api-v1/keys/key-routes.ts'
import type { ServerModule } from '#server/app.ts'
import type { ServerConfig } from '#server/config/config.ts'
import { MARKET_BASE } from '#server/http/paths.ts'
import { cacheValidation } from '#server/http/repeated-requests.ts'
import type { MarketReader } from '#server/market/market-reader.ts'
import { API_V1_BASE } from '#src/adapters/http/contract/api-v1.ts'

interface ApiParts extends Omit<KeyRoutesDeps, 'quota'> {
  readonly config: Pick<ServerConfig, 'limits' | 'marketSource'>
  readonly reader: MarketReader
}

/** Opens the public API v1 and the keys of clients for it (D130). */
export function openApi({ config, reader, ...deps }: ApiParts): ServerModule {
  const { apiPerMinute: perMinute, apiPerDay: perDay } = config.limits
  return {
    access: { api: createApiCheck({ ...deps, perMinute, perDay }) },
    register(app) {
      app.register(
        async (api) => {
          cacheValidation(api)
          api.options('/*', { config: { access: 'public' }, schema: { hide: true } }, (_, reply) =>
            reply.code(204).headers(PREFLIGHT).send(),
          )
          registerApiRoutes(api, { reader, isSimulated: config.marketSource === 'simulator' })
        },
        { prefix: API_V1_BASE },
      )
      app.register(async (keys) => registerKeyRoutes(keys, { ...deps, quota: perDay }), { prefix: MARKET_BASE })
    },
  }
}
