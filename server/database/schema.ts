import type { AlertTables } from '#server/alerts/alert-tables.ts'
import type { ApiKeyTables } from '#server/api-v1/keys/key-tables.ts'
import type { AuditChainTables } from '#server/audit/chain-tables.ts'
import type { DocumentTables } from '#server/documents/document-tables.ts'
import type { FeedTables } from '#server/feeds/feed-tables.ts'
import type { IdentityTables } from '#server/identity/identity-tables.ts'
import type { ImcSessionTables, ImcTables } from '#server/imc/imc-tables.ts'
import type { MarketTables } from '#server/market/store/market-tables.ts'
import type { OperatorKeyTables } from '#server/operator/keys/key-tables.ts'
import type { PaymentTables } from '#server/payments/payment-tables.ts'
import type { FactorTables } from '#server/security/factor-tables.ts'

/** The tables that belong to no single area: instants in epoch ms, JSON as text. */
interface RecordsTables {
  records_audit: AuditTable
  records_idempotency: IdempotencyTable
  records_outbox: OutboxTable
  records_origin: OriginTable
}

/** The audit log. Triggers refuse UPDATE and DELETE. */
interface AuditTable {
  /** Ids sort in the order of the instants. */
  readonly id: string
  readonly at: number
  readonly realm: string
  readonly subject_id: string | null
  readonly subject_name: string | null
  readonly entity_id: string | null
  readonly action: string
  readonly target: string | null
  /** JSON of the changed values before and after the action; null without values. */
  readonly before: string | null
  readonly after: string | null
  readonly request_id: string | null
  readonly address: string | null
}

interface IdempotencyTable {
  readonly subject: string
  readonly key: string
  readonly route: string
  readonly body_hash: string
  /** JSON of the first reply; null only inside the transaction that computes it. */
  readonly reply: string | null
  readonly created_at: number
}

interface OutboxTable {
  readonly id: string
  readonly kind: string
  readonly recipient: string
  /** JSON of the message; null once it was sent, because it may contain a secret. */
  readonly content: string | null
  readonly status: string
  readonly created_at: number
  readonly due_at: number
  readonly give_up_at: number
  readonly attempts: number
  /** Why the last attempt failed or the item is held; null without a failure. */
  readonly error: string | null
  /** When the item was sent or marked as failed; null while it is pending. */
  readonly settled_at: number | null
}

/** One row: where the deals of this database come from. */
interface OriginTable {
  readonly id: string
  readonly source: string
  readonly seed: number | null
  readonly demo: number
}

/** All tables; each area declares its own. */
export type Schema = MarketTables &
  IdentityTables &
  RecordsTables &
  ImcTables &
  ImcSessionTables &
  DocumentTables &
  PaymentTables &
  FeedTables &
  OperatorKeyTables &
  ApiKeyTables &
  AuditChainTables &
  AlertTables &
  FactorTables
