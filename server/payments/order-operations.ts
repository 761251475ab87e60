import type { Kysely } from 'kysely'

import { type AuditStamp, OPERATOR, recordAudit } from '#server/database/audit-store.ts'
import { type Database, runRefusable } from '#server/database/connection.ts'
import type { Schema } from '#server/database/schema.ts'
import {
  type ConfirmationFailure,
  type ConfirmationOutcome,
  readAtProvider,
  type Settle,
} from '#server/payments/confirmations.ts'
import {
  closeReview,
  findOperatedOrder,
  listOrderEvents,
  listTransactions,
  type OperatedOrder,
  type OrderEvent,
  type OrderFilter,
  type StoredTransaction,
  searchOrders,
} from '#server/payments/operated-order-store.ts'
import type { PaymentProvider } from '#server/payments/provider.ts'
import type { SettledTransaction } from '#server/payments/settlement-store.ts'
import { OPERATOR_LIST_LIMIT } from '#src/adapters/http/contract/operator/operator.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** An order with its transactions and audit entries. */
export interface OrderDetail extends OperatedOrder {
  readonly transactions: readonly StoredTransaction[]
  readonly events: readonly OrderEvent[]
}

/**
 * Reasons an order was not checked. The order is unknown, its provider cannot be read, it has no
 * known transaction, or the provider's reply is refused.
 */
export type CheckFailure = ConfirmationFailure | { readonly kind: 'unknown' | 'no-provider' | 'no-transaction' }

/** Reasons a review was not closed: the order is unknown, or has no open review. */
type ReviewFailure = 'unknown' | 'nothing-to-review'

type CheckResult = Promise<Result<{ readonly order: OrderDetail; readonly isChanged: boolean }, CheckFailure>>

/** The operator's operations on orders (D78). */
export interface OrderOperations {
  /** Lists orders, the newest first. */
  list(
    filter: OrderFilter,
    text: string,
  ): Promise<{ readonly orders: readonly OperatedOrder[]; readonly hasMore: boolean }>
  find(reference: string): Promise<OrderDetail | null>
  /**
   * Reads the transactions of an order at the provider and applies them like confirmations. With
   * `transaction`, reads only the transaction of that reference, which may have no confirmation.
   */
  check(reference: string, transaction: string | null, stamp: AuditStamp): CheckResult
  /** Closes the review of an order. `reason` is the decision of the operator. */
  review(reference: string, reason: string, stamp: AuditStamp): Promise<Result<OrderDetail, ReviewFailure>>
}

interface OrderOperationsDeps {
  readonly database: Database
  /** Null without a checkout. */
  readonly provider: PaymentProvider | null
  readonly settle: Settle
  /** The real clock, not the market clock. */
  readonly now: () => Instant
  /** Starts sending the mails of payments without waiting for them. */
  readonly deliverSoon: () => void
  /** Called with the error when the provider cannot be read. */
  readonly report: (error: unknown) => void
}

type ReadResult = Result<SettledTransaction, ConfirmationFailure>

export function createOrderOperations(deps: OrderOperationsDeps): OrderOperations {
  const { database, provider, settle, now, deliverSoon, report } = deps

  async function find(reference: string): Promise<OrderDetail | null> {
    const order = await findOperatedOrder(database.db, reference)
    if (order === null) return null
    const transactions = await listTransactions(database.db, reference)
    return { ...order, transactions, events: await listOrderEvents(database.db, reference) }
  }

  async function readTransaction(reader: PaymentProvider, order: OrderDetail, reference: string): Promise<ReadResult> {
    try {
      const result = await readAtProvider(reader, order, reference)
      return result.ok ? ok({ ...result.value, reference, at: now() }) : result
    } catch (error) {
      report(error)
      return err({ kind: 'provider-unreachable' })
    }
  }

  /** Settles the transactions one after the other. Stops at the first failure. */
  async function settleAll(tx: Kysely<Schema>, order: OrderDetail, reads: readonly ReadResult[], stamp: AuditStamp) {
    const outcomes: ConfirmationOutcome[] = []
    for (const transaction of reads) {
      const result = transaction.ok ? await settle(tx, order, transaction.value, stamp) : transaction
      if (!result.ok) return result
      outcomes.push(result.value)
    }
    return ok(outcomes)
  }

  /** Settles the transactions and writes an audit entry, all or nothing. */
  const applyReads = (order: OrderDetail, reads: readonly ReadResult[], stamp: AuditStamp) =>
    runRefusable(database, async (tx) => {
      const result = await settleAll(tx, order, reads, stamp)
      if (!result.ok) return result
      const entry = { action: 'order-checked', target: order.reference, after: { outcomes: result.value } }
      await recordAudit(tx, { ...stamp, ...OPERATOR, ...entry })
      return result
    })

  /** Returns the provider that can read an order's transactions; null without such a provider. */
  const findReader = (order: OrderDetail): PaymentProvider | null =>
    provider !== null && provider.readTransaction !== null && provider.name === order.provider ? provider : null

  async function checkOrder(order: OrderDetail, references: readonly string[], stamp: AuditStamp): CheckResult {
    const reader = findReader(order)
    if (reader === null) return err({ kind: 'no-provider' })
    if (references.length === 0) return err({ kind: 'no-transaction' })
    const result = await applyReads(
      order,
      await Promise.all(references.map((reference) => readTransaction(reader, order, reference))),
      stamp,
    )
    if (!result.ok) return result
    deliverSoon()
    const isChanged = result.value.some((outcome) => outcome !== 'repeated')
    return ok({ order: (await find(order.reference)) ?? order, isChanged })
  }

  /** Closes the review of an order with an audit entry, all or nothing. */
  const closeWithEntry = (reference: string, reason: string, stamp: AuditStamp) =>
    runRefusable<void, ReviewFailure>(database, async (tx) => {
      // Close before the read: a concurrent confirmation waits, and then reopens the review.
      const isClosed = await closeReview(tx, reference, now())
      const order = await findOperatedOrder(tx, reference)
      if (order === null) return err('unknown')
      if (!isClosed || order.issue === null) return err('nothing-to-review')
      const entry = { action: 'order-reviewed', target: reference, after: { issue: order.issue, reason } }
      await recordAudit(tx, { ...stamp, ...OPERATOR, ...entry })
      return ok(undefined)
    })

  return {
    async list(filter, text) {
      const orders = await searchOrders(database.db, { filter, text, now: now(), limit: OPERATOR_LIST_LIMIT + 1 })
      return { orders: orders.slice(0, OPERATOR_LIST_LIMIT), hasMore: orders.length > OPERATOR_LIST_LIMIT }
    },

    find,

    async review(reference, reason, stamp) {
      const result = await closeWithEntry(reference, reason, stamp)
      if (!result.ok) return result
      const order = await find(reference)
      return order === null ? err('unknown') : ok(order)
    },

    async check(reference, transaction, stamp) {
      const order = await find(reference)
      if (order === null) return err({ kind: 'unknown' })
      const references = transaction === null ? order.transactions.map((stored) => stored.reference) : [transaction]
      return checkOrder(order, references, stamp)
    },
  }
}
