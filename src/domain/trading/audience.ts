import { type Instant, MINUTE_MS } from '#src/domain/time/bogota.ts'
import { VISITOR_DELAY_MINUTES } from '#src/domain/trading/market.ts'

/** Clients with a session see each deal immediately, visitors 15 minutes later (D17). */
export const AUDIENCES = ['live', 'delayed'] as const
export type Audience = (typeof AUDIENCES)[number]

/** The minimum delay of each audience, in milliseconds (D17). */
export const AUDIENCE_DELAY_MS: Readonly<Record<Audience, number>> = {
  live: 0,
  delayed: VISITOR_DELAY_MINUTES * MINUTE_MS,
}

/**
 * The delay of a reply in milliseconds: the requested minutes, but at least the audience's own
 * delay (D17).
 */
export const effectiveDelayMs = (audience: Audience, requestedMinutes: number): number =>
  Math.max(AUDIENCE_DELAY_MS[audience], requestedMinutes * MINUTE_MS)

/**
 * The last visible instant of a reply: deals up to this instant, included, are visible (D46).
 */
export const visibleUntil = (now: Instant, delayMs: number): Instant => now - delayMs
