import type { Kysely } from 'kysely'

import { type AuditStamp, OPERATOR, recordAudit } from '#server/database/audit-store.ts'
import type { Database } from '#server/database/connection.ts'
import { runRefusable } from '#server/database/refusable-transaction.ts'
import type { Schema } from '#server/database/schema.ts'
import { type ConfirmationFailure, type ConfirmationOutcome, readAtProvider } from '#server/payments/confirmation.ts'
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
import type { Settle } from '#server/payments/settlement.ts'
import type { SettledTransaction } from '#server/payments/settlement-store.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** Maximum orders per list. */
const LIST_LIMIT = 500

/** An order with its transactions and audit entries. */
export interface OrderDetail extends OperatedOrder {
  readonly transactions: readonly StoredTransaction[]
  readonly events: readonly OrderEvent[]
}

/**
 * Why an order was not checked: it is unknown, its provider cannot be read, no transaction of it is
 * known, or the provider's reply does not count.
 */
export type CheckFailure = ConfirmationFailure | { readonly kind: 'unknown' | 'no-provider' | 'no-transaction' }

/** Why a review was not closed: the order is unknown, or has none that is open. */
export type ReviewFailure = 'unknown' | 'nothing-to-review'

type CheckResult = Promise<Result<{ readonly order: OrderDetail; readonly isChanged: boolean }, CheckFailure>>

/** What the operator does with orders (D78). */
export interface OrderOperations {
  /** The newest orders first. */
  list(
    filter: OrderFilter,
    text: string,
  ): Promise<{ readonly orders: readonly OperatedOrder[]; readonly hasMore: boolean }>
  find(reference: string): Promise<OrderDetail | null>
  /**
   * Reads the transactions of an order at the provider and applies them like confirmations;
   * `transaction` is the reference of a transaction without a confirmation.
   */
  check(reference: string, transaction: string | null, stamp: AuditStamp): CheckResult
  /** Closes the review of an order, with what a person decided about its issue. */
  review(reference: string, reason: string, stamp: AuditStamp): Promise<Result<OrderDetail, ReviewFailure>>
}

export interface OrderOperationsDeps {
  readonly database: Database
  /** Null without a checkout. */
  readonly provider: PaymentProvider | null
  readonly settle: Settle
  /** The real clock. */
  readonly now: () => Instant
  /** Starts sending receipts without waiting for them. */
  readonly deliverSoon: () => void
  /** Called with the error of a provider that cannot be read. */
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

  async function read(from: PaymentProvider, order: OrderDetail, transaction: string): Promise<ReadResult> {
    try {
      const result = await readAtProvider(from, order, transaction)
      return result.ok ? ok({ ...result.value, reference: transaction, at: now() }) : result
    } catch (error) {
      report(error)
      return err({ kind: 'provider-unreachable' })
    }
  }

  /** Settles the transactions in their order; stops at the first one that is refused. */
  async function settleAll(tx: Kysely<Schema>, order: OrderDetail, reads: readonly ReadResult[], stamp: AuditStamp) {
    const outcomes: ConfirmationOutcome[] = []
    for (const transaction of reads) {
      const settled = transaction.ok ? await settle(tx, order, transaction.value, stamp) : transaction
      if (!settled.ok) return settled
      outcomes.push(settled.value)
    }
    return ok(outcomes)
  }

  /** Settles the transactions and writes an audit entry, all or nothing. */
  const apply = (order: OrderDetail, reads: readonly ReadResult[], stamp: AuditStamp) =>
    runRefusable(database, async (tx) => {
      const settled = await settleAll(tx, order, reads, stamp)
      if (!settled.ok) return settled
      const entry = { action: 'order-checked', target: order.reference, after: { outcomes: settled.value } }
      await recordAudit(tx, { ...stamp, ...OPERATOR, ...entry })
      return settled
    })

  /** The provider that can read the transactions of an order; null when no provider can. */
  const findReader = (order: OrderDetail): PaymentProvider | null =>
    provider !== null && provider.readTransaction !== null && provider.name === order.provider ? provider : null

  async function checkOrder(order: OrderDetail, references: readonly string[], stamp: AuditStamp): CheckResult {
    const reader = findReader(order)
    if (reader === null) return err({ kind: 'no-provider' })
    if (references.length === 0) return err({ kind: 'no-transaction' })
    const applied = await apply(order, await Promise.all(references.map((name) => read(reader, order, name))), stamp)
    if (!applied.ok) return applied
    deliverSoon()
    const isChanged = applied.value.some((outcome) => outcome !== 'repeated')
    return ok({ order: (await find(order.reference)) ?? order, isChanged })
  }

  /** Closes the review of an order with an audit entry, all or nothing. */
  const close = (reference: string, reason: string, stamp: AuditStamp) =>
    runRefusable<void, ReviewFailure>(database, async (tx) => {
      // Before the order is read: a confirmation that comes meanwhile waits, and opens it again.
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
      const orders = await searchOrders(database.db, { filter, text, now: now(), limit: LIST_LIMIT + 1 })
      return { orders: orders.slice(0, LIST_LIMIT), hasMore: orders.length > LIST_LIMIT }
    },

    find,

    async review(reference, reason, stamp) {
      const closed = await close(reference, reason, stamp)
      if (!closed.ok) return closed
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
