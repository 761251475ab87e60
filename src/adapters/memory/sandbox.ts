import type { MemoryCard, MemoryPaymentPorts } from '#src/adapters/memory/payment.ts'
import type { Checkout } from '#src/application/payment/ports.ts'
import { createState, type Readable } from '#src/application/platform/readable.ts'
import type { CheckoutOutcome } from '#src/domain/payment/checkout-machine.ts'
import type { CheckoutOrder, TransactionState } from '#src/domain/payment/order.ts'

/**
 * What the payer can choose on the card page. `error`: the provider fails and confirms nothing.
 * `cancelled`: the payer goes back without a payment.
 */
export type CardOutcome = TransactionState | 'error' | 'cancelled'

/**
 * The card page of the sandbox, without its look. While `getSnapshot().order` is an order, the UI
 * shows the page of that order over the portal; each choice calls `choose` once. The checkout then
 * continues by itself: it reads the order and opens the order's page, or returns to the prices.
 */
export interface CardPage extends Readable<{ readonly order: CheckoutOrder | null }> {
  /** Ends the open payment. Without an open payment it does nothing. */
  choose(outcome: CardOutcome, card?: MemoryCard): void
}

interface SandboxDeps {
  readonly payments: Pick<MemoryPaymentPorts['payments'], 'settle'>
}

const DEFAULT_CARD = 'Visa 1111'
const DEFAULT_AUTHORIZATION = '702418'
const DEFAULT_REASON = 'Fondos insuficientes'

/** Creates the sandbox's checkout and its card page (D78). */
export function createMemorySandbox({ payments }: SandboxDeps): {
  readonly checkout: Checkout
  readonly cardPage: CardPage
} {
  const state = createState<{ readonly order: CheckoutOrder | null }>({ order: null })
  let finish: (outcome: CheckoutOutcome) => void = () => {}

  function close(outcome: CheckoutOutcome) {
    state.set({ order: null })
    finish(outcome)
    finish = () => {}
  }

  function confirm(reference: string, result: TransactionState, paid: MemoryCard) {
    payments.settle(reference, result, {
      card: DEFAULT_CARD,
      ...(result === 'approved' && { authorization: DEFAULT_AUTHORIZATION }),
      ...(result === 'rejected' && { reason: DEFAULT_REASON }),
      ...paid,
    })
  }

  return {
    cardPage: {
      getSnapshot: state.getSnapshot,
      subscribe: state.subscribe,
      choose(outcome, paid = {}) {
        const { order } = state.getSnapshot()
        if (order === null) return
        if (outcome !== 'error' && outcome !== 'cancelled') confirm(order.reference, outcome, paid)
        close(outcome === 'error' ? 'blocked' : 'closed')
      },
    },
    checkout: {
      kind: 'sandbox',
      // The portal closes its dialog first: an open dialog would trap the focus.
      isOverPage: true,
      prepare: async () => undefined,
      load: async () => true,
      async open(order, signal) {
        if (signal.aborted) return 'closed'
        close('closed')
        return new Promise((resolve) => {
          const abort = () => close('closed')
          signal.addEventListener('abort', abort, { once: true })
          finish = (outcome) => {
            // A late abort would close the card page of the next payment.
            signal.removeEventListener('abort', abort)
            resolve(outcome)
          }
          state.set({ order })
        })
      },
    },
  }
}
