import type { FastifyInstance, FastifyReply } from 'fastify'
import type * as z from 'zod/mini'
import { type RateLimit, refuseIfLimited } from '#server/http/rate-limit.ts'
import { RARE_READS } from '#server/http/route-schema.ts'
import { toIntradayReply } from '#server/market/calls/chart-routes.ts'
import { isLongDayRange, LONG_DAY_RANGES, toDaysEntry } from '#server/market/calls/days-routes.ts'
import {
  INVALID_DAY_RANGE,
  INVALID_TRM_RANGE,
  refuseTradingDay,
  setDelayHeader,
} from '#server/market/calls/market-replies.ts'
import {
  dayReply,
  toAmountsData,
  toCloseAndAverageData,
  toPricesData,
  toStatisticsReply,
} from '#server/market/calls/statistics-routes.ts'
import { isPageRange, toTrmHistoryReply, toTrmNowReply } from '#server/market/calls/trm-routes.ts'
import { addVisitorQuotes, type VisitorQuotesParts } from '#server/market/calls/visitor-quotes.ts'
import { createVisitorReads, FIGURES_S, SLOW_S } from '#server/market/calls/visitor-reads.ts'
import type { DelayedDay } from '#server/market/market-reader.ts'
import { intradayReply } from '#src/adapters/http/contract/market/charts.ts'
import { daysReply, toDayRange } from '#src/adapters/http/contract/market/days.ts'
import {
  amountsReply,
  closeAndAverageReply,
  holidayReply,
  pricesReply,
  statisticsReply,
  toSector,
} from '#src/adapters/http/contract/market/market.ts'
import { toTrmRange, trmHistoryReply, trmNowReply } from '#src/adapters/http/contract/market/trm.ts'
import {
  noQuery,
  visitorDateQuery,
  visitorDayQuery,
  visitorRangeQuery,
  visitorSectorQuery,
} from '#src/adapters/http/contract/market/visitors.ts'
import { MARKET_PATHS } from '#src/adapters/http/contract/paths.ts'
import { toDate } from '#src/domain/time/bogota.ts'
import { AUDIENCE_DELAY_MS } from '#src/domain/trading/audience.ts'
import { isUsHoliday } from '#src/domain/trading/calendar.ts'
import { toMarket } from '#src/domain/trading/market.ts'

interface VisitorRoutesParts extends VisitorQuotesParts {
  /** Limit of requests for days whose deals are not in memory. */
  readonly oldDays: RateLimit
  /** Limit of reads with unusual parameters: another range of dates. */
  readonly rareReads: RateLimit
}

/** Every reply has the delay of visitors (D17), for every caller. */
const DELAY_MS = AUDIENCE_DELAY_MS.delayed

