import { err, ok, type Result } from '#src/domain/result.ts'
import { type Instant, MINUTE_MS } from '#src/domain/time/bogota.ts'

/**
 * Maximum number of callers with a stored count. Beyond it, the caller whose last request is the
 * oldest loses its count.
 */
export const MAX_COUNTED_CALLERS = 10_000

export interface RateLimited {
  /** Milliseconds until the next request is allowed. */
  readonly retryAfterMs: number
}

/** Limits the requests of each caller per minute. */
export interface RateLimit {
  /** Counts a request, unless the limit refuses the request. */
  take(caller: string): Result<void, RateLimited>
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
      return ok(undefined)
    },
  }
}
