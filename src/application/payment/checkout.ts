import type { NewOrder } from '#src/domain/payment/order.ts'

/** An order to pay. `email` receives the receipt; null is the mail address of the account. */
export interface CheckoutOrder extends NewOrder {
  readonly email: string | null
}

/**
 * How a checkout ended. `leaving`: the browser navigates to the page of the provider or of the
 * order. `closed`: the payer closed the window, or the call was aborted. `blocked`: no payment was
 * opened.
 */
export type CheckoutOutcome = 'leaving' | 'closed' | 'blocked'

/** The card payment of a provider. */
export interface Checkout {
  /** `none`: the portal offers no payment. */
  readonly kind: 'epayco' | 'sandbox' | 'none'
  /** True if the payment opens in a window over the page, which the portal must not cover. */
  readonly isOverPage: boolean
  /**
   * Prepares the HTML document for a payment and starts to load the provider's script. Only the
   * pricing page calls this function. It may reload the page when the user is not busy. It never
   * settles after a reload, or after `signal` aborts.
   */
  prepare(signal: AbortSignal): Promise<void>
  /**
   * Waits for the provider's script. Returns false if the script did not run. Never rejects.
   */
  load(): Promise<boolean>
  /** Opens the payment of an order, unless `signal` is aborted. Never rejects. */
  open(order: CheckoutOrder, signal: AbortSignal): Promise<CheckoutOutcome>
}
