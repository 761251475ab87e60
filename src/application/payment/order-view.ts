import type { PaymentsGateway } from '#src/application/payment/payments-gateway.ts'
import { createDerivedView } from '#src/application/platform/derived-view.ts'
import {
  createResource,
  type ResourceDeps,
  type ResourceSource,
  type ResourceState,
} from '#src/application/platform/resource.ts'
import type { View } from '#src/application/platform/view.ts'
import type { PaymentOrder } from '#src/domain/payment/order.ts'
import type { OrderKey } from '#src/domain/payment/order-address.ts'
import { ok } from '#src/domain/result.ts'
import { type Instant, SECOND_MS } from '#src/domain/time/bogota.ts'

/** How often a pending payment is checked again, in seconds. */
export const ORDER_POLL_SECONDS = 15

/** The order of an address; null when there is no such order. */
export interface FoundOrder {
  readonly order: PaymentOrder | null
}

/** The state of an order, for the UI. */
export interface OrderViewState {
  readonly resource: ResourceState<FoundOrder>
  /** When the order was last read, on the real clock; null before. */
  readonly checkedAt: Instant | null
}

export interface OrderView extends View<OrderViewState> {
  /** Reads the order at once. */
  check(): void
}

export interface OrderViewDeps extends ResourceDeps {
  readonly payments: Pick<PaymentsGateway, 'findOrder'>
}

const MISSING: FoundOrder = { order: null }

/** Polls an order until it has a result; `key` is null for an address without an order. */
export function createOrderView(deps: OrderViewDeps, key: OrderKey | null): OrderView {
  let final: FoundOrder | null = key === null ? MISSING : null
  let known: FoundOrder | null = null

  /**
   * Returns the last known order when the service finds no order: the session may have ended, and a
   * client's order is found only with it.
   */
  function accept(order: PaymentOrder | null): FoundOrder {
    if (order === null && known !== null) return known
    const found = { order }
    if (order !== null) known = found
    if (order?.status !== 'pending') final = found
    return found
  }

  const source: ResourceSource<FoundOrder> = {
    interval: ORDER_POLL_SECONDS * SECOND_MS,
    async load(signal) {
      if (final !== null || key === null) return ok(final ?? MISSING)
      const result = await deps.payments.findOrder(key, signal)
      if (!result.ok) return result
      return ok(accept(result.value))
    },
  }
  /** Stops polling once the order has a result. */
  const stopWhenFinal = (found: FoundOrder) => resource.setStreaming(found === final)
  const resource = createResource<FoundOrder>(deps, source, { onLoad: stopWhenFinal })
  const view = createDerivedView<OrderViewState>(
    () => {
      const state = resource.getSnapshot()
      return { resource: state, checkedAt: state.updatedAt }
    },
    () => resource.subscribe(() => view.refresh()),
  )
  return { getSnapshot: view.getSnapshot, subscribe: view.subscribe, check: resource.retry }
}
