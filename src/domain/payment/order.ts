import type { PlanId, PlanPrice } from '#src/domain/payment/plans.ts'
import type { PaymentTerm } from '#src/domain/payment/term.ts'
import { DAY_MS, type Instant } from '#src/domain/time/bogota.ts'

/** The states of a card transaction, as the provider confirms them. */
export const TRANSACTION_STATES = ['pending', 'approved', 'rejected'] as const
export type TransactionState = (typeof TRANSACTION_STATES)[number]

/** The states of an order (D78): those of its payment, and `expired` for an unpaid order. */
const ORDER_STATUSES = [...TRANSACTION_STATES, 'expired'] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

/** Time from the creation of an order to its expiry, unless a payment was confirmed (D78). */
export const ORDER_LIFETIME_MS = DAY_MS

const REFERENCE = /^MD-\d{4}-\d{6,9}$/

/** Whether a text has the form of an invoice number. */
export const isOrderReference = (text: string): boolean => REFERENCE.test(text)

/**
 * The order to create. `email` receives the receipt. A client may pass null to use the address of
 * the account.
 */
export interface OrderRequest {
  readonly plan: PlanId
  readonly email: string | null
}

/** A new order. `access` is a token with which its payer reads it without a session. */
export interface NewOrder extends PlanPrice {
  /** The invoice number, unique. */
  readonly reference: string
  readonly access: string
  readonly plan: PlanId
}

/**
 * The values that identify an order in a page URL. `access` is the order's access token; null if
 * the session suffices.
 */
export interface OrderKey {
  readonly reference: string
  readonly access: string | null
}

/** An order to pay, with the mail address of its request. */
export interface CheckoutOrder extends NewOrder, Pick<OrderRequest, 'email'> {}

/** An order as its payer reads it. */
export interface PaymentOrder extends PlanPrice {
  readonly reference: string
  readonly plan: PlanId
  readonly status: OrderStatus
  /** The time of the last state change, on the real clock; null when the service omits it. */
  readonly at: Instant | null
  /** The address for the receipt; '' when the service omits it. */
  readonly email: string
  /** The days that an approved order pays for. */
  readonly term: PaymentTerm | null
  /** Brand and last digits, `Visa 1111`. */
  readonly card: string | null
  /** The bank's authorization code. */
  readonly authorization: string | null
  /** The bank's reason for rejecting the payment. */
  readonly reason: string | null
}

/** Whether the order has no trace of a payment attempt. */
export const isUntouched = ({ status, card, authorization }: PaymentOrder): boolean =>
  (status === 'pending' || status === 'expired') && card === null && authorization === null

/**
 * The state of an order after a confirmation. `approved` is final, because the payment has extended
 * the account. A rejected order can still be paid with another card.
 */
export const nextOrderStatus = (status: TransactionState, transaction: TransactionState): TransactionState =>
  status === 'approved' ? 'approved' : transaction

/** The stored values that determine the state of an order. */
export interface OrderProgress {
  /** The state after the last confirmation; pending before the first one. */
  readonly status: TransactionState
  /** When the order got this state. */
  readonly at: Instant
  readonly createdAt: Instant
  /** Whether the provider confirmed a transaction, even a rejected one. */
  readonly isAttempted: boolean
}

/** The state of an order at `now` and the time of its last change, both on the real clock. */
export function orderStateAt(
  { status, at, createdAt, isAttempted }: OrderProgress,
  now: Instant,
): { readonly status: OrderStatus; readonly at: Instant } {
  const expiresAt = createdAt + ORDER_LIFETIME_MS
  return status === 'pending' && !isAttempted && now >= expiresAt
    ? { status: 'expired', at: expiresAt }
    : { status, at }
}

/**
 * Why the operator must check a paid order: its payer was charged twice, or the payment was
 * reversed.
 */
const PAYMENT_ISSUES = ['doubled', 'reversed'] as const
export type PaymentIssue = (typeof PAYMENT_ISSUES)[number]

/** The numbers of transactions of an order. */
interface ApprovalCounts {
  /** Transactions that are approved now. */
  readonly approved: number
  /** Transactions that were approved at some time, also those reversed since. */
  readonly everApproved: number
}

/**
 * The issue of an order; null without an issue. No later transaction removes an issue: only a
 * person knows whether a charge was returned (D78).
 */
export function findPaymentIssue(status: OrderStatus, { approved, everApproved }: ApprovalCounts): PaymentIssue | null {
  if (status !== 'approved') return null
  if (approved === 0) return 'reversed'
  return everApproved > 1 ? 'doubled' : null
}

/** The values of a confirmation that must equal those of its order. */
export interface ConfirmedPayment {
  readonly reference: string
  /** As the provider writes it: `2013729` or `2013729.00`. */
  readonly amount: string
  readonly currency: string
}

/** Why a confirmation does not belong to its order. */
export type ConfirmationMismatch = 'reference' | 'amount' | 'currency'

const AMOUNT = /^(\d{1,12})(?:\.0{1,2})?$/

/** Parses an amount in whole pesos; null for any other text. */
export function parsePesos(text: string): number | null {
  const [, digits] = AMOUNT.exec(text) ?? []
  return digits === undefined ? null : Number(digits)
}

/** The first difference between an order and a confirmation, null when they agree. */
export function findMismatch(
  order: { readonly reference: string; readonly total: number; readonly currency: string },
  { reference, amount, currency }: ConfirmedPayment,
): ConfirmationMismatch | null {
  if (reference !== order.reference) return 'reference'
  if (parsePesos(amount) !== order.total) return 'amount'
  return currency === order.currency ? null : 'currency'
}

/** Formats 'Visa 1111' as 'Visa terminada en 1111'. */
export const cardText = (card: string): string => card.replace(/^(.*\S)\s+(\d{4})$/, '$1 terminada en $2')

/** Formats '702418' as '702 418'. */
export const authorizationText = (authorization: string): string => authorization.replace(/^(\d{3})(\d{3})$/, '$1 $2')
