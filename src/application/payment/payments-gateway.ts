import type { GatewayFailure } from '#src/application/platform/failure.ts'
import type { NewOrder, PaymentOrder } from '#src/domain/payment/order.ts'
import type { OrderKey } from '#src/domain/payment/order-address.ts'
import type { PlanId } from '#src/domain/payment/plans.ts'
import type { Result } from '#src/domain/result.ts'

type Response<T> = Promise<Result<T, GatewayFailure>>

/**
 * What a payer chooses. A visitor states an address; null is the address of the client's account.
 */
export interface OrderRequest {
  readonly plan: PlanId
  readonly email: string | null
}

/** The orders of plans. `signal` aborts a call; its result is then `unreachable`. */
export interface PaymentsGateway {
  /** Creates an order of the signed-in client, or of a visitor; it is paid at the checkout. */
  createOrder(request: OrderRequest, signal?: AbortSignal): Response<NewOrder>
  /** Reads an order by its access, or as the client who owns it; null for any other caller. */
  findOrder(key: OrderKey, signal?: AbortSignal): Response<PaymentOrder | null>
  /** The orders of the signed-in client, the newest first. */
  listOrders(signal?: AbortSignal): Response<readonly PaymentOrder[]>
}
