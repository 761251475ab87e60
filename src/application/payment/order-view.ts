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

/** Poll interval of a pending order, in seconds. */
export const ORDER_POLL_SECONDS = 15

/** The reply for an order key; null when the order does not exist. */
export interface FoundOrder {
  readonly order: PaymentOrder | null
}

/** The state of an order, for the UI. */
export interface OrderViewState {
  readonly resource: ResourceState<FoundOrder>
  /** When the order was last read, on the real clock; null before the first read. */
  readonly checkedAt: Instant | null
}

export interface OrderView extends View<OrderViewState> {
  /** Reads the order now. */
  check(): void
}

export interface OrderViewDeps extends ResourceDeps {
  readonly payments: Pick<PaymentsGateway, 'findOrder'>
}

const MISSING: FoundOrder = { order: null }

/** Polls an order until it has a result; `key` is null for an address without an order. */
export function createOrderView(deps: OrderViewDeps, key: OrderKey | null): OrderView {
  let finalOrder: FoundOrder | null = key === null ? MISSING : null
  let lastFound: FoundOrder | null = null

  /**
   * Saves a found order. If the service finds no order, returns the last found order. A client's
   * order requires the session, which may have ended.
   */
  function saveOrder(order: PaymentOrder | null): FoundOrder {
    if (order === null && lastFound !== null) return lastFound
    const reply = { order }
    if (order !== null) lastFound = reply
    if (order?.status !== 'pending') finalOrder = reply
    return reply
  }

  const source: ResourceSource<FoundOrder> = {
    interval: ORDER_POLL_SECONDS * SECOND_MS,
    async load(signal) {
      if (finalOrder !== null || key === null) return ok(finalOrder ?? MISSING)
      const result = await deps.payments.findOrder(key, signal)
      if (!result.ok) return result
      return ok(saveOrder(result.value))
    },
  }
  /** Stops polling after the order has a result. */
  const stopWhenFinal = (found: FoundOrder) => resource.setStreaming(found === finalOrder)
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
