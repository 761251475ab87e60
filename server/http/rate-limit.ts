import { isIPv6 } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { tooManyAccountCallsMessage, tooManyCallsMessage } from '#server/http/messages.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import { type Instant, MINUTE_MS, SECOND_MS } from '#src/domain/time/bogota.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The account of the open session of a request; null for other callers. */
    accountKey: string | null
  }
}

const HEXTETS = 8
const NET_HEXTETS = 4
const WIDE_NET_HEXTETS = 3

/**
 * Returns the network for which rate limits count requests: the whole IPv4 address, or the first 64
 * bits of an IPv6 address. A home has one such network.
 */
export const callerNet = (address: string): string => toNet(address, NET_HEXTETS)

/**
 * Returns the network that one subscriber may have as a whole: the IPv4 address, or the first 48
 * bits of an IPv6 address, which contain 65,536 networks of `callerNet`.
 */
export const subscriberNet = (address: string): string => toNet(address, WIDE_NET_HEXTETS)

function toNet(address: string, hextets: number): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1] !== undefined) return mapped[1]
  if (!isIPv6(address)) return address
  const [start = '', end] = address.toLowerCase().replace(/%.*$/, '').split('::')
  const left = start === '' ? [] : start.split(':')
  const right = end === undefined || end === '' ? [] : end.split(':')
  const zeros = Array.from({ length: Math.max(0, HEXTETS - left.length - right.length) }, () => '0')
  const net = [...left, ...zeros, ...right].slice(0, hextets)
  return net.map((hextet) => Number.parseInt(hextet, 16).toString(16)).join(':')
}

/**
 * Maximum number of callers with a stored count. Beyond it, the caller whose last request is the
 * oldest loses its count.
 */
export const MAX_COUNTED_CALLERS = 10_000

interface RateLimited {
  /** Milliseconds until the next request is allowed. */
  readonly retryAfterMs: number
}

/** What is left of a limit after a request. */
export interface Allowance {
  /** Requests that are allowed at once. */
  readonly remaining: number
  /** Milliseconds until all are allowed again. */
  readonly resetMs: number
}

/** Limits the requests of each caller per minute. */
export interface RateLimit {
  /** Counts a request, unless the limit refuses the request. */
  take(caller: string): Result<Allowance, RateLimited>
  /** Returns whether a request would be allowed now, without counting it. */
  check(caller: string): Result<void, RateLimited>
}

/**
 * Creates a token bucket per caller, with the tokens of one minute, which refill evenly. The counts
 * are only in memory: the limit protects the CPU, and a restart may reset it.
 */
export function createRateLimit(perMinute: number, now: () => Instant): RateLimit {
  const interval = MINUTE_MS / perMinute
  // When each caller's bucket is full again. Callers are in the order of their last requests,
  // because a map iterates in the order of insertion.
  const fullAt = new Map<string, Instant>()

  /** Returns when the caller's bucket is full again after one more request. */
  function findNextFull(caller: string): Result<Instant, RateLimited> {
    const at = now()
    const next = Math.max(fullAt.get(caller) ?? 0, at) + interval
    const retryAfterMs = next - at - MINUTE_MS
    // The sum of the intervals may exceed the minute by a rounding error.
    return retryAfterMs > 0.001 ? err({ retryAfterMs }) : ok(next)
  }

  return {
    check(caller) {
      const next = findNextFull(caller)
      return next.ok ? ok(undefined) : next
    },

    take(caller) {
      const next = findNextFull(caller)
      if (!next.ok) return next
      fullAt.delete(caller)
      fullAt.set(caller, next.value)
      const [oldest] = fullAt.keys()
      if (fullAt.size > MAX_COUNTED_CALLERS && oldest !== undefined) fullAt.delete(oldest)
      const resetMs = next.value - now()
      return ok({ remaining: Math.floor((MINUTE_MS - resetMs) / interval + 0.001), resetMs })
    },
  }
}

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

/**
 * Returns what the limits count a request for: the account of its session, so that people behind one
 * address do not slow each other, else its network (D44). A forged cookie has no session (D112).
 */
export const callerKey = ({ accountKey, ip }: FastifyRequest): string => accountKey ?? callerNet(ip)

/** Sends 429 for a request beyond a limit of its `callerKey`. */
export const refuseCaller = (request: FastifyRequest, reply: FastifyReply, { retryAfterMs }: RateLimited) =>
  sendTooManyRequests(
    reply,
    retryAfterMs,
    request.accountKey === null ? tooManyCallsMessage : tooManyAccountCallsMessage,
  )

/** Counts a request of the caller; when the limit refuses it, sends 429 and returns true. */
export function refuseIfLimited(limit: RateLimit, request: FastifyRequest, reply: FastifyReply): boolean {
  const result = limit.take(callerKey(request))
  if (!result.ok) refuseCaller(request, reply, result.error)
  return !result.ok
}