/** Adds the visitors' reads (D115). */
export function registerVisitorRoutes(app: FastifyInstance, parts: VisitorRoutesParts): void {
  const { reader, oldDays, rareReads } = parts
  const add = createVisitorReads(app)
  addVisitorQuotes(add, parts)

  /** The trading day of a query, with the entry of its reply; null after a refusal. */
  function findDay({ fecha: date, mercado }: z.output<typeof visitorDayQuery>, reply: FastifyReply) {
    setDelayHeader(reply, DELAY_MS)
    const market = toMarket(mercado) ?? 'spot'
    const day = reader.findTradingDay(market, date)
    if (!day.ok) {
      refuseTradingDay(reply, day.error)
      return null
    }
    const view: DelayedDay = { market, date: day.value, delay: DELAY_MS }
    return { date, view, entry: reader.dayEntry({ ...view, date }) }
  }

  const figures = [
    [
      MARKET_PATHS.closeAndAverage,
      'Cierre y promedio de un día',
      closeAndAverageReply,
      (view: DelayedDay) => toCloseAndAverageData(reader.closeAndAverage(view)),
    ],
    [
      MARKET_PATHS.prices,
      'TRM, apertura, mínimo y máximo de un día',
      pricesReply,
      (view: DelayedDay) => toPricesData(reader.prices(view)),
    ],
    [
      MARKET_PATHS.amounts,
      'Montos negociados de un día',
      amountsReply,
      (view: DelayedDay) => toAmountsData(reader.amounts(view)),
    ],
  ] as const
  for (const [path, summary, dataReply, toData] of figures) {
    add(path, {
      summary,
      query: visitorDayQuery,
      reply: dataReply,
      seconds: FIGURES_S,
      refusals: [404],
      find(query, reply) {
        const day = findDay(query, reply)
        return day && { ...day.entry, make: () => dayReply(toData(day.view), day.date, day.view.date) }
      },
    })
  }

  add(MARKET_PATHS.intraday, {
    summary: 'Operaciones de un día',
    query: visitorDayQuery,
    reply: intradayReply,
    seconds: FIGURES_S,
    limit: 'Días de hace más de una semana: OLD_DAYS_PER_MINUTE por minuto y red',
    refusals: [404, 429],
    find(query, reply, request) {
      const day = findDay(query, reply)
      if (day === null) return null
      const { view, date, entry } = day
      return {
        ...entry,
        refuse: () => !reader.hasDealsInMemory(view.market, view.date) && refuseIfLimited(oldDays, request, reply),
        make: async () =>
          toIntradayReply(await reader.intraday(view), { requestedDate: date, effectiveDate: view.date }),
      }
    },
  })

  add(MARKET_PATHS.statistics, {
    summary: 'Estadísticas de un sector por mercado y plazo',
    query: visitorSectorQuery,
    reply: statisticsReply,
    seconds: FIGURES_S,
    find(query, reply) {
      setDelayHeader(reply, DELAY_MS)
      const sector = toSector(query)
      const version = `${reader.version('spot', DELAY_MS)} ${reader.version('nextday', DELAY_MS)}`
      return { key: `${sector}`, version, make: () => toStatisticsReply(reader.statistics(sector, DELAY_MS)) }
    },
  })

  add(MARKET_PATHS.trmNow, {
    summary: 'TRM vigente y la siguiente',
    query: noQuery,
    reply: trmNowReply,
    seconds: SLOW_S,
    find(_query, reply) {
      setDelayHeader(reply, DELAY_MS)
      // The TRM in force changes at midnight, without a deal.
      const key = toDate(reader.now())
      return { key, version: reader.version('spot', DELAY_MS), make: () => toTrmNowReply(reader.trmNow(DELAY_MS)) }
    },
  })

  add(MARKET_PATHS.trmHistory, {
    summary: 'TRM de un rango de hasta diez años',
    query: visitorRangeQuery,
    reply: trmHistoryReply,
    seconds: SLOW_S,
    limit: `Con días distintos de los periodos de la pantalla: ${RARE_READS}`,
    refusals: [429],
    find(query, reply, request) {
      setDelayHeader(reply, DELAY_MS)
      const today = toDate(reader.now())
      const range = toTrmRange(query, today)
      if (range === null) {
        reply.code(400).send({ message: INVALID_TRM_RANGE })
        return null
      }
      return {
        key: `${range.from} ${range.until}`,
        version: `${today} ${reader.version('spot', DELAY_MS)}`,
        refuse: () => !isPageRange(range, today) && refuseIfLimited(rareReads, request, reply),
        make: () => toTrmHistoryReply(reader.trmHistory(range, DELAY_MS)),
      }
    },
  })

  add(MARKET_PATHS.days, {
    summary: 'Cifras de los días de un rango de hasta un año',
    query: visitorRangeQuery,
    reply: daysReply,
    seconds: SLOW_S,
    limit: LONG_DAY_RANGES,
    refusals: [429],
    find(query, reply, request) {
      setDelayHeader(reply, DELAY_MS)
      const range = toDayRange(query)
      if (range === null) {
        reply.code(400).send({ message: INVALID_DAY_RANGE })
        return null
      }
      return {
        ...toDaysEntry(reader, range, DELAY_MS),
        refuse: () => isLongDayRange(range) && refuseIfLimited(rareReads, request, reply),
      }
    },
  })

  add(MARKET_PATHS.holiday, {
    summary: 'Si el día es festivo de la Reserva Federal',
    query: visitorDateQuery,
    reply: holidayReply,
    seconds: SLOW_S,
    refusals: [404],
    find({ fecha }, reply) {
      const day = reader.findTradingDay('spot', fecha)
      if (day.ok) return { key: fecha, version: '', make: () => JSON.stringify(isUsHoliday(fecha)) }
      refuseTradingDay(reply, day.error)
      return null
    },
  })
}
