import type { Checkout } from '#src/application/payment/ports.ts'
import type { CheckoutOutcome } from '#src/domain/payment/checkout-machine.ts'
import type { CheckoutOrder } from '#src/domain/payment/order.ts'

/**
 * The outcome that a test sets. With `open` the provider's window is open until the attempt is
 * aborted.
 */
export type MemoryOutcome = CheckoutOutcome | 'open'

/** A checkout with an outcome that the test sets; `leaving` by default. */
export interface MemoryCheckout extends Checkout {
  /** The orders passed to `open`. */
  openedOrders(): readonly CheckoutOrder[]
  setOutcome(outcome: MemoryOutcome): void
  /** Number of calls of `prepare` without an aborted signal. */
  prepareCount(): number
  /** Delays the load of the provider's script until `finishLoading`. */
  blockLoading(): void
  finishLoading(): void
}

export function createMemoryCheckout(kind: Checkout['kind'] = 'sandbox'): MemoryCheckout {
  const passedOrders: CheckoutOrder[] = []
  let outcome: MemoryOutcome = 'leaving'
  let preparations = 0
  let loading = Promise.resolve(true)
  let finishLoading = () => {}
  return {
    kind,
    isOverPage: kind === 'epayco',
    async prepare(signal) {
      if (!signal.aborted) preparations += 1
    },
    load: () => loading,
    async open(order, signal) {
      if (signal.aborted) return 'closed'
      passedOrders.push(order)
      if (outcome !== 'open') return outcome
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve('closed'), { once: true }))
    },
    openedOrders: () => [...passedOrders],
    setOutcome: (next) => {
      outcome = next
    },
    prepareCount: () => preparations,
    blockLoading: () => {
      loading = new Promise((resolve) => {
        finishLoading = () => resolve(true)
      })
    },
    finishLoading: () => finishLoading(),
  }
}
