import type { Instant } from '#src/domain/time/bogota.ts'

/** The data that may come from a provider (D53). */
export const FEED_NAMES = ['trm', 'currencies', 'stocks', 'indices', 'news'] as const
export type FeedName = (typeof FEED_NAMES)[number]

/**
 * Where the data of a feed comes from: a provider, the simulator, the deals (only the TRM), or
 * nowhere.
 */
export type FeedSource = 'provider' | 'simulator' | 'deals' | 'none'

/** Missed intervals after which the data of a feed is late, as everywhere (D53). */
const LATE_INTERVALS = 2

/**
 * Whether a feed has missed two intervals. `since` is its last success, or the start without one.
 */
export const isFeedLate = (since: Instant, interval: number, now: Instant): boolean =>
  now - since > LATE_INTERVALS * interval

/** The data that the simulator may replace: the market, and every feed except the TRM. */
export const SIMULATED_KINDS = ['market', 'currencies', 'stocks', 'indices', 'news'] as const
export type SimulatedKind = (typeof SIMULATED_KINDS)[number]

/** How old the data of a feed is, as pages show it. */
export interface FeedStatus {
  /** The last success of its provider; null without one. */
  readonly updatedAt: Instant | null
  readonly late: boolean
}

export type FeedStatuses = Partial<Readonly<Record<FeedName, FeedStatus>>>
