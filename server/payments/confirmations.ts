import type { Kysely } from 'kysely'
import type { AuditEntry, AuditStamp } from '#server/database/audit-store.ts'
import type { Database } from '#server/database/connection.ts'
import type { Schema } from '#server/database/schema.ts'
import { callerNet, type RateLimit } from '#server/http/rate-limit.ts'
import { findOrder, type StoredOrder } from '#server/payments/order-store.ts'
import {
  isSignedBy,
  type PaymentProvider,
  type TransactionDetails,
  toTransactionState,
} from '#server/payments/provider.ts'
import { findStoredOutcome, type SettledTransaction } from '#server/payments/settlement-store.ts'
import { type ConfirmationMismatch, findMismatch, type TransactionState } from '#src/domain/payment/order.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** A received confirmation, not verified yet. */
export interface Confirmation extends TransactionDetails {
  /** The provider's reference of the transaction. */
  readonly reference: string
  readonly transactionId: string
  /** The reference of the order. */
  readonly invoice: string
  readonly amount: string
  readonly currency: string
  /** The provider's code of the state. */
  readonly code: string
  readonly signature: string
  readonly isTest: boolean
}

/** Reasons a confirmation is refused. */
export type ConfirmationRefusal =
  | 'signature'
  | 'unknown-order'
  | Exclude<ConfirmationMismatch, 'reference'>
  | 'unknown-state'
  | 'test'
  | 'other-transaction'
  | 'other-order'

/** A transaction that was checked against its order. */
type CheckedTransaction = TransactionDetails & { readonly state: TransactionState }

/** Outcome of a confirmation: the new state of its order, or why the state is unchanged. */
export type ConfirmationOutcome = TransactionState | 'repeated' | 'paid-twice' | 'reversed'

/**
 * `refused` is final. After the other failures the confirmation may be sent again: the provider did
 * not reply or does not know the transaction yet, or the caller's network has too many calls.
 */
export type ConfirmationFailure =
  | { readonly kind: 'refused'; readonly refusal: ConfirmationRefusal }
  | { readonly kind: 'provider-unreachable' | 'unknown-transaction' | 'too-many' }

export const refuseConfirmation = (refusal: ConfirmationRefusal) => err({ kind: 'refused', refusal } as const)

/** Whether the provider's account signed a confirmation. */
const isAuthentic = (
  { merchant }: PaymentProvider,
  { reference, transactionId, amount, currency, signature }: Confirmation,
): boolean => isSignedBy(merchant, { reference, transactionId, amount, currency }, signature)

/** Checks that a confirmation belongs to an order. Returns the confirmed state. */
function checkAgainstOrder(
  { name, acceptsTests }: PaymentProvider,
  order: StoredOrder | null,
  { invoice, amount, currency, code, isTest }: Confirmation,
): Result<{ readonly order: StoredOrder; readonly state: TransactionState }, ConfirmationFailure> {
  if (order === null || order.provider !== name) return refuseConfirmation('unknown-order')
  const mismatch = findMismatch(order, { reference: invoice, amount, currency })
  if (mismatch !== null) return refuseConfirmation(mismatch === 'reference' ? 'unknown-order' : mismatch)
  const state = toTransactionState(code)
  if (state === null) return refuseConfirmation('unknown-state')
  return isTest && !acceptsTests ? refuseConfirmation('test') : ok({ order, state })
}

/**
 * Reads a transaction at the provider and checks that it pays the order. Throws when the provider
 * cannot be read.
 */
export async function readAtProvider(
  { readTransaction, acceptsTests }: PaymentProvider,
  order: StoredOrder,
  reference: string,
): Promise<Result<CheckedTransaction, ConfirmationFailure>> {
  const transaction = (await readTransaction?.(reference)) ?? null
  if (transaction === null) return err({ kind: 'unknown-transaction' })
  if (transaction.isTest && !acceptsTests) return refuseConfirmation('test')
  const { state, card, authorization, reason } = transaction
  if (state === null || findMismatch(order, transaction) !== null) return refuseConfirmation('other-transaction')
  return ok({ state, card, authorization, reason })
}

