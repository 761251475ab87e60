import type { Market } from '#src/domain/trading/market.ts'
import type { Random } from '#src/simulator/random.ts'

/**
 * Counted deals of a spot day: lognormal around the median of the published days, within their
 * extremes.
 */
export const DEAL_COUNT = { median: 1877, sigma: 0.22, least: 1150, most: 2700 } as const

/** Next-day deals as a share of a spot day's, from and to (assumption). */
export const NEXTDAY_SHARE = [0.1, 0.15] as const

/**
 * Range of prices as a share of the price. The extremes are those of the published spot days. After
 * the drawn ranges are widened to include the opening, their median is the published 0.95 %.
 */
export const RANGE = { median: 0.0083, sigma: 0.3, least: 0.0054, most: 0.0204 } as const

/** Next-day range as a share of the spot range, from the figures of 2026-01-19. */
export const NEXTDAY_RANGE = 0.4

/** Position of the average in the range: 0 is the minimum, 1 the maximum. */
export const AVERAGE_POSITION = { mean: 0.5, deviation: 0.11, least: 0.28, most: 0.78 } as const

/** Opening less the TRM in force, as a share of the TRM. */
export const OPENING_GAP = { mean: -0.0015, deviation: 0.0035 } as const

/**
 * Share of a day's deals in each tenth of its hours, fitted to published partial days (assumption).
 */
export const ARRIVAL_SHARES = [5, 5, 6, 10, 12, 12, 12, 12, 12, 14] as const

/** Sizes of counted deals, smallest first: thousands of US$ and weight in percent. */
export const SIZE_TABLE = [
  [100, 4],
  [150, 3],
  [200, 6],
  [250, 12],
  [300, 5],
  [400, 4],
  [500, 30],
  [750, 4],
  [1000, 24],
  [1500, 3],
  [2000, 4],
  [3000, 0.7],
  [5000, 0.3],
] as const

/** The mean size of the table, in US$. */
export const MEAN_SIZE = 662_500

/** Premium for each day of later settlement, in pesos, from and to (assumption). */
export const CARRY = [0.2, 1] as const

/** Shares of next-day deals that settle after one, two and three days, percent (assumption). */
export const TERM_SHARES = [86, 10, 4] as const

/** Registered deals between IMCs as a share of the counted deals, from and to (assumption). */
export const REGISTERED_SHARE = [0.02, 0.03] as const

/** Deals with clients as a share of the counted deals, from and to (assumption). */
export const CLIENT_SHARE = [0.3, 0.4] as const

/** Share of the deals with clients that are agreed elsewhere and registered (assumption). */
export const CLIENT_REGISTERED = 0.8

/** Sizes of registered and client deals: lognormal, mean near US$100 thousand (assumption). */
export const SMALL_SIZE = { median: 70_000, sigma: 0.8, least: 5_000, most: 2_000_000 } as const

/** Annulled deals of a day, from and to (assumption). */
export const ANNULMENTS: Readonly<Record<Market, readonly [number, number]>> = { spot: [2, 6], nextday: [0, 2] }

/** Draws a lognormal value around a median, clamped to `least` and `most`. */
export const drawLognormal = (
  random: Random,
  { median, sigma, least, most }: { median: number; sigma: number; least: number; most: number },
): number => clamp(median * Math.exp(sigma * random.normal()), least, most)

export const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value))
