import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { GetAudience } from '#server/http/audience.ts'
import { sendPrepared } from '#server/http/prepared-reply.ts'
import type { RateLimit } from '#server/http/rate-limit.ts'
import { refuseIfLimited } from '#server/http/refuse-if-limited.ts'
import { memoizeByObject } from '#server/http/repeated-requests.ts'
import type { ReplyCache } from '#server/http/reply-cache.ts'
import { DELAY_LIMIT, RARE_READS, replies, TAGS } from '#server/http/route-schema.ts'
import { toIntradayReply, toPeriodChartReply } from '#server/market/chart-replies.ts'
import type { DelayedDay, MarketReader } from '#server/market/market-reader.ts'
import { AUDIENCE_JSON, refuseTradingDay, setDelayHeader } from '#server/market/market-replies.ts'
import {
  bollingerRequest,
  candlesReply,
  intradayReply,
  intradayRequest,
  type PeriodQuery,
  periodReply,
  periodRequest,
  toBands,
  toIntradayQuery,
  toPeriodQuery,
} from '#src/adapters/http/contract/market/charts.ts'
import { MARKET_PATHS } from '#src/adapters/http/contract/paths.ts'
import type { ChartView } from '#src/domain/charting/chart-view.ts'
import { BOLLINGER_DEVIATIONS, BOLLINGER_WINDOW } from '#src/domain/charting/indicators.ts'
import { toInterval } from '#src/domain/charting/intervals.ts'
import type { BandOptions } from '#src/domain/charting/period-chart.ts'
import { effectiveDelayMs } from '#src/domain/trading/audience.ts'
import { referenceDate } from '#src/domain/trading/calendar.ts'

const areDefaultBands = ({ points, deviations }: BandOptions) =>
  points === BOLLINGER_WINDOW && deviations === BOLLINGER_DEVIATIONS

const tags = [TAGS.charts]

const OLD_DAY_LIMIT = 'Días de hace más de una semana: OLD_DAYS_PER_MINUTE por minuto y red'

export interface ChartRoutesParts {
  readonly reader: MarketReader
  readonly cache: ReplyCache
  readonly getAudience: GetAudience
  /** Limit of requests for days whose deals are not in memory. */
  readonly oldDays: RateLimit
  /** Limit of reads with unusual parameters: another delay or band width. */
  readonly rareReads: RateLimit
}

/** Adds the routes of intraday charts and of period charts (D50). */
export function registerChartRoutes(
  app: FastifyInstance,
  { reader, cache, getAudience, oldDays, rareReads }: ChartRoutesParts,
) {
  const calls = app.withTypeProvider<ZodTypeProvider>()
  const [readIntradayQuery, readPeriodQuery] = [memoizeByObject(toIntradayQuery), memoizeByObject(toPeriodQuery)]

  for (const [path, summary] of [
    [MARKET_PATHS.intraday, 'Operaciones de un día'],
    [MARKET_PATHS.intradayLive, 'Operaciones de un día, en tiempo real para clientes'],
  ] as const) {
    const schema = {
      tags,
      summary,
      'x-limit': `${DELAY_LIMIT}. ${OLD_DAY_LIMIT}`,
      body: intradayRequest,
      response: replies(intradayReply, 404, 429),
    }
    calls.post(path, { config: { access: 'audience' }, schema }, (request, reply) => {
      const { market, date, delay: minutes } = readIntradayQuery(request.body)
      const delay = setDelayHeader(reply, effectiveDelayMs(getAudience(request), minutes))
      const entry = reader.dayEntry({ market, date, delay })
      const key = `${MARKET_PATHS.intraday} ${entry.key}`
      const cached = cache.find(key, entry.version)
      if (cached) return sendPrepared(request, reply, cached)
      const day = reader.findTradingDay(market, date)
      if (!day.ok) return refuseTradingDay(reply, day.error)
      if (findLimits({ market, date: day.value, delay }).some((limit) => refuseIfLimited(limit, request, reply))) return
      const make = async () =>
        toIntradayReply(await reader.intraday({ market, date: day.value, delay }), {
          requestedDate: date,
          effectiveDate: day.value,
        })
      return sendPrepared(request, reply, cache.add(key, entry.version, { kind: AUDIENCE_JSON, make }))
    })
  }

  /** Returns the limits that apply to an uncached chart of a day. */
  function findLimits({ market, date, delay }: DelayedDay): readonly RateLimit[] {
    return [
      ...(reader.hasDealsInMemory(market, date) ? [] : [oldDays]),
      ...(reader.isAudienceDelay(delay) ? [] : [rareReads]),
    ]
  }

  /** Sends a period chart. The chart is cached until a visible change. */
  function sendPeriodChart(
    request: FastifyRequest,
    reply: FastifyReply,
    { view, query, bands }: { readonly view: ChartView; readonly query: PeriodQuery; readonly bands?: BandOptions },
  ) {
    const { market, period, narrow } = query
    const delay = setDelayHeader(reply, effectiveDelayMs(getAudience(request), 0))
    const version = reader.version(market, delay)
    const requestedDate = referenceDate(reader.now())
    const bandsKey = bands ? `${bands.points} ${bands.deviations}` : ''
    const key = `${view} ${bandsKey} ${market} ${requestedDate} ${period} ${narrow} ${delay}`
    const cached = cache.find(key, version)
    if (cached) return sendPrepared(request, reply, cached)
    const day = reader.findTradingDay(market, requestedDate)
    if (!day.ok) return refuseTradingDay(reply, day.error)
    if (bands && !areDefaultBands(bands) && refuseIfLimited(rareReads, request, reply)) return
    const make = () => {
      const chart = reader.periodChart({ view, market, period, narrow, ...(bands && { bands }) }, delay)
      const interval = view === 'prices' && period === '1d' ? null : toInterval(period, narrow)
      return toPeriodChartReply(chart, interval, { requestedDate, effectiveDate: day.value })
    }
    return sendPrepared(request, reply, cache.add(key, version, { kind: AUDIENCE_JSON, make }))
  }

  for (const [path, view, summary, chartReply] of [
    [MARKET_PATHS.priceChart, 'prices', 'Precios de un periodo', periodReply],
    [MARKET_PATHS.averageChart, 'averages', 'Promedios de un periodo', periodReply],
    [MARKET_PATHS.candleChart, 'candles', 'Velas de un periodo', candlesReply],
  ] as const) {
    const schema = { tags, summary, body: periodRequest, response: replies(chartReply, 404) }
    calls.post(path, { config: { access: 'audience' }, schema }, (request, reply) =>
      sendPeriodChart(request, reply, { view, query: readPeriodQuery(request.body) }),
    )
  }

  calls.post(
    MARKET_PATHS.bollingerChart,
    {
      config: { access: 'audience' },
      schema: {
        tags,
        summary: 'Bandas de Bollinger de un periodo',
        'x-limit': `Con otro ancho de las bandas: ${RARE_READS}`,
        body: bollingerRequest,
        response: replies(periodReply, 404, 429),
      },
    },
    (request, reply) => {
      const query = readPeriodQuery(request.body)
      return sendPeriodChart(request, reply, { view: 'bollinger', query, bands: toBands(request.body) })
    },
  )
}
