import { toSandboxAddress } from '#src/application/navigation/query.ts'
import type { Checkout } from '#src/application/payment/ports.ts'

/** The shared part of checkouts without a provider's script. */
const WITHOUT_SCRIPT = {
  isOverPage: false,
  prepare: async () => undefined,
  load: async () => true,
} as const

/** The checkout of a portal without online payment. */
export const createNoCheckout = (): Checkout => ({
  ...WITHOUT_SCRIPT,
  kind: 'none',
  open: async () => 'blocked',
})

/** Opens the card page of the reference backend, for demonstrations and tests. */
export const createSandboxCheckout = ({ window }: { readonly window: Pick<Window, 'location'> }): Checkout => ({
  ...WITHOUT_SCRIPT,
  kind: 'sandbox',
  async open({ reference, access }, signal) {
    if (signal.aborted) return 'closed'
    window.location.assign(toSandboxAddress({ reference, access }))
    return 'leaving'
  },
})
