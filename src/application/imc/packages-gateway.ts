import type { GatewayFailure } from '#src/application/platform/failure.ts'
import type { PackageOrder } from '#src/domain/imc/package-order.ts'
import type { PackageGroup, PackageOffer, Subscription } from '#src/domain/imc/products.ts'
import type { RequestReceipt } from '#src/domain/imc/requests.ts'
import type { Result } from '#src/domain/result.ts'

type Response<T> = Promise<Result<T, GatewayFailure>>

/**
 * The packages of the signed-in user's entity and those on offer; failures as in `UsersGateway`.
 */
export interface PackagesGateway {
  groups(signal?: AbortSignal): Response<readonly PackageGroup[]>
  /** The subscriptions of one package. */
  subscriptions(packageId: string, signal?: AbortSignal): Response<readonly Subscription[]>
  offers(signal?: AbortSignal): Response<readonly PackageOffer[]>
  /** Creates one order per `key`; a changed price is `rejected` with 409 (D33). */
  order(order: PackageOrder, key: string, signal?: AbortSignal): Response<RequestReceipt>
}
