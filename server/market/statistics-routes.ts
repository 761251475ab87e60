import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { GetAudience } from '#server/http/audience.ts'
import type { DelayedDay, MarketReader } from '#server/market/market-reader.ts'
import { refuseTradingDay, sendDelay, sendJson } from '#server/market/market-replies.ts'
import type { ReplyCache } from '#server/market/reply-cache.ts'
import {
  dayReply,
  statisticsReply,
  toAmountsData,
  toCloseAndAverageData,
  toPricesData,
} from '#server/market/statistics-replies.ts'
import {
  dayRequest,
  holidayRequest,
  statisticsRequest,
  toDayQuery,
  toSector,
} from '#src/adapters/http/contract/market.ts'
import { MARKET_PATHS } from '#src/adapters/http/contract/paths.ts'
import { parseDate } from '#src/domain/time/bogota.ts'
import { isUsHoliday } from '#src/domain/time/calendar.ts'
import { effectiveDelayMs } from '#src/domain/trading/audience.ts'
import { MARKETS } from '#src/domain/trading/market.ts'

export interface StatisticsRoutesParts {
  readonly reader: MarketReader
  readonly cache: ReplyCache
  readonly getAudience: GetAudience
}

/** Adds the routes of a day's figures, the statistics of a sector and US holidays. */
export function registerStatisticsRoutes(app: FastifyInstance, { reader, cache, getAudience }: StatisticsRoutesParts) {
  const calls = app.withTypeProvider<ZodTypeProvider>()

  const figures = {
    [MARKET_PATHS.closeAndAverage]: (view: DelayedDay) => toCloseAndAverageData(reader.closeAndAverage(view)),
    [MARKET_PATHS.prices]: (view: DelayedDay) => toPricesData(reader.prices(view)),
    [MARKET_PATHS.amounts]: (view: DelayedDay) => toAmountsData(reader.amounts(view)),
  }

  for (const [path, toData] of Object.entries(figures)) {
    calls.post(path, { config: { access: 'audience' }, schema: { body: dayRequest } }, async (request, reply) => {
      const { market, date, delay: minutes } = toDayQuery(request.body)
      const delay = sendDelay(reply, effectiveDelayMs(getAudience(request), minutes))
      const version = reader.version(market, delay)
      const day = reader.findTradingDay(market, date)
      if (!day.ok) return refuseTradingDay(reply, day.error)
      const body = await cache.load(`${path} ${market} ${date} ${delay}`, version, () =>
        dayReply(toData({ market, date: day.value, delay }), date, day.value),
      )
      return sendJson(reply, body)
    })
  }

  calls.post(
    MARKET_PATHS.statistics,
    { config: { access: 'audience' }, schema: { body: statisticsRequest } },
    async (request, reply) => {
      const sector = toSector(request.body)
      const delay = sendDelay(reply, effectiveDelayMs(getAudience(request), 0))
      const versions = MARKETS.map((market) => reader.version(market, delay))
      const body = await cache.load(`${MARKET_PATHS.statistics} ${sector} ${delay}`, versions.join(), () =>
        statisticsReply(reader.statistics(sector, delay)),
      )
      return sendJson(reply, body)
    },
  )

  calls.get(
    `${MARKET_PATHS.holiday}/:fecha`,
    { config: { access: 'public' }, schema: { params: holidayRequest } },
    async (request, reply) => {
      const { fecha } = request.params
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(isUsHoliday(parseDate(fecha) ?? fecha)))
    },
  )
}
