import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'

import { callerNet } from '#server/http/caller-net.ts'
import type { RateLimit } from '#server/http/rate-limit.ts'
import { sendTooManyRequests } from '#server/http/too-many-requests.ts'
import type { AnswerCache } from '#server/market/answer-cache.ts'
import {
  averagesReply,
  bollingerReply,
  type ChartDay,
  candlesReply,
  closesReply,
  dealsReply,
  intradayReply,
  type PeriodCandles,
} from '#server/market/chart-answers.ts'
import { type AudienceOf, effectiveDelay, refuseSession, sendJson, tellDelay } from '#server/market/market-answers.ts'
import type { MarketReader } from '#server/market/market-reader.ts'
import { tooManyCalls } from '#server/messages.ts'
import {
  bollingerRequest,
  intradayRequest,
  type PeriodQuery,
  periodRequest,
  toBands,
  toIntradayQuery,
  toPeriodQuery,
} from '#src/adapters/http/contract/charts.ts'
import { MARKET_PATHS } from '#src/adapters/http/contract/paths.ts'
import { intervalOf } from '#src/domain/charting/intervals.ts'
import { ok } from '#src/domain/result.ts'
import { referenceDate } from '#src/domain/time/calendar.ts'

export interface ChartRoutesParts {
  readonly reader: MarketReader
  readonly cache: AnswerCache
  readonly audienceOf: AudienceOf
  /** Of charts of days whose deals are not at hand. */
  readonly oldDays: RateLimit
}

/** The charts of a session and of the periods of D50. */
export function registerChartRoutes(app: FastifyInstance, { reader, cache, audienceOf, oldDays }: ChartRoutesParts) {
  const calls = app.withTypeProvider<ZodTypeProvider>()

  for (const path of [MARKET_PATHS.intraday, MARKET_PATHS.intradayLive]) {
    calls.post(path, { schema: { body: intradayRequest } }, async (request, reply) => {
      const { market, date, delay: minutes } = toIntradayQuery(request.body)
      const delay = tellDelay(reply, effectiveDelay(audienceOf(request), minutes))
      const stamp = reader.stamp(market, delay)
      const session = reader.sessionFor(market, date)
      if (!session.ok) return refuseSession(reply, session.error)
      const taken = reader.hasDeals(market, session.value) ? ok(undefined) : oldDays.take(callerNet(request.ip))
      if (!taken.ok) return sendTooManyRequests(reply, taken.error.retryAfterMs, tooManyCalls)
      const body = await cache.answer(`${MARKET_PATHS.intraday} ${market} ${date} ${delay}`, stamp, async () =>
        intradayReply(await reader.intraday({ market, session: session.value, delay }), {
          asked: date,
          session: session.value,
        }),
      )
      return sendJson(reply, body)
    })
  }

  /** Answers one of the period charts, made only when no like one is kept. */
  async function sendPeriodChart(
    request: FastifyRequest,
    reply: FastifyReply,
    path: string,
    query: PeriodQuery,
    chartOf: (day: ChartDay, delay: number) => object | Promise<object>,
  ) {
    const { market, period, narrow } = query
    const delay = tellDelay(reply, effectiveDelay(audienceOf(request), 0))
    const stamp = reader.stamp(market, delay)
    const asked = referenceDate(reader.now())
    const session = reader.sessionFor(market, asked)
    if (!session.ok) return refuseSession(reply, session.error)
    const body = await cache.answer(`${path} ${market} ${asked} ${period} ${narrow} ${delay}`, stamp, () =>
      chartOf({ asked, session: session.value }, delay),
    )
    return sendJson(reply, body)
  }

  /** What a chart of candles or their closes is made of. */
  const candlesOf = ({ market, period, narrow }: PeriodQuery, day: ChartDay, delay: number): PeriodCandles => ({
    candles: reader.candles(market, period, narrow, delay),
    interval: intervalOf(period, narrow),
    day,
  })

  /** A chart of candles or their closes; what makes two requests different besides the period stands in `path`. */
  function sendCandles(
    request: FastifyRequest,
    reply: FastifyReply,
    path: string,
    query: PeriodQuery,
    chartOf: (period: PeriodCandles) => object,
  ) {
    return sendPeriodChart(request, reply, path, query, (day, delay) => chartOf(candlesOf(query, day, delay)))
  }

  calls.post(MARKET_PATHS.priceChart, { schema: { body: periodRequest } }, (request, reply) => {
    const query = toPeriodQuery(request.body)
    return sendPeriodChart(request, reply, MARKET_PATHS.priceChart, query, async (day, delay) => {
      if (query.period !== '1d') return closesReply(candlesOf(query, day, delay))
      return dealsReply(await reader.intraday({ market: query.market, session: day.session, delay }), day)
    })
  })

  calls.post(MARKET_PATHS.averageChart, { schema: { body: periodRequest } }, (request, reply) =>
    sendCandles(request, reply, MARKET_PATHS.averageChart, toPeriodQuery(request.body), averagesReply),
  )

  calls.post(MARKET_PATHS.bollingerChart, { schema: { body: bollingerRequest } }, (request, reply) => {
    const bands = toBands(request.body)
    const path = `${MARKET_PATHS.bollingerChart} ${bands.points} ${bands.deviations}`
    return sendCandles(request, reply, path, toPeriodQuery(request.body), (period) => bollingerReply(period, bands))
  })

  calls.post(MARKET_PATHS.candleChart, { schema: { body: periodRequest } }, (request, reply) =>
    sendCandles(request, reply, MARKET_PATHS.candleChart, toPeriodQuery(request.body), candlesReply),
  )
}
