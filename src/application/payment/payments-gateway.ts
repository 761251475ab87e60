import type { OrderKey } from '#src/application/navigation/query.ts'
import type { CallFailure } from '#src/domain/call.ts'
import type { NewOrder, PaymentOrder } from '#src/domain/payment/order.ts'
import type { PlanId } from '#src/domain/payment/plans.ts'
import type { Result } from '#src/domain/result.ts'

type Reply<T> = Promise<Result<T, CallFailure>>

/**
 * The order to create. `email` receives the receipt. A client may pass null to use the address of
 * the account.
 */
export interface OrderRequest {
  readonly plan: PlanId
  readonly email: string | null
}

/** The orders of plans. A call that `signal` aborts returns `unreachable`. */
export interface PaymentsGateway {
  /** Creates an order of the signed-in client or of a visitor. */
  createOrder(request: OrderRequest, signal?: AbortSignal): Reply<NewOrder>
  /** Reads an order by its access token, or for the client who created it; null if not found. */
  findOrder(key: OrderKey, signal?: AbortSignal): Reply<PaymentOrder | null>
  /** Lists the orders of the signed-in client, the newest first. */
  listOrders(signal?: AbortSignal): Reply<readonly PaymentOrder[]>
}
