/** The tables of payments: instants in epoch ms, days as text, whole pesos. */
export interface PaymentTables {
  payment_orders: PaymentOrderTable
  payment_transactions: PaymentTransactionTable
  payment_counters: PaymentCounterTable
}

export interface PaymentOrderTable {
  /** The invoice number. */
  readonly reference: string
  /** Sorts the orders by their creation. */
  readonly sequence: number
  /** Hash of the access code. Only the reply to the creation of the order contains the code. */
  readonly access_hash: string
  /** The provider that confirms the payment. Orders of the sandbox are demo data. */
  readonly provider: string
  readonly plan: string
  readonly base: number
  readonly tax: number
  readonly total: number
  readonly currency: string
  readonly email: string
  readonly email_key: string
  /** The account that the order belongs to; null for a visitor's order. */
  readonly client_id: string | null
  readonly status: string
  readonly created_at: number
  /** When the order got its status. */
  readonly status_at: number
  readonly card: string | null
  readonly authorization_code: string | null
  readonly reason: string | null
  /** First and last day that the order pays for; null before the approval. */
  readonly valid_from: string | null
  readonly valid_until: string | null
  /** When the operator closed the order's review; null without a closed review. */
  readonly reviewed_at: number | null
}

/** The card transactions whose confirmation was accepted. */
interface PaymentTransactionTable {
  /** The provider's reference. */
  readonly reference: string
  readonly order_reference: string
  readonly state: string
  readonly confirmed_at: number
  /** When an approved transaction was reversed. Its state is then always rejected. */
  readonly reversed_at: number | null
}

interface PaymentCounterTable {
  readonly id: string
  readonly value: number
}
