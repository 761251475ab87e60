import type { OrderKey } from '#src/application/navigation/query.ts'
import type { PaymentsGateway } from '#src/application/payment/payments-gateway.ts'
import { createDerivedView } from '#src/application/platform/derived-view.ts'
import type { Readable } from '#src/application/platform/readable.ts'
import {
  createResource,
  type ResourceDeps,
  type ResourceSource,
  type ResourceState,
} from '#src/application/platform/resource.ts'
import type { PaymentOrder } from '#src/domain/payment/order.ts'
import { ok } from '#src/domain/result.ts'
import { type Instant, SECOND_MS } from '#src/domain/time/bogota.ts'

/** Poll interval of a pending order, in seconds. */
export const ORDER_POLL_SECONDS = 15

/** The result of `findOrder`. */
export interface OrderLookup {
  /** Null when the order does not exist. */
  readonly order: PaymentOrder | null
}

/** The state of an order, for the UI. */
export interface OrderViewState {
  readonly resource: ResourceState<OrderLookup>
  /** When the last successful load ended, on the real clock; null before it. */
  readonly checkedAt: Instant | null
}

export interface OrderView extends Readable<OrderViewState> {
  /** Loads now. A final order is not requested again. */
  check(): void
}

export interface OrderViewDeps extends ResourceDeps {
  readonly payments: Pick<PaymentsGateway, 'findOrder'>
}

const MISSING: OrderLookup = { order: null }

/**
 * Polls a pending order. Stops when its status is final or the order does not exist. `key` is null
 * when the page URL names no order.
 */
export function createOrderView(deps: OrderViewDeps, key: OrderKey | null): OrderView {
  let finalLookup: OrderLookup | null = key === null ? MISSING : null
  let lastFound: OrderLookup | null = null

  /**
   * Stores the result of a load. Returns the last found order when the service no longer finds it:
   * the client session may have ended. A missing order that was never found is final, like every
   * status except `pending`.
   */
  function rememberOrder(order: PaymentOrder | null): OrderLookup {
    if (order === null && lastFound !== null) return lastFound
    const lookup = { order }
    if (order !== null) lastFound = lookup
    if (order?.status !== 'pending') finalLookup = lookup
    return lookup
  }

  const source: ResourceSource<OrderLookup> = {
    interval: ORDER_POLL_SECONDS * SECOND_MS,
    async load(signal) {
      if (finalLookup !== null || key === null) return ok(finalLookup ?? MISSING)
      const result = await deps.payments.findOrder(key, signal)
      if (!result.ok) return result
      return ok(rememberOrder(result.value))
    },
  }
  /** Stops polling after a final result. No stream exists: the flag only ends scheduled loads. */
  const stopWhenFinal = (lookup: OrderLookup) => resource.setStreaming(lookup === finalLookup)
  const resource = createResource<OrderLookup>(deps, source, { onLoad: stopWhenFinal })
  const view = createDerivedView<OrderViewState>(
    () => {
      const state = resource.getSnapshot()
      return { resource: state, checkedAt: state.updatedAt }
    },
    () => resource.subscribe(() => view.refresh()).unsubscribe,
  )
  return { getSnapshot: view.getSnapshot, subscribe: view.subscribe, check: resource.retry }
}
