import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { GetAudience } from '#server/http/audience.ts'
import { callerNet } from '#server/http/caller-net.ts'
import type { RateLimit } from '#server/http/rate-limit.ts'
import { sendTooManyRequests } from '#server/http/too-many-requests.ts'
import { intradayReply, periodChartReply } from '#server/market/chart-replies.ts'
import type { MarketReader } from '#server/market/market-reader.ts'
import { refuseTradingDay, sendDelay, sendJson } from '#server/market/market-replies.ts'
import { tooManyCalls } from '#server/market/messages.ts'
import type { ReplyCache } from '#server/market/reply-cache.ts'
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
import type { ChartView } from '#src/domain/charting/chart-view.ts'
import { toInterval } from '#src/domain/charting/intervals.ts'
import type { BandOptions } from '#src/domain/charting/period-chart.ts'
import { ok } from '#src/domain/result.ts'
import { referenceDate } from '#src/domain/time/calendar.ts'
import { effectiveDelayMs } from '#src/domain/trading/audience.ts'

export interface ChartRoutesParts {
  readonly reader: MarketReader
  readonly cache: ReplyCache
  readonly getAudience: GetAudience
  /** Limit of charts of days whose deals are not in memory. */
  readonly oldDays: RateLimit
}

/** Adds the charts of a trading day and of the periods of D50. */
export function registerChartRoutes(app: FastifyInstance, { reader, cache, getAudience, oldDays }: ChartRoutesParts) {
  const calls = app.withTypeProvider<ZodTypeProvider>()

  for (const path of [MARKET_PATHS.intraday, MARKET_PATHS.intradayLive]) {
    calls.post(path, { config: { access: 'audience' }, schema: { body: intradayRequest } }, async (request, reply) => {
      const { market, date, delay: minutes } = toIntradayQuery(request.body)
      const delay = sendDelay(reply, effectiveDelayMs(getAudience(request), minutes))
      const version = reader.version(market, delay)
      const day = reader.findTradingDay(market, date)
      if (!day.ok) return refuseTradingDay(reply, day.error)
      const allowed = reader.hasDealsInMemory(market, day.value) ? ok(undefined) : oldDays.take(callerNet(request.ip))
      if (!allowed.ok) return sendTooManyRequests(reply, allowed.error.retryAfterMs, tooManyCalls)
      const body = await cache.load(`${MARKET_PATHS.intraday} ${market} ${date} ${delay}`, version, async () =>
        intradayReply(await reader.intraday({ market, date: day.value, delay }), {
          requested: date,
          shown: day.value,
        }),
      )
      return sendJson(reply, body)
    })
  }

  /** Sends a period chart, from the cache while nothing that is visible has changed. */
  async function sendPeriodChart(
    request: FastifyRequest,
    reply: FastifyReply,
    { view, query, bands }: { readonly view: ChartView; readonly query: PeriodQuery; readonly bands?: BandOptions },
  ) {
    const { market, period, narrow } = query
    const delay = sendDelay(reply, effectiveDelayMs(getAudience(request), 0))
    const version = reader.version(market, delay)
    const requested = referenceDate(reader.now())
    const day = reader.findTradingDay(market, requested)
    if (!day.ok) return refuseTradingDay(reply, day.error)
    const width = bands ? `${bands.points} ${bands.deviations}` : ''
    const body = await cache.load(
      `${view} ${width} ${market} ${requested} ${period} ${narrow} ${delay}`,
      version,
      () => {
        const chart = reader.periodChart({ view, market, period, narrow, ...(bands && { bands }) }, delay)
        const interval = view === 'prices' && period === '1d' ? null : toInterval(period, narrow)
        return periodChartReply(chart, interval, { requested, shown: day.value })
      },
    )
    return sendJson(reply, body)
  }

  for (const [path, view] of [
    [MARKET_PATHS.priceChart, 'prices'],
    [MARKET_PATHS.averageChart, 'averages'],
    [MARKET_PATHS.candleChart, 'candles'],
  ] as const) {
    calls.post(path, { config: { access: 'audience' }, schema: { body: periodRequest } }, (request, reply) =>
      sendPeriodChart(request, reply, { view, query: toPeriodQuery(request.body) }),
    )
  }

  calls.post(
    MARKET_PATHS.bollingerChart,
    { config: { access: 'audience' }, schema: { body: bollingerRequest } },
    (request, reply) => {
      const query = toPeriodQuery(request.body)
      return sendPeriodChart(request, reply, { view: 'bollinger', query, bands: toBands(request.body) })
    },
  )
}
