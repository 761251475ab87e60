import type { FastifyReply } from 'fastify'
import type { CheckAccess } from '#server/http/access.ts'
import { tooManyCallsMessage } from '#server/http/messages.ts'
import { type Allowance, callerNet, createRateLimit, sendTooManyRequests } from '#server/http/rate-limit.ts'
import { type Instant, SECOND_MS } from '#src/domain/time/bogota.ts'

/** Pages of all sites may read the replies and these headers: they have no data of a session. */
const FOREIGN_PAGES = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'ETag, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset',
  'cross-origin-resource-policy': 'cross-origin',
}

/** Adds what is left of a limit; the reset in whole seconds. */
const setLimitHeaders = (reply: FastifyReply, limit: number, { remaining, resetMs }: Allowance) =>
  reply.headers({
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(Math.ceil(resetMs / SECOND_MS)),
  })

interface ApiCallersParts {
  /** Calls per minute and network without a key. */
  readonly perMinute: number
  /** The real clock. */
  readonly now: () => Instant
}

/** Creates the check of the access `api`: it counts the call, and refuses it beyond the limit (D130). */
export function createApiCheck({ perMinute, now }: ApiCallersParts): CheckAccess {
  const addressLimit = createRateLimit(perMinute, now)

  return (request, reply) => {
    reply.headers(FOREIGN_PAGES)
    const taken = addressLimit.take(callerNet(request.ip))
    if (taken.ok) {
      setLimitHeaders(reply, perMinute, taken.value)
      return true
    }
    const { retryAfterMs } = taken.error
    setLimitHeaders(reply, perMinute, { remaining: 0, resetMs: retryAfterMs })
    sendTooManyRequests(reply, retryAfterMs, tooManyCallsMessage)
    return false
  }
}
