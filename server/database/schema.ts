import type { MarketTables } from '#server/market/market-tables.ts'

/** All tables, each declared beside the store that reads it. */
export type Schema = MarketTables
