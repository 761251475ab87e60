import type { Kysely } from 'kysely'

import type { Schema } from '#server/database/schema.ts'
import type { TransactionDetails } from '#server/payments/provider.ts'
import { toAccountKey } from '#src/domain/identity/account.ts'
import { toExpiry } from '#src/domain/identity/account-expiry.ts'
import type { TransactionState } from '#src/domain/payment/order.ts'
import type { PaymentTerm } from '#src/domain/payment/term.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

type Queries = Kysely<Schema>

/** A card transaction in the state that the provider confirmed. */
export interface SettledTransaction extends TransactionDetails {
  /** The provider's reference. */
  readonly reference: string
  readonly state: TransactionState
  /** When the state was confirmed, on the real clock. */
  readonly at: Instant
}

/**
 * The outcome of a confirmation. `reversed`: an approved transaction is now rejected. `repeated`:
 * the confirmation changes nothing. `other-order`: the transaction belongs to another order.
 */
type StoreOutcome = 'new' | 'changed' | 'reversed' | 'repeated' | 'other-order'

/**
 * The stored states that a state may replace. Pending becomes any state, rejected becomes approved,
 * and approved becomes rejected (a reversal). A reversed transaction never changes again.
 */
const REPLACEABLE: Readonly<Record<TransactionState, readonly TransactionState[]>> = {
  pending: [],
  approved: ['pending', 'rejected'],
  rejected: ['pending', 'approved'],
}

/** Returns the outcome of a confirmation that changes nothing; null for other confirmations. */
export async function findStoredOutcome(
  db: Queries,
  orderReference: string,
  { reference, state }: Pick<SettledTransaction, 'reference' | 'state'>,
): Promise<'repeated' | 'other-order' | null> {
  const stored = await db
    .selectFrom('payment_transactions')
    .select(['order_reference', 'state', 'reversed_at'])
    .where('reference', '=', reference)
    .executeTakeFirst()
  if (stored === undefined) return null
  if (stored.order_reference !== orderReference) return 'other-order'
  const isReplaceable =
    stored.reversed_at === null && REPLACEABLE[state].some((earlierState) => earlierState === stored.state)
  return isReplaceable ? null : 'repeated'
}

/**
 * Stores the state of a transaction. Concurrent confirmations of one transaction run one after the
 * other. A late confirmation never undoes a later state; an approved transaction that is rejected
 * later is a reversal.
 */
export async function storeTransaction(
  tx: Queries,
  orderReference: string,
  { reference, state, at }: SettledTransaction,
): Promise<StoreOutcome> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('payment_transactions')
    .values({ reference, order_reference: orderReference, state, confirmed_at: at, reversed_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 1n) return 'new'
  for (const earlierState of REPLACEABLE[state]) {
    const isReversal = earlierState === 'approved'
    const { numUpdatedRows } = await tx
      .updateTable('payment_transactions')
      .set({ state, confirmed_at: at, reversed_at: isReversal ? at : null })
      .where('reference', '=', reference)
      .where('order_reference', '=', orderReference)
      .where('state', '=', earlierState)
      .where('reversed_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 1n) return isReversal ? 'reversed' : 'changed'
  }
  return (await findStoredOutcome(tx, orderReference, { reference, state })) ?? 'repeated'
}

/** Locks an order until the database transaction ends. Returns false for an approved order. */
export async function lockUnapprovedOrder(tx: Queries, reference: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payment_orders')
    .set(({ ref }) => ({ created_at: ref('created_at') }))
    .where('reference', '=', reference)
    .where('status', '!=', 'approved')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Approves a locked order, and sets its term and its account. */
export async function approveOrder(
  tx: Queries,
  reference: string,
  { card, authorization, at }: SettledTransaction,
  { term, clientId }: { readonly term: PaymentTerm; readonly clientId: string | null },
): Promise<void> {
  await tx
    .updateTable('payment_orders')
    .set({
      status: 'approved',
      status_at: at,
      card,
      authorization_code: authorization,
      reason: null,
      valid_from: term.from,
      valid_until: term.until,
      client_id: clientId,
    })
    .where('reference', '=', reference)
    .execute()
}

/** Sets a locked order to pending or rejected. */
export async function changeOrder(
  tx: Queries,
  reference: string,
  { state, card, authorization, reason, at }: SettledTransaction & { readonly state: 'pending' | 'rejected' },
): Promise<void> {
  await tx
    .updateTable('payment_orders')
    .set({
      status: state,
      status_at: at,
      card,
      authorization_code: authorization,
      reason: state === 'rejected' ? reason : null,
    })
    .where('reference', '=', reference)
    .execute()
}

/** Reopens the review of an order, because its payment has a new issue. */
export async function reopenReview(tx: Queries, reference: string): Promise<void> {
  await tx.updateTable('payment_orders').set({ reviewed_at: null }).where('reference', '=', reference).execute()
}

/** Locks an order until the database transaction ends. */
export async function lockOrder(tx: Queries, reference: string): Promise<void> {
  await tx
    .updateTable('payment_orders')
    .set(({ ref }) => ({ created_at: ref('created_at') }))
    .where('reference', '=', reference)
    .execute()
}

/** Counts the transactions of an order that have a state now. */
export async function countTransactions(tx: Queries, reference: string, state: TransactionState): Promise<number> {
  const row = await tx
    .selectFrom('payment_transactions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('order_reference', '=', reference)
    .where('state', '=', state)
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

/** The payer: an account, or the e-mail address of a visitor without an account. */
interface Payer {
  readonly clientId: string | null
  readonly email: string
}

/** Finds the end of the last term that a payer has paid for; null without such a term. */
export async function findPaidEnd(tx: Queries, { clientId, email }: Payer): Promise<Instant | null> {
  const orders = tx.selectFrom('payment_orders').select('valid_until').where('status', '=', 'approved')
  const payerOrders =
    clientId === null
      ? orders.where('client_id', 'is', null).where('email_key', '=', toAccountKey(email))
      : orders.where('client_id', '=', clientId)
  const row = await payerOrders.orderBy('valid_until', 'desc').limit(1).executeTakeFirst()
  return row === undefined || row.valid_until === null ? null : toExpiry(row.valid_until)
}
