import type { FastifyInstance } from 'fastify'
import { MARKET_BASE, NEWS_BASE } from '#server/http/paths.ts'
import { type ChartRoutesParts, registerChartRoutes } from '#server/market/chart-routes.ts'
import { type QuotesRoutesParts, registerNewsRoute, registerQuotesRoutes } from '#server/market/quotes-routes.ts'
import { createReplyCache } from '#server/market/reply-cache.ts'
import { registerStatisticsRoutes } from '#server/market/statistics-routes.ts'
import { registerStreamRoute, type StreamRouteParts } from '#server/market/stream-routes.ts'
import { registerTrmRoutes } from '#server/market/trm-routes.ts'
import { DATA_SOURCE_HEADER, MARKET_TIME_HEADER } from '#src/adapters/http/contract/paths.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** Source of the market data, sent with every reply. */
export type DataSource = 'simulado' | 'real'

export interface MarketRoutesParts
  extends Omit<ChartRoutesParts, 'cache'>,
    Omit<QuotesRoutesParts, 'cache'>,
    StreamRouteParts {
  readonly dataSource: DataSource
  /** The market time; while the market is frozen, that of its last successful step. */
  readonly marketTime: () => Instant
}

/** Adds all market routes (§7.1, D22). Each reply has the market time and the data source. */
export function registerMarketRoutes(app: FastifyInstance, parts: MarketRoutesParts): void {
  const { dataSource, marketTime } = parts
  const withCache = { ...parts, cache: createReplyCache() }

  app.register(async (scope) => {
    scope.addHook('onRequest', async (_request, reply) => {
      reply.headers({ [MARKET_TIME_HEADER]: String(marketTime()), [DATA_SOURCE_HEADER]: dataSource })
    })
    scope.register(async (news) => registerNewsRoute(news, withCache), { prefix: NEWS_BASE })
    scope.register(
      async (market) => {
        registerStatisticsRoutes(market, withCache)
        registerTrmRoutes(market, withCache)
        registerChartRoutes(market, withCache)
        registerStreamRoute(market, parts)
        registerQuotesRoutes(market, withCache)
      },
      { prefix: MARKET_BASE },
    )
  })
}
