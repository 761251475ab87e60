import type { ServerConfig } from '#server/config/config.ts'
import type { PortalConfig } from '#server/http/portal-config.ts'

/** The portal's configuration names a checkout that the server cannot serve. */
export interface CheckoutFailure {
  /**
   * ePayco without its account or its public key, or a checkout without real charges on a server
   * without demo data.
   */
  readonly kind: 'no-checkout-account' | 'no-checkout-key' | 'sandbox-without-demo' | 'test-without-demo'
}

/** Returns why the configured checkout cannot be served; null when it can be served (D78). */
export function findCheckoutFailure(
  { checkout }: Pick<PortalConfig, 'checkout'>,
  { demoData, payment }: Pick<ServerConfig, 'demoData' | 'payment'>,
): CheckoutFailure | null {
  if (checkout?.provider === 'sandbox') return demoData ? null : { kind: 'sandbox-without-demo' }
  if (checkout?.provider !== 'epayco') return null
  if (!checkout.publicKey) return { kind: 'no-checkout-key' }
  if (payment.merchant === null) return { kind: 'no-checkout-account' }
  // The numbers of the test cards are public: anyone could get access without paying.
  return checkout.test && !demoData ? { kind: 'test-without-demo' } : null
}
