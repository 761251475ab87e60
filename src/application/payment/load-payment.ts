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

/** The use-cases of payment; they are loaded with its screens (`loadPayment`). */
export interface PaymentUseCases {
  /** Creates a view; the screen loads its code and passes `create`. */
  createView<Args extends readonly unknown[], V>(create: (deps: PaymentDeps, ...args: Args) => V, ...args: Args): V
  /**
   * Prepares this document for a payment; never settles after `signal` aborts or during a reload.
   */
  prepareCheckout(signal: AbortSignal): Promise<void>
}

/**
 * Loads the use-cases of payment. Every call returns the same promise. It rejects when the code
 * cannot be loaded; the next call then loads it again.
 */
export type LoadPayment = () => Promise<PaymentUseCases>

export const createLoadPayment = (
  deps: Omit<PaymentDeps, keyof PaymentPorts> & { readonly payment: LoadPaymentPorts },
): LoadPayment =>
  fetchOnce(async () => {
    const all: PaymentDeps = { ...deps, ...(await deps.payment()) }
    return {
      createView: (create, ...args) => create(all, ...args),
      prepareCheckout: (signal) => all.checkout.prepare(signal),
    }
  })
