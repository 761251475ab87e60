import { ContainerModule } from 'inversify'

import { createEpaycoCheckout } from '#src/adapters/browser/epayco-checkout.ts'
import { createNoCheckout, createSandboxCheckout } from '#src/adapters/browser/sandbox-checkout.ts'
import type { Configuration } from '#src/adapters/http/configuration.ts'
import { PAYMENT_PATHS } from '#src/adapters/http/contract/paths.ts'
import { createPaymentsApi } from '#src/adapters/http/payment/payments-api.ts'
import type { CreateSessionClient } from '#src/adapters/http/session-client.ts'
import type { Checkout } from '#src/application/payment/ports.ts'
import type { Page } from '#src/application/platform/ports.ts'
import { CREATE_SESSION_CLIENT } from '#src/composition/http.ts'
import { AREA_PORTS, PORTS } from '#src/composition/ports.ts'
import { provide } from '#src/composition/provide.ts'

const { payment: PORT } = AREA_PORTS

/** The part of `http` for payment, which is loaded with the first screen that pays. */
export function payment(window: Window & typeof globalThis, { checkout, marketApi }: Configuration) {
  /** Creates the configured checkout (D39). */
  function createCheckout({ page }: { readonly page: Page }): Checkout {
    if (checkout === null) return createNoCheckout()
    if (checkout.provider === 'sandbox') return createSandboxCheckout({ window })
    const confirmation = `${marketApi}${PAYMENT_PATHS.confirmation}`
    return createEpaycoCheckout({ window, page, confirmation, ...checkout })
  }

  return new ContainerModule(({ bind }) => {
    provide(
      bind,
      PORT.payments,
      ({ createSessionClient }: { readonly createSessionClient: CreateSessionClient }) =>
        createPaymentsApi({ http: createSessionClient({ base: marketApi }) }),
      { createSessionClient: CREATE_SESSION_CLIENT },
    )
    provide(bind, PORT.checkout, createCheckout, { page: PORTS.page })
  })
}
