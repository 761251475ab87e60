import { act, fireEvent, screen, within } from '@testing-library/react'
import { createMemoryIdentity } from '#src/adapters/memory/identity.ts'
import { createMemoryCheckout, createMemoryPayment } from '#src/adapters/memory/payment.ts'
import { createMemoryClock } from '#src/adapters/memory/platform.ts'
import type { Checkout, PaymentsGateway } from '#src/application/payment/ports.ts'
import { ok } from '#src/domain/result.ts'
import { type Instant, SECOND_MS, toInstant } from '#src/domain/time/bogota.ts'
import { DEMO_PASSWORD, signIn } from '#tests/contract/identity-under-test.ts'
import { CLIENT, openPortal } from '#tests/ui/portal.tsx'

interface Options {
  readonly path?: string
  /** True signs in the demo client in the portal and at the service. */
  readonly isSignedIn?: boolean
  readonly checkoutKind?: Checkout['kind']
  /** Functions that replace those of the payment service. */
  readonly payments?: Partial<PaymentsGateway>
}

/** Opens the portal with the payment service in memory. */
export async function openPayment({
  path = '/precios/',
  isSignedIn = false,
  checkoutKind,
  payments = {},
}: Options = {}) {
  const clock = createMemoryClock(toInstant('2026-11-20', '12:43:15'))
  const service = createMemoryIdentity({ clock })
  const identity = service.browser()
  if (isSignedIn) await signIn(identity, 'demo', { password: DEMO_PASSWORD })
  const memory = createMemoryPayment({ accounts: service.accounts, humanCheck: service.humanCheck, clock }).browser(
    identity.findClient,
  )
  const checkout = createMemoryCheckout(checkoutKind)
  const references: string[] = []
  const gateway = {
    ...memory.payments,
    async createOrder(...call: Parameters<PaymentsGateway['createOrder']>) {
      const result = await memory.payments.createOrder(...call)
      if (result.ok) references.push(result.value.reference)
      return result
    },
    ...payments,
  }
  /** The clock of the page is ahead of the service's, so that the proof lives long enough for both. */
  async function solve(signal?: AbortSignal) {
    const result = await service.humanCheck.solve(signal)
    return result.ok ? ok({ ...result.value, expiresAt: Number.MAX_SAFE_INTEGER }) : result
  }
  let user = CLIENT
  const portal = await openPortal({
    path,
    isSignedIn,
    payment: { payments: gateway, checkout, newKey: memory.newKey },
    identity: {
      ...identity,
      humanCheck: { kind: 'proof-of-work', solve },
      auth: { ...identity.auth, currentUser: async () => ok(isSignedIn ? user : null) },
    },
  })
  return {
    ...portal,
    /** Advances the clock of the page by steps of a second, and lets the loads of each end. */
    async passSeconds(seconds: number) {
      for (let second = 0; second < seconds; second += 1) {
        act(() => portal.ports.clock.advance(SECOND_MS))
        await portal.flush()
      }
    },
    clock,
    checkout,
    payments: gateway,
    /** Returns the references of the orders that the service created. */
    createdOrders: () => [...references],
    /** Changes the end of the account that the service returns. */
    extendAccount(expiresAt: Instant) {
      user = { ...user, expiresAt }
    },
  }
}

export const findDialog = () => screen.findByRole('dialog')

/** Starts the payment of a plan and waits for its dialog. */
export async function choosePlan(name: string) {
  const plan = await screen.findByRole('region', { name })
  await act(async () => fireEvent.click(within(plan).getByRole('button', { name: 'Pagar con tarjeta' })))
  return findDialog()
}

export async function typeEmail(email: string) {
  const field = await screen.findByLabelText('Correo electrónico')
  await act(async () => fireEvent.change(field, { target: { value: email } }))
}

export const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })))

/** Solves the human check of the dialog. A payment of an order that exists has none. */
export const passHumanCheck = () =>
  act(async () => screen.queryByRole<HTMLInputElement>('checkbox', { name: 'Confirme que no es un robot' })?.click())

/** Solves the human check and submits the form. */
export async function continueToPayment() {
  await passHumanCheck()
  await press('Continuar al pago')
}
