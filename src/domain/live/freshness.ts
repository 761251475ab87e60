import type { Instant } from '#src/domain/time/bogota.ts'

/** Missed cycles of a resource's own interval from which its values are late, and from which they have stopped (D53). */
export const LATE_CYCLES = 2
export const STOPPED_CYCLES = 6

/** How far the values on screen can be trusted; `waiting` before the first answer, `offline` without a connection. */
export type Freshness = 'waiting' | 'live' | 'late' | 'stopped' | 'offline'

/** When a resource was last answered and how often it should be: `interval` in ms, of the real clock. */
export interface Answered {
  readonly updatedAt: Instant | null
  readonly now: Instant
  readonly interval: number
  readonly online: boolean
}

/** The age of a resource in words (D53): live below 2 intervals, late from there on, stopped from 6. */
export function freshness({ updatedAt, now, interval, online }: Answered): Freshness {
  if (!online) return 'offline'
  if (updatedAt === null) return 'waiting'
  if (now >= updatedAt + STOPPED_CYCLES * interval) return 'stopped'
  return now >= updatedAt + LATE_CYCLES * interval ? 'late' : 'live'
}

const CYCLES_LEFT: Readonly<Partial<Record<Freshness, number>>> = { live: LATE_CYCLES, late: STOPPED_CYCLES }

/** The first instant at which `freshness` says something else unless an answer comes, null when it never will. */
export function nextFreshnessChange(answered: Answered): Instant | null {
  const cycles = CYCLES_LEFT[freshness(answered)]
  if (cycles === undefined || answered.updatedAt === null) return null
  return answered.updatedAt + cycles * answered.interval
}
