import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { GetAudience } from '#server/http/access.ts'
import { type ReplyCache, sendPrepared } from '#server/http/prepared-reply.ts'
import { type RateLimit, refuseIfLimited } from '#server/http/rate-limit.ts'
import { memoizeByObject } from '#server/http/repeated-requests.ts'
import { DELAY_LIMIT, replies, TAGS } from '#server/http/route-schema.ts'
import { AUDIENCE_JSON, refuseTradingDay, setDelayHeader } from '#server/market/calls/market-replies.ts'
import type { DelayedDay, MarketReader } from '#server/market/market-reader.ts'
import {
  type AmountsReply,
  amountsReply,
  type CloseAndAverageReply,
  closeAndAverageReply,
  dayRequest,
  holidayReply,
  holidayRequest,
  type PricesReply,
  pricesReply,
  type StatisticsReply,
  statisticsReply,
  statisticsRequest,
  toDayQuery,
  toSector,
} from '#src/adapters/http/contract/market/market.ts'
import { MARKET_PATHS } from '#src/adapters/http/contract/paths.ts'
import { type BogotaDate, parseDate, toIso } from '#src/domain/time/bogota.ts'
import { effectiveDelayMs } from '#src/domain/trading/audience.ts'
import { isUsHoliday } from '#src/domain/trading/calendar.ts'
import {
  type CloseAndAverage,
  CURRENCY_PAIR,
  type DollarAmounts,
  type DollarPrices,
} from '#src/domain/trading/market.ts'
import type { StatisticsRow } from '#src/domain/trading/statistics.ts'

/**
 * Returns the field `fecha_efectiva` with the trading day of the reply. Returns no field when that
 * is the requested day (D2).
 */
export const toEffectiveDayField = (
  requestedDate: BogotaDate,
  effectiveDate: BogotaDate,
): { fecha_efectiva?: BogotaDate } => (requestedDate === effectiveDate ? {} : { fecha_efectiva: effectiveDate })

export const toCloseAndAverageData = ({ close, average, time }: CloseAndAverage) => ({
  close,
  avg: average,
  time: time === null ? null : toIso(time),
})

export const toPricesData = ({ trm, open, low, high, previousClose }: DollarPrices) => ({
  trm: trm.value,
  trmchange: trm.change,
  open: open.value,
  openchange: open.change,
  low: low.value,
  lowchange: low.change,
  high: high.value,
  highchange: high.change,
  trm_anterior: trm.previous,
  open_anterior: open.previous,
  low_anterior: low.previous,
  high_anterior: high.previous,
  close_anterior: previousClose,
})

/** Amounts in whole US$. */
export const toAmountsData = ({ sum, last, average, low, high, count }: DollarAmounts) => ({
  sum,
  close: last,
  avg: average,
  low,
  high,
  count,
})

/** Creates a reply with its trading day. */
export const dayReply = <T extends CloseAndAverageReply['data'] | PricesReply['data'] | AmountsReply['data']>(
  data: T,
  requestedDate: BogotaDate,
  effectiveDate: BogotaDate,
) => ({ data: { ...data, ...toEffectiveDayField(requestedDate, effectiveDate) } })

const MARKET_NAMES = { spot: 'SPOT', nextday: 'NEXT' } as const

/** Prices in pesos, amounts in whole US$ (D47). */
export const toStatisticsReply = (rows: readonly StatisticsRow[]): StatisticsReply => ({
  result: rows.map((row) => ({
    mercado: MARKET_NAMES[row.market],
    moneda: CURRENCY_PAIR,
    plazo: row.term,
    monto_acumulado: row.sum,
    apertura: row.open,
    cierre: row.close,
    transacciones: row.count,
    promedio: row.average,
    precio_minimo: row.low,
    precio_maximo: row.high,
    monto_promedio: row.averageAmount,
    monto_minimo: row.lowAmount,
    monto_maximo: row.highAmount,
    monto_ultimo: row.lastAmount,
    fecha: row.date,
  })),
})

