import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'

import type { AnswerCache } from '#server/market/answer-cache.ts'
import { type AudienceOf, refuseSession, sendJson, tellDelay } from '#server/market/market-answers.ts'
import type { MarketReader, SessionView } from '#server/market/market-reader.ts'
import {
  amountsAnswer,
  closeAndAverageAnswer,
  pricesAnswer,
  sessionReply,
  statisticsReply,
} from '#server/market/statistics-answers.ts'
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
  readonly cache: AnswerCache
  readonly audienceOf: AudienceOf
}

/** Figures of a session, the statistics of a sector, and whether a day is a US holiday. */
export function registerStatisticsRoutes(app: FastifyInstance, { reader, cache, audienceOf }: StatisticsRoutesParts) {
  const calls = app.withTypeProvider<ZodTypeProvider>()

  const answers = {
    [MARKET_PATHS.closeAndAverage]: (view: SessionView) => closeAndAverageAnswer(reader.closeAndAverage(view)),
    [MARKET_PATHS.prices]: (view: SessionView) => pricesAnswer(reader.prices(view)),
    [MARKET_PATHS.amounts]: (view: SessionView) => amountsAnswer(reader.amounts(view)),
  }

  for (const [path, answerOf] of Object.entries(answers)) {
    calls.post(path, { schema: { body: dayRequest } }, async (request, reply) => {
      const { market, date, delay: minutes } = toDayQuery(request.body)
      const delay = tellDelay(reply, effectiveDelayMs(audienceOf(request), minutes))
      const stamp = reader.stamp(market, delay)
      const session = reader.sessionFor(market, date)
      if (!session.ok) return refuseSession(reply, session.error)
      const body = await cache.answer(`${path} ${market} ${date} ${delay}`, stamp, () =>
        sessionReply(answerOf({ market, session: session.value, delay }), date, session.value),
      )
      return sendJson(reply, body)
    })
  }

  calls.post(MARKET_PATHS.statistics, { schema: { body: statisticsRequest } }, async (request, reply) => {
    const sector = toSector(request.body)
    const delay = tellDelay(reply, effectiveDelayMs(audienceOf(request), 0))
    const stamps = MARKETS.map((market) => reader.stamp(market, delay))
    const body = await cache.answer(`${MARKET_PATHS.statistics} ${sector} ${delay}`, stamps.join(), () =>
      statisticsReply(reader.statistics(sector, delay)),
    )
    return sendJson(reply, body)
  })

  calls.get(`${MARKET_PATHS.holiday}/:fecha`, { schema: { params: holidayRequest } }, async (request, reply) => {
    const { fecha } = request.params
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(isUsHoliday(parseDate(fecha) ?? fecha)))
  })
}
