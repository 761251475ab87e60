import { createApiCheck } from '#server/api-v1/api-callers.ts'
import { registerApiRoutes } from '#server/api-v1/api-routes.ts'
import type { ServerModule } from '#server/app.ts'
import type { ServerConfig } from '#server/config/config.ts'
import { cacheValidation } from '#server/http/repeated-requests.ts'
import type { MarketReader } from '#server/market/market-reader.ts'
import { API_V1_BASE } from '#src/adapters/http/contract/api-v1.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

interface ApiParts {
  readonly config: Pick<ServerConfig, 'limits' | 'marketSource'>
  readonly reader: MarketReader
  /** The real clock. */
  readonly now: () => Instant
}

/** Opens the public API v1 (D130). */
export function openApi({ config, reader, now }: ApiParts): ServerModule {
  return {
    access: { api: createApiCheck({ perMinute: config.limits.apiPerMinute, now }) },
    register(app) {
      app.register(
        async (api) => {
          cacheValidation(api)
          registerApiRoutes(api, { reader, isSimulated: config.marketSource === 'simulator' })
        },
        { prefix: API_V1_BASE },
      )
    },
  }
}