/**
 * Checks a confirmation against the transaction at the provider. Accepts every confirmation of a
 * provider without `readTransaction`.
 */
async function checkAtProvider(
  provider: PaymentProvider,
  order: StoredOrder,
  { reference, code }: Confirmation,
): Promise<Result<void, ConfirmationFailure>> {
  if (provider.readTransaction === null) return ok(undefined)
  const transaction = await readAtProvider(provider, order, reference)
  if (!transaction.ok) return transaction
  return transaction.value.state === toTransactionState(code) ? ok(undefined) : refuseConfirmation('other-transaction')
}

/** Creates the audit entry for a payment event of an order. */
export const toPaymentEntry = (
  stamp: AuditStamp,
  action: string,
  target: string,
  after: Readonly<Record<string, unknown>>,
): AuditEntry => ({
  ...stamp,
  realm: 'system',
  subjectId: null,
  subjectName: null,
  entityId: null,
  action,
  target,
  after,
})

/** Applies a checked transaction to its order, in one database transaction (D78). */
export type Settle = (
  tx: Kysely<Schema>,
  order: StoredOrder,
  transaction: SettledTransaction,
  stamp: AuditStamp,
) => Promise<Result<ConfirmationOutcome, ConfirmationFailure>>

interface ConfirmationsDeps {
  readonly database: Database
  readonly settle: Settle
  readonly provider: PaymentProvider
  /** Limits the calls to the provider that one network causes. */
  readonly callLimit: RateLimit
  /** The real clock, not the market clock. */
  readonly now: () => Instant
  /** Called with the error when the provider cannot be read. */
  readonly report: (error: unknown) => void
}

/** Accepts a confirmation of the provider, or refuses it and leaves its order unchanged (D78). */
export type Confirm = (
  confirmation: Confirmation,
  stamp: AuditStamp,
) => Promise<Result<ConfirmationOutcome, ConfirmationFailure>>

export function createConfirm(deps: ConfirmationsDeps): Confirm {
  const { database, provider, settle, callLimit, now, report } = deps

  async function verifyAtProvider(
    order: StoredOrder,
    confirmation: Confirmation,
    { origin }: AuditStamp,
  ): Promise<Result<void, ConfirmationFailure>> {
    if (provider.readTransaction !== null && !callLimit.take(callerNet(origin?.address ?? '')).ok)
      return err({ kind: 'too-many' })
    try {
      return await checkAtProvider(provider, order, confirmation)
    } catch (error) {
      report(error)
      return err({ kind: 'provider-unreachable' })
    }
  }

  /** Applies an authentic confirmation of an order. A repetition causes no call to the provider. */
  async function applyConfirmation(
    order: StoredOrder,
    state: TransactionState,
    confirmation: Confirmation,
    stamp: AuditStamp,
  ) {
    const { reference, card, authorization, reason } = confirmation
    const outcome = await findStoredOutcome(database.db, order.reference, { reference, state })
    if (outcome !== null) return outcome === 'repeated' ? ok(outcome) : refuseConfirmation(outcome)
    const verification = await verifyAtProvider(order, confirmation, stamp)
    if (!verification.ok) return verification
    const transaction = { reference, state, card, authorization, reason, at: now() }
    return database.transaction((tx) => settle(tx, order, transaction, stamp))
  }

  return async (confirmation, stamp) => {
    if (!isAuthentic(provider, confirmation)) return refuseConfirmation('signature')
    const result = checkAgainstOrder(provider, await findOrder(database.db, confirmation.invoice), confirmation)
    if (!result.ok) return result
    return applyConfirmation(result.value.order, result.value.state, confirmation, stamp)
  }
}
