import type { PaymentsGateway } from '#src/application/payment/payments-gateway.ts'
import type { Readable } from '#src/application/platform/readable.ts'
import { createResource, type ResourceDeps, type ResourceState } from '#src/application/platform/resource.ts'
import type { PaymentOrder } from '#src/domain/payment/order.ts'
import { MINUTE_MS } from '#src/domain/time/bogota.ts'

export interface OrdersViewDeps extends ResourceDeps {
  readonly payments: Pick<PaymentsGateway, 'listOrders'>
}

/** The orders of the signed-in client, the newest first. */
export const createOrdersView = (deps: OrdersViewDeps): Readable<ResourceState<readonly PaymentOrder[]>> =>
  createResource(deps, { load: (signal) => deps.payments.listOrders(signal), interval: MINUTE_MS })
