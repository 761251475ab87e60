import type { Kysely } from 'kysely'
import { type AuditStamp, recordAudit } from '#server/database/audit-store.ts'
import type { Schema } from '#server/database/schema.ts'
import { enqueueMail } from '#server/delivery/delivery.ts'
import {
  type ConfirmationOutcome,
  refuseConfirmation,
  type Settle,
  toPaymentEntry,
} from '#server/payments/confirmations.ts'
import { receiptMail, rejectionMail } from '#server/payments/mails.ts'
import { findOrder, lockOwnership, type StoredOrder } from '#server/payments/order-store.ts'
import {
  approveOrder,
  changeOrder,
  countTransactions,
  findPaidEnd,
  lockOrder,
  lockUnapprovedOrder,
  reopenReview,
  type SettledTransaction,
  storeTransaction,
} from '#server/payments/settlement-store.ts'
import { toExpiry } from '#src/domain/identity/account-expiry.ts'
import { findPlan } from '#src/domain/payment/plans.ts'
import { type PaymentTerm, termAfter } from '#src/domain/payment/term.ts'
import { ok } from '#src/domain/result.ts'
import { type Instant, toDate } from '#src/domain/time/bogota.ts'

/** The account that an order belongs to. */
export interface PayingClient {
  readonly id: string
  readonly name: string
  readonly email: string
}

/** Finds the accounts of payers, and reads and changes the instants at which they close. */
export interface PayerAccounts {
  /** Finds the account with this e-mail address; case is ignored. */
  findByEmail(tx: Kysely<Schema>, email: string): Promise<PayingClient | null>
  /** Returns the end of an account; null for an account without an end, undefined for an unknown account. */
  readEnd(db: Kysely<Schema>, id: string): Promise<Instant | null | undefined>
  /**
   * Locks an account until the database transaction ends, and reads its end.
   */
  lockAndReadEnd(tx: Kysely<Schema>, id: string): Promise<Instant | null | undefined>
  setEnd(tx: Kysely<Schema>, id: string, end: Instant): Promise<void>
}

type Queries = Kysely<Schema>

interface SettlementDeps {
  readonly payerAccounts: PayerAccounts
  /** The session clock, on which accounts end. */
  readonly sessionNow: () => Instant
  /** The portal's public URL, without a final slash. */
  readonly publicUrl: () => string
}

export function createSettle({ payerAccounts, sessionNow, publicUrl }: SettlementDeps): Settle {
  /**
   * Finds the account of an order, else the account with the e-mail address of the order. Locks the
   * ownership of orders before it searches for the address.
   */
  async function findPayer(tx: Queries, { clientId, email }: StoredOrder): Promise<Pick<PayingClient, 'id'> | null> {
    if (clientId !== null) return { id: clientId }
    await lockOwnership(tx)
    return payerAccounts.findByEmail(tx, email)
  }

  /** Extends the payer's account, and returns the term that the order pays for. */
  async function extendTerm(tx: Queries, { plan, email }: StoredOrder, clientId: string | null): Promise<PaymentTerm> {
    const end = clientId === null ? null : await payerAccounts.lockAndReadEnd(tx, clientId)
    const currentEnd = end ?? (await findPaidEnd(tx, { clientId, email }))
    const term = termAfter(currentEnd, toDate(sessionNow()), findPlan(plan).months)
    // An account without an end gets no end.
    if (clientId !== null && typeof end === 'number') await payerAccounts.setEnd(tx, clientId, toExpiry(term.until))
    return term
  }

  async function approve(tx: Queries, order: StoredOrder, transaction: SettledTransaction, stamp: AuditStamp) {
    const clientId = (await findPayer(tx, order))?.id ?? null
    const term = await extendTerm(tx, order, clientId)
    await approveOrder(tx, order.reference, transaction, { term, clientId })
    const { card, authorization, at } = transaction
    await enqueueMail(tx, receiptMail({ ...order, at, term, card, authorization }, publicUrl()), at)
    const after = { transaction: transaction.reference, total: order.total, client: clientId, ...term }
    await recordAudit(tx, toPaymentEntry(stamp, 'payment-approved', order.reference, after))
  }

  /** Handles a transaction of a paid order. Only a second approval reopens the review. */
  async function recordLateTransaction(
    tx: Queries,
    order: StoredOrder,
    { state, reference }: SettledTransaction,
    stamp: AuditStamp,
  ): Promise<ConfirmationOutcome> {
    if (state !== 'approved') return 'repeated'
    await reopenReview(tx, order.reference)
    await recordAudit(tx, toPaymentEntry(stamp, 'payment-doubled', order.reference, { transaction: reference }))
    return 'paid-twice'
  }

  /**
   * Handles the reversal of a paid order's transaction. The order stays approved: the operator
   * decides about its term. A reversal that leaves one charge is a return that the operator has
   * already decided, if the review is closed.
   */
  async function recordReversal(tx: Queries, order: StoredOrder, { reference }: SettledTransaction, stamp: AuditStamp) {
    // The count must include concurrent reversals.
    await lockOrder(tx, order.reference)
    if ((await countTransactions(tx, order.reference, 'approved')) !== 1) await reopenReview(tx, order.reference)
    await recordAudit(tx, toPaymentEntry(stamp, 'payment-reversed', order.reference, { transaction: reference }))
  }

  /** Sends a mail for the first rejection of an order only; the order page shows the others. */
  async function notifyRejection(tx: Queries, order: StoredOrder, { reason, at }: SettledTransaction) {
    if ((await countTransactions(tx, order.reference, 'rejected')) > 1) return
    await enqueueMail(tx, rejectionMail({ ...order, reason }, publicUrl()), at)
  }

  async function applyState(tx: Queries, order: StoredOrder, transaction: SettledTransaction, stamp: AuditStamp) {
    const { state, reference } = transaction
    // Read the order again, because it is locked now.
    if (state === 'approved') return approve(tx, (await findOrder(tx, order.reference)) ?? order, transaction, stamp)
    await changeOrder(tx, order.reference, { ...transaction, state })
    if (state === 'rejected') await notifyRejection(tx, order, transaction)
    await recordAudit(tx, toPaymentEntry(stamp, `payment-${state}`, order.reference, { transaction: reference }))
  }

  return async (tx, order, transaction, stamp) => {
    const outcome = await storeTransaction(tx, order.reference, transaction)
    if (outcome === 'other-order') return refuseConfirmation('other-order')
    if (outcome === 'repeated') return ok('repeated')
    if (outcome === 'reversed') {
      await recordReversal(tx, order, transaction, stamp)
      return ok('reversed')
    }
    const isUnapproved = await lockUnapprovedOrder(tx, order.reference)
    if (!isUnapproved) return ok(await recordLateTransaction(tx, order, transaction, stamp))
    await applyState(tx, order, transaction, stamp)
    return ok(transaction.state)
  }
}
