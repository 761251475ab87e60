import type { RecordsTables } from '#server/database/records-tables.ts'
import type { DocumentTables } from '#server/documents/document-tables.ts'
import type { FeedTables } from '#server/feeds/feed-tables.ts'
import type { IdentityTables } from '#server/identity/identity-tables.ts'
import type { ImcSessionTables, ImcTables } from '#server/imc/imc-tables.ts'
import type { MarketTables } from '#server/market/store/market-tables.ts'
import type { PaymentTables } from '#server/payments/payment-tables.ts'

/** All tables; each area declares its own. */
export type Schema = MarketTables &
  IdentityTables &
  RecordsTables &
  ImcTables &
  ImcSessionTables &
  DocumentTables &
  PaymentTables &
  FeedTables
