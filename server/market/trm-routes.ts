import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { GetAudience } from '#server/http/audience.ts'
import type { MarketReader } from '#server/market/market-reader.ts'
import { sendDelay, sendJson } from '#server/market/market-replies.ts'
import { INVALID_TRM_RANGE } from '#server/market/messages.ts'
import type { ReplyCache } from '#server/market/reply-cache.ts'
import { trmHistoryReply, trmNowReply } from '#server/market/trm-replies.ts'
import { MARKET_PATHS } from '#src/adapters/http/contract/paths.ts'
import { toTrmRange, trmHistoryRequest, trmNowRequest } from '#src/adapters/http/contract/trm.ts'
import { addDays, toDate } from '#src/domain/time/bogota.ts'
import { nextTradingDay } from '#src/domain/time/calendar.ts'
import { effectiveDelayMs } from '#src/domain/trading/audience.ts'

export interface TrmRoutesParts {
  readonly reader: MarketReader
  readonly cache: ReplyCache
  readonly getAudience: GetAudience
}

/** How long a browser or a proxy may reuse the TRMs of past days, in seconds. */
const CLOSED_DAYS_MAX_AGE_S = 3_600

const sendClosedDays = (reply: FastifyReply, body: Buffer): FastifyReply =>
  reply
    .header('cache-control', `public, max-age=${CLOSED_DAYS_MAX_AGE_S}`)
    .type('application/json; charset=utf-8')
    .send(body)

/** Adds the TRM in force and the history of the TRM (D67). */
export function registerTrmRoutes(app: FastifyInstance, { reader, cache, getAudience }: TrmRoutesParts) {
  const calls = app.withTypeProvider<ZodTypeProvider>()

  calls.get(
    MARKET_PATHS.trmNow,
    { config: { access: 'audience' }, schema: { querystring: trmNowRequest } },
    async (request, reply) => {
      const delay = sendDelay(reply, effectiveDelayMs(getAudience(request), Number(request.query.delay ?? 0)))
      const version = reader.version('spot', delay)
      // The day in force changes at midnight, without a deal.
      const today = toDate(reader.now())
      const body = await cache.load(`${MARKET_PATHS.trmNow} ${today} ${delay}`, version, () =>
        trmNowReply(reader.trmNow(delay)),
      )
      return sendJson(reply, body)
    },
  )

  calls.get(
    MARKET_PATHS.trmHistory,
    { config: { access: 'audience' }, schema: { querystring: trmHistoryRequest } },
    async (request, reply) => {
      const today = toDate(reader.now())
      // Over a weekend the next TRM is in force until the next trading day.
      const range = toTrmRange(request.query, nextTradingDay('spot', today))
      if (range === null) return reply.code(400).send({ message: INVALID_TRM_RANGE })
      const delay = effectiveDelayMs(getAudience(request), 0)
      const key = `${MARKET_PATHS.trmHistory} ${range.from} ${range.until} ${delay}`
      const read = (version: string | null) =>
        cache.load(key, version, () => trmHistoryReply(reader.trmHistory(range, delay)))
      // The TRMs of closed days are the same for every audience, without delay.
      if (addDays(range.until, 1) < today) return sendClosedDays(reply, await read(`closed on ${today}`))
      sendDelay(reply, delay)
      return sendJson(reply, await read(reader.version('spot', delay)))
    },
  )
}
