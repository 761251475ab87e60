import type { FastifyInstance } from 'fastify'
import { MARKET_BASE, NEWS_BASE, VISITOR_BASE } from '#server/http/paths.ts'
import { createReplyCache } from '#server/http/prepared-reply.ts'
import { cacheValidation } from '#server/http/repeated-requests.ts'
import { type ChartRoutesParts, registerChartRoutes } from '#server/market/calls/chart-routes.ts'
import { registerDaysRoute } from '#server/market/calls/days-routes.ts'
import { type DealsRoutesParts, registerDealsRoutes } from '#server/market/calls/deals-routes.ts'
import type { DataSource } from '#server/market/calls/market-replies.ts'
import {
  type FeedsRouteParts,
  type QuotesRoutesParts,
  registerFeedsRoute,
  registerNewsRoute,
  registerQuotesRoutes,
} from '#server/market/calls/quotes-routes.ts'
import { registerStatisticsRoutes } from '#server/market/calls/statistics-routes.ts'
import { registerTrmRoutes } from '#server/market/calls/trm-routes.ts'
import { registerVisitorRoutes } from '#server/market/calls/visitor-routes.ts'
import { registerWidgetRoute } from '#server/market/calls/widget-routes.ts'
import { registerStreamRoute, type StreamRouteParts } from '#server/market/stream/stream-routes.ts'
import { DATA_SOURCE_HEADER, FROZEN_SINCE_HEADER, MARKET_TIME_HEADER } from '#src/adapters/http/contract/paths.ts'
import type { Instant } from '#src/domain/time/bogota.ts'
import { MARKET_IDS, MARKETS, type Market } from '#src/domain/trading/market.ts'

/** The value of the header while no source is silent. */
const NOT_FROZEN = 'no'

interface MarketRoutesParts
  extends Omit<ChartRoutesParts, 'cache'>,
    Omit<QuotesRoutesParts, 'cache'>,
    FeedsRouteParts,
    StreamRouteParts {
  readonly dataSource: DataSource
  readonly deals: DealsRoutesParts
  /** The market time; while the market is frozen, the time of its last successful step. */
  readonly marketTime: () => Instant
  /** Since when the source of a market has been silent beyond the limit (D114). */
  readonly frozenSince: (market: Market) => Instant | null
}

/**
 * Adds the routes of the market and the news (§7.1, D22). Each reply has the market time and the
 * data source.
 */
export function registerMarketRoutes(app: FastifyInstance, parts: MarketRoutesParts): void {
  const { dataSource, marketTime, frozenSince } = parts
  const partsWithCache = { ...parts, cache: createReplyCache() }

  app.register(async (scope) => {
    scope.addHook('onRequest', (_request, reply, done) => {
      reply.header(MARKET_TIME_HEADER, String(marketTime())).header(DATA_SOURCE_HEADER, dataSource)
      const frozen = MARKETS.flatMap((market) => {
        const since = frozenSince(market)
        return since === null ? [] : [`${MARKET_IDS[market]}=${since}`]
      })
      // Always there: a cache that revalidates a reply replaces only headers that the 304 has.
      if (parts.deals.source === 'ingest') reply.header(FROZEN_SINCE_HEADER, frozen.join(', ') || NOT_FROZEN)
      done()
    })
    scope.register(async (visitors) => registerVisitorRoutes(visitors, parts), { prefix: VISITOR_BASE })
    scope.register(async (news) => registerNewsRoute(news, partsWithCache), { prefix: NEWS_BASE })
    scope.register(
      async (market) => {
        market.register(async (reads) => {
          cacheValidation(reads)
          registerStatisticsRoutes(reads, partsWithCache)
          registerChartRoutes(reads, partsWithCache)
          registerTrmRoutes(reads, partsWithCache)
          registerDaysRoute(reads, partsWithCache)
          registerQuotesRoutes(reads, partsWithCache)
          registerWidgetRoute(reads, partsWithCache)
        })
        registerStreamRoute(market, parts)
        registerDealsRoutes(market, parts.deals)
        registerFeedsRoute(market, parts)
      },
      { prefix: MARKET_BASE },
    )
  })
}
