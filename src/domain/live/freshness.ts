import type { Instant } from '#src/domain/time/bogota.ts'

/** Missed refresh cycles after which values are late (D53). */
export const LATE_CYCLES = 2

/** Missed refresh cycles after which values have stopped (D53). */
export const STOPPED_CYCLES = 6

/**
 * How current the shown values are; `waiting` before the first value, `offline` without a
 * connection.
 */
export type Freshness = 'waiting' | 'live' | 'late' | 'stopped' | 'offline'

/**
 * When a resource was last updated and how often it should be: `interval` in ms, on the real clock.
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
  if (now >= updatedAt + STOPPED_CYCLES * interval) return 'stopped'
  return now >= updatedAt + LATE_CYCLES * interval ? 'late' : 'live'
}

const CYCLES_LEFT: Readonly<Partial<Record<Freshness, number>>> = { live: LATE_CYCLES, late: STOPPED_CYCLES }

/** The instant at which `freshness` changes without an update; null when it never does. */
export function nextFreshnessChange(update: ResourceUpdate): Instant | null {
  const cycles = CYCLES_LEFT[freshness(update)]
  if (cycles === undefined || update.updatedAt === null) return null
  return update.updatedAt + cycles * update.interval
}
