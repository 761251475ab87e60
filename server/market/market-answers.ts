import type { FastifyReply, FastifyRequest } from 'fastify'

import { sessionMessage } from '#server/messages.ts'
import { MARKET_DELAY_HEADER } from '#src/adapters/http/contract/paths.ts'
import { MINUTE_MS } from '#src/domain/time/bogota.ts'
import type { Audience } from '#src/domain/trading/audience.ts'
import type { TradingDayFailure } from '#src/domain/trading/market-day.ts'

/** Who is asking (D17). */
export type AudienceOf = (request: FastifyRequest) => Audience

/** Tells the reader the delay of the answer, in milliseconds, in whole minutes; gives it back. */
export function tellDelay(reply: FastifyReply, delay: number): number {
  reply.header(MARKET_DELAY_HEADER, String(Math.floor(delay / MINUTE_MS)))
  return delay
}

/** Sends an answer that is ready as bytes; nobody on the way may keep it. */
export const sendJson = (reply: FastifyReply, body: Buffer): FastifyReply =>
  reply.header('cache-control', 'no-store').type('application/json; charset=utf-8').send(body)

/** Refuses a day that has no answer: 404 before the first one, 400 in the far future. */
export const refuseSession = (reply: FastifyReply, failure: TradingDayFailure): FastifyReply =>
  reply.code(failure.kind === 'before-history' ? 404 : 400).send({ message: sessionMessage(failure) })
