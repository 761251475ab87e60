import type { FastifyReply } from 'fastify'

import { SECOND_MS } from '#src/domain/time/bogota.ts'

/** Sends 429 with `Retry-After` in whole seconds, at least one (D44). */
export function sendTooManyRequests(
  reply: FastifyReply,
  retryAfterMs: number,
  message: (seconds: number) => string,
): FastifyReply {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / SECOND_MS))
  return reply
    .code(429)
    .header('retry-after', String(seconds))
    .send({ message: message(seconds) })
}
