import type { CallFailure } from '#src/domain/call.ts'
import type { PackageOrder } from '#src/domain/imc/packages/package-order.ts'
import type { PackageGroup, PackageOffer, Subscription } from '#src/domain/imc/packages/products.ts'
import type { RequestReceipt } from '#src/domain/imc/requests/requests.ts'
import type { Result } from '#src/domain/result.ts'

type Reply<T> = Promise<Result<T, CallFailure>>

/** The subscribed and offered packages of the user's entity. Failures as in `UsersGateway`. */
export interface PackagesGateway {
  /** The subscribed packages. */
  groups(signal?: AbortSignal): Reply<readonly PackageGroup[]>
  /** The subscriptions of one package. */
  subscriptions(packageId: string, signal?: AbortSignal): Reply<readonly Subscription[]>
  offers(signal?: AbortSignal): Reply<readonly PackageOffer[]>
  /**
   * Creates one order per idempotency key. Fails with `rejected` and 409 if the price has changed
   * (D33).
   */
  order(order: PackageOrder, idempotencyKey: string, signal?: AbortSignal): Reply<RequestReceipt>
}
