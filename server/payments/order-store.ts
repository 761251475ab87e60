import type { ExpressionBuilder, Kysely, SqlBool } from 'kysely'
import type { Schema } from '#server/database/schema.ts'
import type { PaymentOrderTable } from '#server/payments/payment-tables.ts'
import type { PaymentProvider } from '#server/payments/provider.ts'
import { toAccountKey } from '#src/domain/identity/account.ts'
import { toExpiry } from '#src/domain/identity/account-expiry.ts'
import {
  type OrderProgress,
  type PaymentOrder,
  TRANSACTION_STATES,
  type TransactionState,
} from '#src/domain/payment/order.ts'
import { CURRENCY, findPlan, PLAN_IDS, type PlanId } from '#src/domain/payment/plans.ts'
import type { PaymentTerm } from '#src/domain/payment/term.ts'
import { type Instant, toDate } from '#src/domain/time/bogota.ts'

type Queries = Kysely<Schema>

/** Maximum orders in the list of a client. */
const LIST_LIMIT = 500

/** Minimum digits of the number in an order's reference. */
const NUMBER_DIGITS = 6

/** A stored order. */
export interface StoredOrder extends Omit<PaymentOrder, keyof OrderProgress>, OrderProgress {
  readonly provider: string
  readonly currency: string
  readonly clientId: string | null
}

/** An order to add. Its price is the price of its plan. */
export interface OrderToAdd {
  readonly provider: PaymentProvider['name']
  readonly plan: PlanId
  readonly email: string
  readonly clientId: string | null
  readonly accessHash: string
  /** Instant of the real clock. */
  readonly at: Instant
}

/** The database allows only known words, so the defaults of both functions are never used. */
const toPlan = (word: string): PlanId => PLAN_IDS.find((id) => id === word) ?? 'quarterly'
const toStatus = (word: string): TransactionState => TRANSACTION_STATES.find((state) => state === word) ?? 'pending'

const toTerm = (from: string | null, until: string | null): PaymentTerm | null =>
  from === null || until === null ? null : { from, until }

/** A row of `selectOrders`; the engines return different types for a boolean. */
export type StoredOrderRow = PaymentOrderTable & { readonly is_attempted: SqlBool }

/** Condition: a payment of the order was confirmed, with any state. */
export const isAttempted = ({ exists, selectFrom }: ExpressionBuilder<Schema, 'payment_orders'>) =>
  exists(
    selectFrom('payment_transactions')
      .select('payment_transactions.reference')
      .whereRef('payment_transactions.order_reference', '=', 'payment_orders.reference'),
  )

/** Selects orders. `is_attempted` says whether a payment of the order was confirmed. */
export const selectOrders = (db: Queries) =>
  db
    .selectFrom('payment_orders')
    .selectAll('payment_orders')
    .select((builder) => isAttempted(builder).as('is_attempted'))

export const toOrder = (row: StoredOrderRow): StoredOrder => ({
  reference: row.reference,
  provider: row.provider,
  plan: toPlan(row.plan),
  base: row.base,
  tax: row.tax,
  total: row.total,
  currency: row.currency,
  status: toStatus(row.status),
  at: row.status_at,
  createdAt: row.created_at,
  isAttempted: Boolean(row.is_attempted),
  email: row.email,
  clientId: row.client_id,
  term: toTerm(row.valid_from, row.valid_until),
  card: row.card,
  authorization: row.authorization_code,
  reason: row.reason,
})

/** Takes the next number; other orders wait until the database transaction ends. */
async function takeNumber(tx: Queries): Promise<number> {
  const { value } = await tx
    .updateTable('payment_counters')
    .set(({ eb }) => ({ value: eb('value', '+', 1) }))
    .where('id', '=', 'order')
    .returning('value')
    .executeTakeFirstOrThrow()
  return value
}

const toReference = (number: number, at: Instant) =>
  `MD-${toDate(at).slice(0, 4)}-${String(number).padStart(NUMBER_DIGITS, '0')}`

/** Adds a pending order and returns its reference. */
export async function addOrder(tx: Queries, order: OrderToAdd): Promise<string> {
  const { provider, plan, email, clientId, accessHash, at } = order
  const number = await takeNumber(tx)
  const reference = toReference(number, at)
  const { base, tax, total } = findPlan(plan)
  await tx
    .insertInto('payment_orders')
    .values({
      reference,
      sequence: number,
      access_hash: accessHash,
      provider,
      plan,
      base,
      tax,
      total,
      currency: CURRENCY,
      email,
      email_key: toAccountKey(email),
      client_id: clientId,
      status: 'pending',
      created_at: at,
      status_at: at,
    })
    .execute()
  return reference
}

/** Finds an order by its reference. */
export async function findOrder(db: Queries, reference: string): Promise<StoredOrder | null> {
  const row = await selectOrders(db).where('payment_orders.reference', '=', reference).executeTakeFirst()
  return row === undefined ? null : toOrder(row)
}

/** Finds an order by its reference and the hash of its access code. */
export async function findOrderByAccess(
  db: Queries,
  reference: string,
  accessHash: string,
): Promise<StoredOrder | null> {
  const row = await selectOrders(db)
    .where('payment_orders.reference', '=', reference)
    .where('access_hash', '=', accessHash)
    .executeTakeFirst()
  return row === undefined ? null : toOrder(row)
}

/** Lists the orders of a client, the newest first. */
export async function listOrders(db: Queries, clientId: string): Promise<readonly StoredOrder[]> {
  const rows = await selectOrders(db)
    .where('client_id', '=', clientId)
    .orderBy('sequence', 'desc')
    .limit(LIST_LIMIT)
    .execute()
  return rows.map(toOrder)
}

/** Orders that were paid before their payer had an account. */
interface AdoptedOrders {
  readonly references: readonly string[]
  /** The end of the last term that these orders pay for. */
  readonly end: Instant
}

/**
 * Locks the ownership of all orders until the database transaction ends. Without the lock, an order
 * that is approved while its payer's account is created would belong to no account.
 */
export async function lockOwnership(tx: Kysely<Schema>): Promise<void> {
  await tx
    .updateTable('payment_counters')
    .set(({ ref }) => ({ value: ref('value') }))
    .where('id', '=', 'order')
    .execute()
}

/** Assigns paid orders to the new account with their e-mail address; null without such orders. */
export async function adoptPaidOrders(
  tx: Kysely<Schema>,
  { id, email }: { readonly id: string; readonly email: string },
): Promise<AdoptedOrders | null> {
  await lockOwnership(tx)
  const rows = await tx
    .updateTable('payment_orders')
    .set({ client_id: id })
    .where('status', '=', 'approved')
    .where('client_id', 'is', null)
    .where('email_key', '=', toAccountKey(email))
    .returning(['reference', 'valid_until'])
    .execute()
  const ends = rows.flatMap(({ valid_until: until }) => (until === null ? [] : [toExpiry(until)]))
  return ends.length === 0
    ? null
    : { references: rows.map(({ reference }) => reference).toSorted(), end: Math.max(...ends) }
}
