import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { GetAudience } from '#server/http/access.ts'
import { type ReplyCache, sendPrepared } from '#server/http/prepared-reply.ts'
import { type RateLimit, refuseIfLimited } from '#server/http/rate-limit.ts'
import { memoizeByObject } from '#server/http/repeated-requests.ts'
import { DELAY_LIMIT, RARE_READS, replies, TAGS } from '#server/http/route-schema.ts'
import { AUDIENCE_JSON, refuseTradingDay, setDelayHeader } from '#server/market/calls/market-replies.ts'
import { toEffectiveDayField } from '#server/market/calls/statistics-routes.ts'
import type { DelayedDay, MarketReader } from '#server/market/market-reader.ts'
import {
  bollingerRequest,
  type CandlesReply,
  candlesReply,
  type IntradayReply,
  intradayReply,
  intradayRequest,
  type PeriodQuery,
  type PeriodReply,
  periodReply,
  periodRequest,
  toBands,
  toIntradayQuery,
  toPeriodQuery,
} from '#src/adapters/http/contract/market/charts.ts'
import { MARKET_PATHS } from '#src/adapters/http/contract/paths.ts'
import type { ChartView } from '#src/domain/charting/chart-view.ts'
import { AVERAGE_WINDOWS, BOLLINGER_DEVIATIONS, BOLLINGER_WINDOW } from '#src/domain/charting/indicators.ts'
import { type Interval, intervalLabel, toInterval } from '#src/domain/charting/intervals.ts'
import { hasPointPerDeal } from '#src/domain/charting/market-chart.ts'
import type {
  AverageHistory,
  BandOptions,
  BollingerHistory,
  CandleHistory,
  PeriodChart,
  PriceHistory,
} from '#src/domain/charting/period-chart.ts'
import { ok } from '#src/domain/result.ts'
import { addDays, type BogotaDate, formatTime, toDate } from '#src/domain/time/bogota.ts'
import { effectiveDelayMs } from '#src/domain/trading/audience.ts'
import { referenceDate, tradingDayOnOrBefore } from '#src/domain/trading/calendar.ts'
import { roundToCentavo } from '#src/domain/trading/rounding.ts'
import type { IntradaySeries } from '#src/domain/trading/series.ts'

/** The requested date of a chart, and the date of the trading day in the reply (D2). */
interface ChartDay {
  readonly requestedDate: BogotaDate
  readonly effectiveDate: BogotaDate
}

const AMOUNTS = 'Montos (Miles USD)'

/** The deals of a trading day, one point each, amounts in thousands of US$ (D47). */
export const toIntradayReply = (
  { times, prices, amounts, sequence }: IntradaySeries,
  { requestedDate, effectiveDate }: ChartDay,
): IntradayReply => ({
  result: {
    labels: Array.from(times, formatTime),
    datasets: [
      { label: 'Precios de cierre', data: [...prices] },
      { label: AMOUNTS, data: [...amounts] },
    ],
    ...(sequence === null ? {} : { secuencia: sequence }),
    ...toEffectiveDayField(requestedDate, effectiveDate),
  },
})

const toPeriodReply = (
  labels: string[],
  datasets: { label: string; data: (number | null)[] }[],
  day: ChartDay,
): PeriodReply => ({
  data: { labels, datasets, ...toEffectiveDayField(day.requestedDate, day.effectiveDate) },
})

const priceDataset = (column: Float64Array) => ({ label: 'Precio', data: [...column] })

/**
 * Creates the dataset of an average or a Bollinger band, in pesos rounded to the centavo. A value
 * is null where the market's history has too few closes (D50).
 */
const indicatorDataset = (label: string, column: Float64Array) => ({
  label,
  data: Array.from(column, (value) => (Number.isNaN(value) ? null : roundToCentavo(value))),
})

const priceDatasets = ({ closes, amounts }: PriceHistory) => [
  priceDataset(closes),
  { label: AMOUNTS, data: [...amounts] },
]

const averageDatasets = ({ closes, short, long }: AverageHistory) => [
  priceDataset(closes),
  indicatorDataset(`Promedio ${AVERAGE_WINDOWS[0]}`, short),
  indicatorDataset(`Promedio ${AVERAGE_WINDOWS[1]}`, long),
]

const bollingerDatasets = ({ closes, upper, middle, lower }: BollingerHistory) => [
  priceDataset(closes),
  indicatorDataset('Superior', upper),
  indicatorDataset('Media', middle),
  indicatorDataset('Inferior', lower),
]

/** The interval of the points of a chart; null when each point is a deal. */
type PointInterval = Interval | null

