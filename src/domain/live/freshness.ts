import type { Instant } from '#src/domain/time/bogota.ts'

/** Age, in refresh intervals, from which values are late (D53). */
export const LATE_INTERVALS = 2

/** Age, in refresh intervals, from which values have stopped (D53). */
const STOPPED_INTERVALS = 6

/**
 * The age class of the shown values; `waiting` before the first value, `offline` without a
 * connection.
 */
export type Freshness = 'waiting' | 'live' | 'late' | 'stopped' | 'offline'

/** What the freshness of a resource depends on; `now` is the real clock. */
export interface FreshnessParams {
  /** The instant from which the age counts; null before the first value. */
  readonly updatedAt: Instant | null
  readonly now: Instant
  /** Refresh interval, ms. */
  readonly interval: number
  readonly online: boolean
}

/** Freshness by age (D53): live below 2 intervals, late below 6, then stopped. */
export function freshness({ updatedAt, now, interval, online }: FreshnessParams): Freshness {
  if (!online) return 'offline'
  if (updatedAt === null) return 'waiting'
  if (now >= updatedAt + STOPPED_INTERVALS * interval) return 'stopped'
  return now >= updatedAt + LATE_INTERVALS * interval ? 'late' : 'live'
}

/** The age, in refresh intervals, at which a freshness ends. */
const END_INTERVALS: Readonly<Partial<Record<Freshness, number>>> = { live: LATE_INTERVALS, late: STOPPED_INTERVALS }

/** The instant at which `freshness` changes without an update; null if it does not change. */
export function nextFreshnessChange(params: FreshnessParams): Instant | null {
  const intervals = END_INTERVALS[freshness(params)]
  if (intervals === undefined || params.updatedAt === null) return null
  return params.updatedAt + intervals * params.interval
}
