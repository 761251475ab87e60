import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { GetAudience } from '#server/http/access.ts'
import { type ReplyCache, sendPrepared } from '#server/http/prepared-reply.ts'
import { type RateLimit, refuseIfLimited } from '#server/http/rate-limit.ts'
import { RARE_READS, replies, TAGS } from '#server/http/route-schema.ts'
import { AUDIENCE_JSON, INVALID_DAY_RANGE, setDelayHeader } from '#server/market/calls/market-replies.ts'
import { toCorrectionData } from '#server/market/calls/trm-routes.ts'
import type { MarketReader } from '#server/market/market-reader.ts'
import { type DaysReply, daysReply, daysRequest, toDayRange } from '#src/adapters/http/contract/market/days.ts'
import { MARKET_PATHS } from '#src/adapters/http/contract/paths.ts'
import { addDays, toDate } from '#src/domain/time/bogota.ts'
import { effectiveDelayMs } from '#src/domain/trading/audience.ts'
import type { DayFigures, DayList, DayRange } from '#src/domain/trading/days.ts'

const toFiguresData = (figures: DayFigures | null) =>
  figures && {
    apertura: figures.open,
    minimo: figures.low,
    maximo: figures.high,
    cierre: figures.close,
    promedio: figures.average,
    monto: figures.amount,
    operaciones: figures.count,
  }

/** The days of a range (D123). */
export const toDaysReply = ({ days, first }: DayList): DaysReply => ({
  data: days.map(({ date, trm, spot, nextday, corrections }) => ({
    fecha: date,
    trm,
    spot: toFiguresData(spot),
    nextday: toFiguresData(nextday),
    ...(corrections && { correcciones: corrections.map(toCorrectionData) }),
  })),
  primera: first,
})

/** The longest range that the pages of the days read: a month. Longer ones are limited. */
const MAX_PAGE_DAYS = 31

export const isLongDayRange = ({ from, until }: DayRange): boolean => until >= addDays(from, MAX_PAGE_DAYS)

/** What the limit says in the description of a route. */
export const LONG_DAY_RANGES = `Más de ${MAX_PAGE_DAYS} días: ${RARE_READS}`

/** The cache entry of a range. */
export function toDaysEntry(reader: MarketReader, range: DayRange, delay: number) {
  return {
    key: `${range.from} ${range.until} ${delay}`,
    // A day starts without a deal.
    version: `${toDate(reader.now())} ${reader.version('spot', delay)} ${reader.version('nextday', delay)}`,
    make: () => toDaysReply(reader.days(range, delay)),
  }
}

interface DaysRouteParts {
  readonly reader: MarketReader
  readonly cache: ReplyCache
  readonly getAudience: GetAudience
  /** Limit of reads with unusual parameters: long ranges. */
  readonly rareReads: RateLimit
}

/** Adds the route of the days of a range. */
export function registerDaysRoute(app: FastifyInstance, { reader, cache, getAudience, rareReads }: DaysRouteParts) {
  app.withTypeProvider<ZodTypeProvider>().get(
    MARKET_PATHS.days,
    {
      config: { access: 'audience' },
      schema: {
        tags: [TAGS.market],
        summary: 'Cifras de los días de un rango de hasta un año',
        'x-limit': LONG_DAY_RANGES,
        querystring: daysRequest,
        response: replies(daysReply, 429),
      },
    },
    (request, reply) => {
      const range = toDayRange(request.query)
      if (range === null) return void reply.code(400).send({ message: INVALID_DAY_RANGE })
      const delay = setDelayHeader(reply, effectiveDelayMs(getAudience(request), 0))
      const entry = toDaysEntry(reader, range, delay)
      const key = `${MARKET_PATHS.days} ${entry.key}`
      const cached = cache.find(key, entry.version)
      if (cached) return sendPrepared(request, reply, cached)
      if (isLongDayRange(range) && refuseIfLimited(rareReads, request, reply)) return
      return sendPrepared(request, reply, cache.add(key, entry.version, { kind: AUDIENCE_JSON, make: entry.make }))
    },
  )
}