/** Returns the labels of a chart (D50). Labels of deals have seconds. */
const toLabels = ({ starts }: PeriodChart, interval: PointInterval) =>
  Array.from(starts, (start) => (interval ? intervalLabel(interval, start) : `${toDate(start)} ${formatTime(start)}`))

/** The reply of a period chart; prices in pesos, amounts in thousands of US$ (D47). */
function toPeriodChartReply(chart: PeriodChart, interval: PointInterval, day: ChartDay): PeriodReply | CandlesReply {
  const labels = toLabels(chart, interval)
  switch (chart.view) {
    case 'prices':
      return toPeriodReply(labels, priceDatasets(chart), day)
    case 'averages':
      return toPeriodReply(labels, averageDatasets(chart), day)
    case 'bollinger':
      return toPeriodReply(labels, bollingerDatasets(chart), day)
    case 'candles':
      return toCandlesReply(labels, chart, day)
  }
}

const toCandlesReply = (labels: string[], { open, high, low, close }: CandleHistory, day: ChartDay): CandlesReply => {
  const getValue = (column: Float64Array, row: number) => column[row] ?? Number.NaN
  const data = Array.from(open, (o, row) => ({
    o,
    h: getValue(high, row),
    l: getValue(low, row),
    c: getValue(close, row),
  }))
  return {
    data: {
      labels,
      datasets: [{ label: 'Velas', data }],
      ...toEffectiveDayField(day.requestedDate, day.effectiveDate),
    },
  }
}

const hasRareBands = (bands: BandOptions | undefined) =>
  bands !== undefined && (bands.points !== BOLLINGER_WINDOW || bands.deviations !== BOLLINGER_DEVIATIONS)

const tags = [TAGS.charts]

const OLD_DAY_LIMIT = 'Días de hace más de una semana: OLD_DAYS_PER_MINUTE por minuto y cuenta o red'

const EARLIER_LIMIT = `Con antes: ${RARE_READS}`

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

  /** The day on which a period ends: today, or the day before `before`. */
  function toRequestedDate({ before }: PeriodQuery): BogotaDate {
    const today = referenceDate(reader.now())
    return before !== null && before <= today ? addDays(before, -1) : today
  }

  /**
   * Finds the last trading day of a period. Before the history there are no points, which is no error: the caller
   * then has all of them.
   */
  const findLastDay = ({ market, before }: PeriodQuery, requestedDate: BogotaDate) =>
    before === null ? reader.findTradingDay(market, requestedDate) : ok(tradingDayOnOrBefore(market, requestedDate))

  /** Sends a period chart. The chart is cached until a visible change. */
  function sendPeriodChart(
    request: FastifyRequest,
    reply: FastifyReply,
    { view, query, bands }: { readonly view: ChartView; readonly query: PeriodQuery; readonly bands?: BandOptions },
  ) {
    const { market, period, narrow, interval } = query
    const delay = setDelayHeader(reply, effectiveDelayMs(getAudience(request), 0))
    const version = reader.version(market, delay)
    const requestedDate = toRequestedDate(query)
    const bandsKey = `${bands?.points} ${bands?.deviations}`
    const key = `${view} ${bandsKey} ${market} ${requestedDate} ${period} ${narrow} ${interval} ${delay}`
    const cached = cache.find(key, version)
    if (cached) return sendPrepared(request, reply, cached)
    const day = findLastDay(query, requestedDate)
    if (!day.ok) return refuseTradingDay(reply, day.error)
    if ((query.before !== null || hasRareBands(bands)) && refuseIfLimited(rareReads, request, reply)) return
    const chartQuery = { view, market, period, narrow, interval, ...(bands && { bands }) }
    const make = () => {
      const lastDay = query.before === null ? {} : { lastDay: day.value }
      const chart = reader.periodChart({ ...chartQuery, ...lastDay }, delay)
      const pointInterval = hasPointPerDeal({ view, ...query }) ? null : toInterval(period, narrow, interval)
      return toPeriodChartReply(chart, pointInterval, { requestedDate, effectiveDate: day.value })
    }
    return sendPrepared(request, reply, cache.add(key, version, { kind: AUDIENCE_JSON, make }))
  }

  for (const [path, view, summary, chartReply] of [
    [MARKET_PATHS.priceChart, 'prices', 'Precios de un periodo', periodReply],
    [MARKET_PATHS.averageChart, 'averages', 'Promedios de un periodo', periodReply],
    [MARKET_PATHS.candleChart, 'candles', 'Velas de un periodo', candlesReply],
  ] as const) {
    const schema = {
      tags,
      summary,
      'x-limit': EARLIER_LIMIT,
      body: periodRequest,
      response: replies(chartReply, 404, 429),
    }
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
        'x-limit': `Con otro ancho de las bandas o con antes: ${RARE_READS}`,
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
