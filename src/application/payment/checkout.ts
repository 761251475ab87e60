import type { NewOrder } from '#src/domain/payment/order.ts'

/** An order to pay; `email` receives the receipt, null is the address of the client's account. */
export interface CheckoutOrder extends NewOrder {
  readonly email: string | null
}

/**
 * How a checkout ended. `leaving`: the browser navigates to the page of the provider or of the
 * order. `closed`: the payer closed the window without paying. `blocked`: the provider's script
 * could not run.
 */
export type CheckoutOutcome = 'leaving' | 'closed' | 'blocked'

/** The card payment of a provider. */
export interface Checkout {
  /** `none`: the portal offers no payment. */
  readonly kind: 'epayco' | 'sandbox' | 'none'
  /** Whether the provider's window opens over the page: nothing of the portal may cover it. */
  readonly isOverPage: boolean
  /**
   * Prepares this document for a payment and starts to load what it needs. Only the pricing page
   * calls it: no other page loads a script of the provider. It may reload the page while the user
   * is not busy. It never settles after such a reload or after `signal` aborts.
   */
  prepare(signal: AbortSignal): Promise<void>
  /**
   * Waits for what `open` needs; false when the provider's script could not run. It never rejects.
   */
  load(): Promise<boolean>
  /** Opens the payment of an order, unless `signal` is aborted. It never rejects. */
  open(order: CheckoutOrder, signal: AbortSignal): Promise<CheckoutOutcome>
}
