import { Container, ContainerModule } from 'inversify'

import { createEpaycoCheckout } from '#src/adapters/browser/epayco-checkout.ts'
import { createBrowserPage } from '#src/adapters/browser/page.ts'
import { createNoCheckout, createSandboxCheckout } from '#src/adapters/browser/sandbox-checkout.ts'
import type { HttpClient } from '#src/adapters/http/client.ts'
import type { Configuration } from '#src/adapters/http/configuration.ts'
import { PAYMENT_PATHS } from '#src/adapters/http/contract/paths.ts'
import type { WatchedSessionRefusals } from '#src/adapters/http/identity/session-refusals.ts'
import { createPaymentsApi } from '#src/adapters/http/payment/payments-api.ts'
import { createSessionClientFactory } from '#src/adapters/http/session-client.ts'
import type { SessionStore } from '#src/application/identity/ports.ts'
import type { Checkout, PaymentPorts } from '#src/application/payment/ports.ts'
import { provide, type Tokens, token } from '#src/composition/provide.ts'

/** The dependencies of the payment ports. */
export interface PaymentNeeds {
  readonly window: Window & typeof globalThis
  readonly fetch: typeof globalThis.fetch
  readonly configuration: Configuration
  readonly session: SessionStore
  readonly refusals: WatchedSessionRefusals
}

const PAYMENT: Tokens<PaymentPorts> = {
  payments: token('payments'),
  checkout: token('checkout'),
  newKey: token('paymentNewKey'),
}

const HTTP = token<HttpClient>('paymentHttp')
const ALL_PORTS = token<PaymentPorts>('paymentPorts')

/** Creates the configured checkout (D39). */
function createCheckout(window: Window & typeof globalThis, { checkout, marketApi }: Configuration): Checkout {
  if (checkout === null) return createNoCheckout()
  if (checkout.provider === 'sandbox') return createSandboxCheckout({ window })
  return createEpaycoCheckout({
    window,
    page: createBrowserPage({ window }),
    confirmation: `${marketApi}${PAYMENT_PATHS.confirmation}`,
    ...checkout,
  })
}

function paymentAdapters({ window, fetch, configuration, session, refusals }: PaymentNeeds) {
  const createSessionClient = createSessionClientFactory({ session, refusals, auth: configuration.auth, fetch })
  return new ContainerModule(({ bind }) => {
    provide(bind, HTTP, () => createSessionClient({ base: configuration.marketApi }), {})
    provide(bind, PAYMENT.payments, createPaymentsApi, { http: HTTP })
    provide(bind, PAYMENT.checkout, () => createCheckout(window, configuration), {})
    provide(bind, PAYMENT.newKey, () => () => crypto.randomUUID(), {})
  })
}

/** Creates the ports of payment. This code is loaded with the first screen that needs a port. */
export function openPaymentPorts(needs: PaymentNeeds): PaymentPorts {
  const container = new Container({ defaultScope: 'Singleton' })
  container.load(paymentAdapters(needs))
  provide(
    (id) => container.bind(id),
    ALL_PORTS,
    (ports: PaymentPorts) => ports,
    PAYMENT,
  )
  return container.get<PaymentPorts>(ALL_PORTS)
}
