import type { AuditStamp } from '#server/database/audit-store.ts'
import type { Database } from '#server/database/connection.ts'
import { callerNet } from '#server/http/caller-net.ts'
import type { RateLimit } from '#server/http/rate-limit.ts'
import {
  type Confirmation,
  type ConfirmationFailure,
  type ConfirmationOutcome,
  checkAgainstOrder,
  checkAtProvider,
  isAuthentic,
  refuseConfirmation,
} from '#server/payments/confirmation.ts'
import { findOrder, type StoredOrder } from '#server/payments/order-store.ts'
import type { PaymentProvider } from '#server/payments/provider.ts'
import type { Settle } from '#server/payments/settlement.ts'
import { findStoredOutcome } from '#server/payments/settlement-store.ts'
import type { TransactionState } from '#src/domain/payment/order.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

export interface ConfirmationsDeps {
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
