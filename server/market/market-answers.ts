import type { FastifyReply, FastifyRequest } from 'fastify'

import { AUDIENCE_DELAY_MS, type Audience } from '#server/market/book.ts'
import type { SessionFailure } from '#server/market/market-reader.ts'
import { sessionMessage } from '#server/messages.ts'
import { MARKET_DELAY_HEADER } from '#src/adapters/http/contract/paths.ts'
import { MINUTE_MS } from '#src/domain/time/bogota.ts'

/** Who is asking (D17). */
export type AudienceOf = (request: FastifyRequest) => Audience

/** The delay that an answer to this audience has, in milliseconds: what was asked for, never less than its own (D17). */
export const effectiveDelay = (audience: Audience, minutes: number): number =>
  Math.max(AUDIENCE_DELAY_MS[audience], minutes * MINUTE_MS)

/** Tells the reader the delay of the answer, in milliseconds, in whole minutes; gives it back. */
export function tellDelay(reply: FastifyReply, delay: number): number {
  reply.header(MARKET_DELAY_HEADER, String(Math.floor(delay / MINUTE_MS)))
  return delay
}

/** Sends an answer that is ready as bytes; nobody on the way may keep it. */
export const sendJson = (reply: FastifyReply, body: Buffer): FastifyReply =>
  reply.header('cache-control', 'no-store').type('application/json; charset=utf-8').send(body)

/** Refuses a day that has no answer: 404 before the first one, 400 in the far future. */
export const refuseSession = (reply: FastifyReply, failure: SessionFailure): FastifyReply =>
  reply.code(failure.kind === 'before-history' ? 404 : 400).send({ message: sessionMessage(failure) })
