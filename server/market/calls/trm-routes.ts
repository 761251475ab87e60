import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { GetAudience } from '#server/http/access.ts'
import { type ReplyCache, type ReplyKind, sendPrepared } from '#server/http/prepared-reply.ts'
import { type RateLimit, refuseIfLimited } from '#server/http/rate-limit.ts'
import { DELAY_LIMIT, RARE_READS, replies, TAGS } from '#server/http/route-schema.ts'
import { AUDIENCE_JSON, INVALID_TRM_RANGE, PUBLIC_JSON, setDelayHeader } from '#server/market/calls/market-replies.ts'
import type { MarketReader } from '#server/market/market-reader.ts'
import {
  CORRECTION_WORDS,
  type TrmHistoryReply,
  type TrmNowReply,
  toTrmRange,
  trmHistoryReply,
  trmHistoryRequest,
  trmNowReply,
  trmNowRequest,
} from '#src/adapters/http/contract/market/trm.ts'
import { MARKET_PATHS } from '#src/adapters/http/contract/paths.ts'
import { addDays, type BogotaDate, toDate, toIso } from '#src/domain/time/bogota.ts'
import { effectiveDelayMs } from '#src/domain/trading/audience.ts'
import { nextTradingDay } from '#src/domain/trading/calendar.ts'
import type { Correction } from '#src/domain/trading/corrections.ts'
import { TRM_SPANS, toTrmSpanRange } from '#src/domain/trading/trm-choice.ts'
import type { TrmHistory, TrmNow, TrmPeriod, TrmRange } from '#src/domain/trading/trm-periods.ts'

interface TrmRoutesParts {
  readonly reader: MarketReader
  readonly cache: ReplyCache
  readonly getAudience: GetAudience
  /** Limit of reads with unusual parameters: another delay or range of dates. */
  readonly rareReads: RateLimit
}

/** Time for which a browser or a proxy may cache the TRMs of past days, in seconds. */
const CLOSED_DAYS_MAX_AGE_S = 3_600

const CLOSED_DAYS_REPLY: ReplyKind = { ...PUBLIC_JSON, cacheControl: `public, max-age=${CLOSED_DAYS_MAX_AGE_S}` }

const tags = [TAGS.market]

const toPeriodData = ({ value, from, until, previous }: TrmPeriod) => ({
  valor: value,
  desde: from,
  hasta: until,
  valor_anterior: previous,
})

export const toCorrectionData = ({ kind, date, time, price, amount, at }: Correction) => ({
  tipo: CORRECTION_WORDS[kind],
  fecha: date,
  hora: toIso(time),
  precio: price,
  monto: amount,
  corregida: toIso(at),
})

/** The TRM in force and the next TRM, in pesos. */
export const toTrmNowReply = ({ inForce, next, corrections }: TrmNow): TrmNowReply => ({
  data: {
    vigente: inForce && toPeriodData(inForce),
    siguiente: next && { ...toPeriodData(next), estimada: next.estimated },
    ...(corrections && { correcciones: corrections.map(toCorrectionData) }),
  },
})

/** The TRMs of a range, in order of date, and the first and the last day with a known TRM. */
export const toTrmHistoryReply = ({ periods, known }: TrmHistory): TrmHistoryReply => ({
  data: periods.map(toPeriodData),
  primera: known?.from ?? null,
  ultima: known?.until ?? null,
})

/** Whether a range is one of the periods that the TRM page offers. */
export const isPageRange = ({ from, until }: TrmRange, today: BogotaDate) =>
  TRM_SPANS.some((span) => {
    const period = toTrmSpanRange(span, today)
    return from === period.from && until === period.until
  })

/** Creates the cache entry of a history. `areDaysClosed` is true when all its days are closed. */
function toHistoryEntry(reader: MarketReader, range: TrmRange, delay: number) {
  const today = toDate(reader.now())
  // The TRMs of closed days are the same for every audience, without delay.
  const areDaysClosed = addDays(range.until, 1) < today
  return {
    areDaysClosed,
    key: `${MARKET_PATHS.trmHistory} ${range.from} ${range.until} ${delay}`,
    version: areDaysClosed ? `closed on ${today} ${reader.trmVersion()}` : reader.version('spot', delay),
    kind: areDaysClosed ? CLOSED_DAYS_REPLY : AUDIENCE_JSON,
    make: () => toTrmHistoryReply(reader.trmHistory(range, delay)),
  }
}

/** Adds the routes of the TRM in force and of its history (D67). */
export function registerTrmRoutes(app: FastifyInstance, { reader, cache, getAudience, rareReads }: TrmRoutesParts) {
  const calls = app.withTypeProvider<ZodTypeProvider>()

  calls.get(
    MARKET_PATHS.trmNow,
    {
      config: { access: 'audience' },
      schema: {
        tags,
        summary: 'TRM vigente y la siguiente',
        'x-limit': DELAY_LIMIT,
        querystring: trmNowRequest,
        response: replies(trmNowReply, 429),
      },
    },
    (request, reply) => {
      const delay = setDelayHeader(reply, effectiveDelayMs(getAudience(request), Number(request.query.delay ?? 0)))
      const version = reader.version('spot', delay)
      // The TRM in force changes at midnight, without a deal.
      const key = `${MARKET_PATHS.trmNow} ${toDate(reader.now())} ${delay}`
      const cached = cache.find(key, version)
      if (cached) return sendPrepared(request, reply, cached)
      if (!reader.isAudienceDelay(delay) && refuseIfLimited(rareReads, request, reply)) return
      const make = () => toTrmNowReply(reader.trmNow(delay))
      return sendPrepared(request, reply, cache.add(key, version, { kind: AUDIENCE_JSON, make }))
    },
  )

  calls.get(
    MARKET_PATHS.trmHistory,
    {
      config: { access: 'audience' },
      schema: {
        tags,
        summary: 'TRM de un rango de hasta diez años',
        'x-limit': `Con días distintos de los periodos de la pantalla: ${RARE_READS}`,
        querystring: trmHistoryRequest,
        response: replies(trmHistoryReply, 429),
      },
    },
    (request, reply) => {
      const today = toDate(reader.now())
      // Over a weekend the next TRM is in force until the next trading day.
      const range = toTrmRange(request.query, nextTradingDay('spot', today))
      if (range === null) return void reply.code(400).send({ message: INVALID_TRM_RANGE })
      const delay = effectiveDelayMs(getAudience(request), 0)
      const { areDaysClosed, ...entry } = toHistoryEntry(reader, range, delay)
      if (!areDaysClosed) setDelayHeader(reply, delay)
      const { key, version } = entry
      const cached = cache.find(key, version)
      if (cached) return sendPrepared(request, reply, cached)
      if (!isPageRange(range, today) && refuseIfLimited(rareReads, request, reply)) return
      return sendPrepared(request, reply, cache.add(key, version, entry))
    },
  )
}
