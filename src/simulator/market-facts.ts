import type { MarketDayReader } from '#src/domain/trading/market-day.ts'

/**
 * The market facts of the news: figures of a spot day at an instant, and the TRM in force on a day.
 */
export type MarketFacts = Pick<MarketDayReader, 'figures' | 'trmInForce'>
