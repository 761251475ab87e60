import type { ExpressionBuilder, Kysely } from 'kysely'

import { contains } from '#server/database/like.ts'
import type { Schema } from '#server/database/schema.ts'
import {
  isAttempted,
  type StoredOrder,
  type StoredOrderRow,
  selectOrders,
  toOrder,
} from '#server/payments/order-store.ts'
import { toAccountKey } from '#src/domain/identity/account.ts'
import {
  findPaymentIssue,
  ORDER_LIFETIME_MS,
  type OrderStatus,
  type PaymentIssue,
  TRANSACTION_STATES,
  type TransactionState,
} from '#src/domain/payment/order.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

type Queries = Kysely<Schema>

/** An order for the operator. */
export interface OperatedOrder extends StoredOrder {
  /** The user name of the order's account; null without an account. */
  readonly username: string | null
  readonly issue: PaymentIssue | null
  /** When the operator closed the order's review; null without a closed review. */
  readonly reviewedAt: Instant | null
}

/** A confirmed transaction of an order. */
export interface StoredTransaction {
  /** The provider's reference. */
  readonly reference: string
  readonly state: TransactionState
  /** When the current state was confirmed. */
  readonly at: Instant
  readonly reversedAt: Instant | null
}

/** An entry of the audit log about an order. */
export interface OrderEvent {
  readonly at: Instant
  readonly action: string
  /** JSON; null without values. */
  readonly after: string | null
}

/** The orders to list: orders of a status, orders with an open review, or all orders. */
export type OrderFilter = OrderStatus | 'review' | 'all'

/** Maximum listed audit entries per order. Forged confirmations can add many entries. */
const HISTORY_LIMIT = 200

type Orders = ExpressionBuilder<Schema, 'payment_orders'>

const countTransactions = ({ selectFrom }: Orders) =>
  selectFrom('payment_transactions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .whereRef('payment_transactions.order_reference', '=', 'payment_orders.reference')

const countApproved = (orders: Orders) => countTransactions(orders).where('payment_transactions.state', '=', 'approved')

/** Counts the transactions that are approved now or were reversed. */
const countEverApproved = (orders: Orders) =>
  countTransactions(orders).where(({ eb, or }) =>
    or([eb('payment_transactions.state', '=', 'approved'), eb('payment_transactions.reversed_at', 'is not', null)]),
  )

/** Converts a filter to a condition. The rows of expired orders are `pending` (`orderStateAt`). */
function toCondition(builder: Orders, filter: Exclude<OrderFilter, 'all'>, now: Instant) {
  const { and, eb, not, or } = builder
  const isOld = eb('payment_orders.created_at', '<=', now - ORDER_LIFETIME_MS)
  const hasStatus = (status: TransactionState) => eb('payment_orders.status', '=', status)
  if (filter === 'review') {
    return and([
      hasStatus('approved'),
      // The condition of `findPaymentIssue`.
      or([eb(countApproved(builder), '=', 0), eb(countEverApproved(builder), '>', 1)]),
      eb('payment_orders.reviewed_at', 'is', null),
    ])
  }
  if (filter === 'expired') return and([hasStatus('pending'), isOld, not(isAttempted(builder))])
  if (filter === 'pending') return and([hasStatus('pending'), or([not(isOld), isAttempted(builder)])])
  return hasStatus(filter)
}

const selectOperatedOrders = (db: Queries) =>
  selectOrders(db)
    .leftJoin('identity_clients', 'identity_clients.id', 'payment_orders.client_id')
    .select('identity_clients.username')
    .select((builder) => [
      countApproved(builder).as('approvedCount'),
      countEverApproved(builder).as('everApprovedCount'),
    ])

interface OperatedOrderRow extends StoredOrderRow {
  readonly username: string | null
  readonly approvedCount: number | null
  readonly everApprovedCount: number | null
}

function toOperatedOrder(row: OperatedOrderRow): OperatedOrder {
  const order = toOrder(row)
  const issue = findPaymentIssue(order.status, {
    approved: Number(row.approvedCount),
    everApproved: Number(row.everApprovedCount),
  })
  return { ...order, username: row.username, issue, reviewedAt: row.reviewed_at }
}

interface OrderSearch {
  readonly filter: OrderFilter
  /** Part of the reference or of the e-mail address; case is ignored. '' matches every order. */
  readonly text: string
  /** Instant of the real clock. */
  readonly now: Instant
  readonly limit: number
}

/** Lists orders, the newest first. */
export async function searchOrders(
  db: Queries,
  { filter, text, now, limit }: OrderSearch,
): Promise<readonly OperatedOrder[]> {
  const rows = await selectOperatedOrders(db)
    .$if(filter !== 'all', (query) =>
      query.where((builder) => (filter === 'all' ? builder.lit(true) : toCondition(builder, filter, now))),
    )
    .$if(text !== '', (query) =>
      query.where(({ or }) =>
        or([
          contains('payment_orders.reference', text.toUpperCase()),
          contains('payment_orders.email_key', toAccountKey(text)),
        ]),
      ),
    )
    .orderBy('payment_orders.sequence', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toOperatedOrder)
}

/** Finds an order by its reference. */
export async function findOperatedOrder(db: Queries, reference: string): Promise<OperatedOrder | null> {
  const row = await selectOperatedOrders(db).where('payment_orders.reference', '=', reference).executeTakeFirst()
  return row === undefined ? null : toOperatedOrder(row)
}

/** Closes the review of an order. Returns false for an unknown order or a closed review. */
export async function closeReview(tx: Queries, reference: string, at: Instant): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payment_orders')
    .set({ reviewed_at: at })
    .where('reference', '=', reference)
    .where('reviewed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Lists the confirmed transactions of an order, the oldest first. */
export async function listTransactions(db: Queries, reference: string): Promise<readonly StoredTransaction[]> {
  const rows = await db
    .selectFrom('payment_transactions')
    .selectAll()
    .where('order_reference', '=', reference)
    .orderBy('confirmed_at')
    .orderBy('reference')
    .execute()
  return rows.map((row) => ({
    reference: row.reference,
    state: TRANSACTION_STATES.find((state) => state === row.state) ?? 'pending',
    at: row.confirmed_at,
    reversedAt: row.reversed_at,
  }))
}

/** Lists the newest `HISTORY_LIMIT` audit entries of an order, in order of time. */
export async function listOrderEvents(db: Queries, reference: string): Promise<readonly OrderEvent[]> {
  const rows = await db
    .selectFrom('records_audit')
    .select(['at', 'action', 'after'])
    .where('target', '=', reference)
    .orderBy('id', 'desc')
    .limit(HISTORY_LIMIT)
    .execute()
  return rows.toReversed()
}
