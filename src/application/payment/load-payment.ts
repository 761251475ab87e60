import type { Announcer } from '#src/application/platform/announcer.ts'
import { fetchOnce } from '#src/application/platform/fetch-once.ts'
import type { Toasts } from '#src/application/platform/toasts.ts'
import type { LoadPaymentPorts, PaymentPorts, Ports } from '#src/application/ports.ts'
import type { ClientSession } from '#src/domain/identity/client-session.ts'

/** The dependencies of the payment views. */
export interface PaymentDeps extends Ports, PaymentPorts {
  readonly announcer: Announcer
  readonly toasts: Toasts
  readonly clientSession: ClientSession
}

/** The use-cases of payment, loaded with the first payment page. */
export interface PaymentUseCases {
  /** Creates a view; the page loads the view's code and passes `create`. */
  createView<Args extends readonly unknown[], V>(create: (deps: PaymentDeps, ...args: Args) => V, ...args: Args): V
  /** Prepares the HTML document for a payment, as `Checkout.prepare`. */
  prepareCheckout(signal: AbortSignal): Promise<void>
}

/**
 * Loads the code of payment once: every call returns the same promise. After a rejection the next
 * call loads the code again.
 */
export type LoadPayment = () => Promise<PaymentUseCases>

export const createLoadPayment = (
  deps: Omit<PaymentDeps, keyof PaymentPorts> & { readonly payment: LoadPaymentPorts },
): LoadPayment =>
  fetchOnce(async () => {
    const paymentDeps: PaymentDeps = { ...deps, ...(await deps.payment()) }
    return {
      createView: (create, ...args) => create(paymentDeps, ...args),
      prepareCheckout: (signal) => paymentDeps.checkout.prepare(signal),
    }
  })
