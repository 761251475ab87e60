import type { HumanCheck } from '#src/application/identity/identity.ts'
import { createCheckout } from '#src/application/payment/checkout.ts'
import { createOrder, createOrders } from '#src/application/payment/orders.ts'
import type { PaymentPorts } from '#src/application/payment/ports.ts'
import { createTermPreview } from '#src/application/payment/term-preview.ts'
import type { Announcer } from '#src/application/platform/notices.ts'
import type { PlatformPorts } from '#src/application/platform/ports.ts'
import type { Readable } from '#src/application/platform/readable.ts'
import type { ClientSessionState } from '#src/domain/identity/session.ts'
import type { OrderKey } from '#src/domain/payment/order.ts'
import type { Plan } from '#src/domain/payment/plans.ts'

interface PaymentDeps extends PlatformPorts, PaymentPorts {
  readonly humanCheck: HumanCheck
  readonly clientSession: Readable<ClientSessionState>
  readonly announcer: Announcer
}

/** The area of plans and their payment. Its code is loaded with the first screen of payment. */
export const createPayment = (deps: PaymentDeps) => ({
  /** Prepares the HTML document for a payment, as `Checkout.prepare`. */
  prepareCheckout: (signal: AbortSignal): Promise<void> => deps.checkout.prepare(signal),
  createCheckout: (plan: Plan) => createCheckout(deps, plan),
  createTermPreview: (plan: Plan) => createTermPreview(deps, plan),
  createOrder: (key: OrderKey | null) => createOrder(deps, key),
  createOrders: () => createOrders(deps),
})

export type Payment = ReturnType<typeof createPayment>
