import type { FastifyReply } from 'fastify'

import { tradingDayMessage } from '#server/market/messages.ts'
import { MARKET_DELAY_HEADER } from '#src/adapters/http/contract/paths.ts'
import { MINUTE_MS } from '#src/domain/time/bogota.ts'
import type { TradingDayFailure } from '#src/domain/trading/market-day.ts'

/**
 * Sends the delay of the reply as a header, in whole minutes; `delay` is in milliseconds. Returns
 * it.
 */
export function sendDelay(reply: FastifyReply, delay: number): number {
  reply.header(MARKET_DELAY_HEADER, String(Math.floor(delay / MINUTE_MS)))
  return delay
}

/** Sends a serialised JSON body, which no proxy may cache. */
export const sendJson = (reply: FastifyReply, body: Buffer): FastifyReply =>
  reply.header('cache-control', 'no-store').type('application/json; charset=utf-8').send(body)

/** Refuses a day without data: 404 before the first day, 400 in the far future. */
export const refuseTradingDay = (reply: FastifyReply, failure: TradingDayFailure): FastifyReply =>
  reply.code(failure.kind === 'before-history' ? 404 : 400).send({ message: tradingDayMessage(failure) })
