import { pollFailedText, stillPendingText } from '#src/application/payment/order-messages.ts'
import type { PaymentPorts } from '#src/application/payment/ports.ts'
import type { Announcer } from '#src/application/platform/notices.ts'
import { type Readable, withWork } from '#src/application/platform/readable.ts'
import {
  createResource,
  type ResourceDeps,
  type ResourceSource,
  type ResourceState,
} from '#src/application/platform/resource.ts'
import type { OrderKey, PaymentOrder } from '#src/domain/payment/order.ts'
import { ok } from '#src/domain/result.ts'
import { formatClock } from '#src/domain/text.ts'
import { MINUTE_MS, SECOND_MS } from '#src/domain/time/bogota.ts'

interface OrdersDeps extends ResourceDeps {
  readonly payments: Pick<PaymentPorts['payments'], 'findOrder' | 'listOrders'>
}

/** The orders of the signed-in client, the newest first. */
export const createOrders = ({ payments, ...deps }: OrdersDeps): Readable<ResourceState<readonly PaymentOrder[]>> =>
  createResource(deps, { load: (signal) => payments.listOrders(signal), interval: MINUTE_MS })

/** Poll interval of a pending order, in seconds. */
export const ORDER_POLL_SECONDS = 15

/** The result of `findOrder`. */
export interface OrderLookup {
  /** Null when the order does not exist. */
  readonly order: PaymentOrder | null
}

const MISSING: OrderLookup = { order: null }

interface OrderDeps extends OrdersDeps {
  readonly announcer: Pick<Announcer, 'announce'>
}

/**
 * Polls a pending order. Stops when its status is final or the order does not exist. `key` is null
 * when the page URL names no order. `retry` loads now; a final order is not requested again.
 * If the order is still pending after a retry of the user, the result is announced. A new status
 * needs no announcement: its heading gets the focus.
 */
export function createOrder(deps: OrderDeps, key: OrderKey | null): Readable<ResourceState<OrderLookup>> {
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
  const resource = createResource(deps, source, { isFinal: (lookup) => lookup === finalLookup })

  function announceCheck({ userRetry, value, updatedAt }: ResourceState<OrderLookup>) {
    if (value?.order?.status !== 'pending') return
    const checkTime = formatClock(updatedAt)
    if (userRetry === 'failed') deps.announcer.announce(pollFailedText(checkTime))
    if (userRetry === 'succeeded') deps.announcer.announce(stillPendingText(checkTime))
  }

  return withWork(resource, () => resource.subscribe(announceCheck).unsubscribe)
}
