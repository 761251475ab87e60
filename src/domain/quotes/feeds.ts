import type { Instant } from '#src/domain/time/bogota.ts'

/** The data that may come from a provider (D53). */
export const FEED_NAMES = ['trm', 'currencies', 'stocks', 'indices', 'news'] as const
export type FeedName = (typeof FEED_NAMES)[number]

/** The source of a feed's data. Only the TRM can have the source `deals`. */
export type FeedSource = 'provider' | 'simulator' | 'deals' | 'none'

/** A feed is late when it had no success for more than this number of intervals (D53). */
const LATE_INTERVALS = 2

/**
 * Whether a feed had no success for more than two intervals. `since` is its last success, or
 * the start of the server before the first success.
 */
export const isFeedLate = (since: Instant, intervalMs: number, now: Instant): boolean =>
  now - since > LATE_INTERVALS * intervalMs

/** The data that the simulator may replace: the market, and every feed except the TRM. */
export const SIMULATED_KINDS = ['market', 'currencies', 'stocks', 'indices', 'news'] as const
export type SimulatedKind = (typeof SIMULATED_KINDS)[number]

/** The age of a feed's data, as pages show it. */
interface FeedStatus {
  /** The provider's last success; null before the first one. */
  readonly updatedAt: Instant | null
  readonly late: boolean
}

export type FeedStatuses = Partial<Readonly<Record<FeedName, FeedStatus>>>
