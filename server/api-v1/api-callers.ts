import type { FastifyReply, FastifyRequest } from 'fastify'
import { countCall, findKey } from '#server/api-v1/keys/key-store.ts'
import type { Database } from '#server/database/connection.ts'
import type { CheckAccess } from '#server/http/access.ts'
import { readHeader } from '#server/http/headers.ts'
import { tooManyCallsMessage } from '#server/http/messages.ts'
import {
  type Allowance,
  callerNet,
  createRateLimit,
  refuseIfLimited,
  sendTooManyRequests,
} from '#server/http/rate-limit.ts'
import { addDays, type Instant, SECOND_MS, toDate, toInstant } from '#src/domain/time/bogota.ts'

/** Pages of all sites may read the replies and these headers: they have no data of a session. */
const FOREIGN_PAGES = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'ETag, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset',
  'cross-origin-resource-policy': 'cross-origin',
}

/** A browser asks before a page of another site sends a key or an ETag. */
export const PREFLIGHT = {
  ...FOREIGN_PAGES,
  'access-control-allow-methods': 'GET, HEAD',
  'access-control-allow-headers': 'Authorization, If-None-Match',
  'access-control-max-age': '86400',
}

const KEY_REFUSED = 'La clave de la API no es válida, fue revocada o la cuenta está cerrada.'

const QUOTA_USED = 'La clave agotó su cupo de hoy. Se renueva a la medianoche de Bogotá.'

/** Maximum wrong keys per network and minute: each one with the form of a key costs a query. */
export const WRONG_KEYS_PER_MINUTE = 10

/** Adds what is left of a limit; the reset in whole seconds. */
const setLimitHeaders = (reply: FastifyReply, limit: number, { remaining, resetMs }: Allowance) =>
  reply.headers({
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(Math.ceil(resetMs / SECOND_MS)),
  })

interface ApiCallersParts {
  readonly database: Pick<Database, 'db'>
  /** Calls per minute and network without a key. */
  readonly perMinute: number
  /** Calls per day with a key. */
  readonly perDay: number
  /** The real clock. */
  readonly now: () => Instant
}

/** The time until the quotas of the next day of Bogotá. */
const toNextDayMs = (at: Instant) => toInstant(addDays(toDate(at), 1), '00:00') - at

/**
 * Creates the check of the access `api`: it counts the call, and refuses it beyond the limit of the
 * network, or with a key beyond the quota of the key (D130).
 */
export function createApiCheck({ database, perMinute, perDay, now }: ApiCallersParts): CheckAccess {
  const addressLimit = createRateLimit(perMinute, now)
  const wrongKeyLimit = createRateLimit(WRONG_KEYS_PER_MINUTE, now)

  function countAddress(request: FastifyRequest, reply: FastifyReply): boolean {
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

  function refuseKey(request: FastifyRequest, reply: FastifyReply): false {
    if (!refuseIfLimited(wrongKeyLimit, request, reply)) reply.code(401).send({ message: KEY_REFUSED })
    return false
  }

  async function countKey(key: string, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    const at = now()
    const wrongKeys = wrongKeyLimit.check(callerNet(request.ip))
    if (!wrongKeys.ok) {
      sendTooManyRequests(reply, wrongKeys.error.retryAfterMs, tooManyCallsMessage)
      return false
    }
    const id = await findKey(database, key, at)
    if (id === null) return refuseKey(request, reply)
    const calls = await countCall(database, id, { at, quota: perDay })
    const resetMs = toNextDayMs(at)
    setLimitHeaders(reply, perDay, { remaining: calls === null ? 0 : perDay - calls, resetMs })
    if (calls === null) sendTooManyRequests(reply, resetMs, () => QUOTA_USED)
    return calls !== null
  }

  return (request, reply) => {
    reply.headers(FOREIGN_PAGES)
    const authorization = readHeader(request, 'authorization')
    // Basic is the password of a proxy, such as one before a portal for tests.
    if (authorization === undefined || /^Basic /i.test(authorization)) return countAddress(request, reply)
    // A key that is written wrongly is refused, or its calls would count against the network.
    const [, key] = /^Bearer +(\S+)$/i.exec(authorization) ?? []
    return key === undefined ? refuseKey(request, reply) : countKey(key, request, reply)
  }
}
