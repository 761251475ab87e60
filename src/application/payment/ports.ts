import type { CallFailure } from '#src/domain/call.ts'
import type { HumanProof } from '#src/domain/identity/human-check-machine.ts'
import type { CheckoutOutcome } from '#src/domain/payment/checkout-machine.ts'
import type { CheckoutOrder, NewOrder, OrderKey, OrderRequest, PaymentOrder } from '#src/domain/payment/order.ts'
import type { PlanId } from '#src/domain/payment/plans.ts'
import type { TermPreview } from '#src/domain/payment/term.ts'
import type { Result } from '#src/domain/result.ts'

type Reply<T> = Promise<Result<T, CallFailure>>

/** The orders of plans. A call that `signal` aborts returns `unreachable`. */
export interface PaymentsGateway {
  /**
   * Creates an order of the signed-in client or of a visitor. `proof` is valid for one request (D9). An equal request with the same
   * idempotency key returns the first order (D28).
   */
  createOrder(request: OrderRequest, proof: HumanProof, idempotencyKey: string, signal?: AbortSignal): Reply<NewOrder>
  /** Reads an order by its access token, or for the client who created it; null if not found. */
  findOrder(key: OrderKey, signal?: AbortSignal): Reply<PaymentOrder | null>
  /** Lists the orders of the signed-in client, the newest first. */
  listOrders(signal?: AbortSignal): Reply<readonly PaymentOrder[]>
  /** Returns the term that a payment of the signed-in client would add now (D101). */
  previewTerm(plan: PlanId, signal?: AbortSignal): Reply<TermPreview>
}

/** The card payment of a provider. */
export interface Checkout {
  /** `none`: the portal offers no payment. */
  readonly kind: 'epayco' | 'sandbox' | 'none'
  /** True if the payment opens in a window over the page, which the portal must not cover. */
  readonly isOverPage: boolean
  /**
   * Prepares the HTML document for a payment and starts to load the provider's script. Only the
   * pricing page calls this function. It may reload the page when the user is not busy. It never
   * settles after a reload, or after `signal` aborts.
   */
  prepare(signal: AbortSignal): Promise<void>
  /**
   * Waits for the provider's script. Returns false if the script did not run. Never rejects.
   */
  load(): Promise<boolean>
  /** Opens the payment of an order, unless `signal` is aborted. Never rejects. */
  open(order: CheckoutOrder, signal: AbortSignal): Promise<CheckoutOutcome>
}

/** The ports of plans and payment. */
export interface PaymentPorts {
  readonly payments: PaymentsGateway
  readonly checkout: Checkout
  /** Creates an idempotency key: a random UUID. */
  readonly newKey: () => string
}
