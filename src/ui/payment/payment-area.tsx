import { Pricing } from '#src/ui/payment/pricing.tsx'
import { LazyScreen, type ScreenProps, type ScreenSource } from '#src/ui/shell/lazy-screen.tsx'

const CHECKOUT_RETURN: ScreenSource = {
  load: async () => (await import('#src/ui/payment/checkout-return.tsx')).CheckoutReturn,
  prepare: ({ loadPayment }) => loadPayment(),
}

/** The area of two screens: the plans, and the page that a checkout returns to. */
export const PaymentArea = (destination: ScreenProps) =>
  destination.screen === 'pricing' ? <Pricing /> : <LazyScreen source={CHECKOUT_RETURN} {...destination} />
