import type { Instant } from '#src/domain/time/bogota.ts'

/** Age, in refresh intervals, from which values are late (D53). */
export const LATE_INTERVALS = 2

/** Age, in refresh intervals, from which values have stopped (D53). */
export const STOPPED_INTERVALS = 6

/**
 * The age class of the shown values; `waiting` before the first value, `offline` without a
 * connection.
 */
export type Freshness = 'waiting' | 'live' | 'late' | 'stopped' | 'offline'

/**
 * The last update of a resource, on the real clock, and its refresh interval in ms.
 */
export interface ResourceUpdate {
  readonly updatedAt: Instant | null
  readonly now: Instant
  readonly interval: number
  readonly online: boolean
}

/** Freshness by age (D53): live below 2 intervals, late below 6, then stopped. */
export function freshness({ updatedAt, now, interval, online }: ResourceUpdate): Freshness {
  if (!online) return 'offline'
  if (updatedAt === null) return 'waiting'
  if (now >= updatedAt + STOPPED_INTERVALS * interval) return 'stopped'
  return now >= updatedAt + LATE_INTERVALS * interval ? 'late' : 'live'
}

/** The age, in refresh intervals, at which a freshness ends. */
const END_INTERVALS: Readonly<Partial<Record<Freshness, number>>> = { live: LATE_INTERVALS, late: STOPPED_INTERVALS }

/** The instant at which `freshness` changes without an update; null if it does not change. */
export function nextFreshnessChange(update: ResourceUpdate): Instant | null {
  const intervals = END_INTERVALS[freshness(update)]
  if (intervals === undefined || update.updatedAt === null) return null
  return update.updatedAt + intervals * update.interval
}
