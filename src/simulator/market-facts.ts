import type { MarketDayReader } from '#src/domain/trading/market-day.ts'

/** The facts that the news tell: figures of a spot day as they were at an instant, and the TRM in force on a day. */
export type MarketFacts = Pick<MarketDayReader, 'figures' | 'trmInForce'>
