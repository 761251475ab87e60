import { err, ok, type Result } from '#src/domain/result.ts'
import { type Instant, MINUTE_MS } from '#src/domain/time/bogota.ts'

/** Callers whose count is kept at once; of more the one that called longest ago begins anew. */
export const MAX_COUNTED_CALLERS = 10_000

/** So long until the next one is free, in milliseconds. */
export interface TooSoon {
  readonly retryAfterMs: number
}

/** So many a minute for each. */
export interface Rate {
  take(caller: string): Result<void, TooSoon>
}

/**
 * A minute's worth may come at once; what is taken comes back evenly. Kept in memory: it guards the machine's time, and a restart
 * may hand out new ones.
 */
export function createRate(perMinute: number, now: () => Instant): Rate {
  const interval = MINUTE_MS / perMinute
  // When all that somebody took has come back; a map keeps the order of last use.
  const wholeAgain = new Map<string, Instant>()

  return {
    take(caller) {
      const at = now()
      const next = Math.max(wholeAgain.get(caller) ?? 0, at) + interval
      const retryAfterMs = next - at - MINUTE_MS
      // Fractions of the intervals may add up to a little more than the minute.
      if (retryAfterMs > 0.001) return err({ retryAfterMs })
      wholeAgain.delete(caller)
      wholeAgain.set(caller, next)
      const [oldest] = wholeAgain.keys()
      if (wholeAgain.size > MAX_COUNTED_CALLERS && oldest !== undefined) wholeAgain.delete(oldest)
      return ok(undefined)
    },
  }
}
