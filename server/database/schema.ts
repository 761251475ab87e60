import type { IdentityTables } from '#server/identity/identity-tables.ts'
import type { MarketTables } from '#server/market/market-tables.ts'

/** All tables, each declared beside the store that reads it. */
export type Schema = MarketTables & IdentityTables