interface StatisticsRoutesParts {
  readonly reader: MarketReader
  readonly cache: ReplyCache
  readonly getAudience: GetAudience
  /** Limit of reads with unusual parameters: another delay. */
  readonly rareReads: RateLimit
}

const tags = [TAGS.market]

/** Adds the routes of a day's figures, the statistics of a sector and US holidays. */
export function registerStatisticsRoutes(
  app: FastifyInstance,
  { reader, cache, getAudience, rareReads }: StatisticsRoutesParts,
) {
  const calls = app.withTypeProvider<ZodTypeProvider>()
  const readDayQuery = memoizeByObject(toDayQuery)

  const figures = {
    [MARKET_PATHS.closeAndAverage]: {
      summary: 'Cierre y promedio de un día',
      reply: closeAndAverageReply,
      toData: (view: DelayedDay) => toCloseAndAverageData(reader.closeAndAverage(view)),
    },
    [MARKET_PATHS.prices]: {
      summary: 'TRM, apertura, mínimo y máximo de un día',
      reply: pricesReply,
      toData: (view: DelayedDay) => toPricesData(reader.prices(view)),
    },
    [MARKET_PATHS.amounts]: {
      summary: 'Montos negociados de un día',
      reply: amountsReply,
      toData: (view: DelayedDay) => toAmountsData(reader.amounts(view)),
    },
  }

  for (const [path, { summary, reply: dataReply, toData }] of Object.entries(figures)) {
    const schema = { tags, summary, 'x-limit': DELAY_LIMIT, body: dayRequest, response: replies(dataReply, 404, 429) }
    calls.post(path, { config: { access: 'audience' }, schema }, (request, reply) => {
      const { market, date, delay: minutes } = readDayQuery(request.body)
      const delay = setDelayHeader(reply, effectiveDelayMs(getAudience(request), minutes))
      const entry = reader.dayEntry({ market, date, delay })
      const key = `${path} ${entry.key}`
      const cached = cache.find(key, entry.version)
      if (cached) return sendPrepared(request, reply, cached)
      const day = reader.findTradingDay(market, date)
      if (!day.ok) return refuseTradingDay(reply, day.error)
      if (!reader.isAudienceDelay(delay) && refuseIfLimited(rareReads, request, reply)) return
      const make = () => dayReply(toData({ market, date: day.value, delay }), date, day.value)
      return sendPrepared(request, reply, cache.add(key, entry.version, { kind: AUDIENCE_JSON, make }))
    })
  }

  calls.post(
    MARKET_PATHS.statistics,
    {
      config: { access: 'audience' },
      schema: {
        tags,
        summary: 'Estadísticas de un sector por mercado y plazo',
        body: statisticsRequest,
        response: replies(statisticsReply),
      },
    },
    (request, reply) => {
      const sector = toSector(request.body)
      const delay = setDelayHeader(reply, effectiveDelayMs(getAudience(request), 0))
      const version = `${reader.version('spot', delay)} ${reader.version('nextday', delay)}`
      const key = `${MARKET_PATHS.statistics} ${sector} ${delay}`
      const make = () => toStatisticsReply(reader.statistics(sector, delay))
      const cached = cache.find(key, version) ?? cache.add(key, version, { kind: AUDIENCE_JSON, make })
      return sendPrepared(request, reply, cached)
    },
  )

  calls.get(
    `${MARKET_PATHS.holiday}/:fecha`,
    {
      config: { access: 'public' },
      schema: {
        tags,
        summary: 'Si el día es festivo de la Reserva Federal',
        params: holidayRequest,
        response: replies(holidayReply),
      },
    },
    (request, reply) => {
      const { fecha } = request.params
      reply.send(isUsHoliday(parseDate(fecha) ?? fecha))
    },
  )
}
