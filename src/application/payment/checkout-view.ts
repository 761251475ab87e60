import { toOrderAddress } from '#src/application/navigation/query.ts'
import type { Checkout, CheckoutOrder } from '#src/application/payment/checkout.ts'
import { EMAIL_EMPTY, EMAIL_INVALID } from '#src/application/payment/checkout-messages.ts'
import type { PaymentsGateway } from '#src/application/payment/payments-gateway.ts'
import { requestFailureMessage } from '#src/application/platform/apology.ts'
import type { FindErrors } from '#src/application/platform/form-errors.ts'
import type { Log } from '#src/application/platform/log.ts'
import { UNEXPECTED_ERROR } from '#src/application/platform/log-messages.ts'
import type { Page } from '#src/application/platform/page.ts'
import type { Readable } from '#src/application/platform/readable.ts'
import { createSubscribers } from '#src/application/platform/view.ts'
import type { CallFailure } from '#src/domain/call.ts'
import type { ClientSession } from '#src/domain/identity/client-session.ts'
import { emailViolation } from '#src/domain/identity/email.ts'
import { normalizeText } from '#src/domain/identity/typed-text.ts'
import { isUntouched } from '#src/domain/payment/order.ts'
import type { Plan } from '#src/domain/payment/plans.ts'
import { ok, type Result } from '#src/domain/result.ts'

export interface CheckoutForm {
  readonly email: string
}

/** The state of the checkout, for the UI. */
export interface CheckoutState {
  /**
   * `opening`: an order is requested, the provider's script loads or the provider's page opens.
   * `ready`: the UI must close its dialog and call `openWindow`. `paying`: the provider's window is
   * open over the page. `closed`: the payer closed the window without an attempt to pay.
   * `attempted`: the payer made an attempt, or the order was not read. `blocked`: the window did
   * not open. `unavailable`: the portal has no payment provider.
   */
  readonly step: 'form' | 'opening' | 'ready' | 'paying' | 'closed' | 'attempted' | 'blocked' | 'unavailable'
  /** Why the order was not created; null without a failure. */
  readonly failure: string | null
  /** The path and query of the created order's page; null before the order exists. */
  readonly orderAddress: string | null
}

export interface CheckoutView extends Readable<CheckoutState> {
  /** The mail address of the signed-in client; '' for a visitor. */
  readonly knownEmail: string
  readonly findErrors: FindErrors<CheckoutForm>
  /**
   * Creates an order, unless the last order has the same mail address, and starts the payment. Has
   * no effect for an invalid form, without a provider, or while a payment opens or is open.
   */
  submit(form: CheckoutForm): void
  /** Opens the provider's window in the step `ready`; otherwise has no effect. */
  openWindow(): void
}

export interface CheckoutViewDeps {
  readonly payments: Pick<PaymentsGateway, 'createOrder' | 'findOrder'>
  readonly checkout: Pick<Checkout, 'kind' | 'isOverPage' | 'load' | 'open'>
  readonly clientSession: ClientSession
  readonly page: Pick<Page, 'visible' | 'subscribe'>
  readonly log: Pick<Log, 'error'>
}

const EMAIL_ERRORS = { required: EMAIL_EMPTY, 'not-an-email': EMAIL_INVALID } as const

const findErrors: FindErrors<CheckoutForm> = ({ email }) => {
  const violation = emailViolation(email)
  return violation ? [{ field: 'email', code: violation.code, message: EMAIL_ERRORS[violation.code] }] : []
}

const INITIAL_STATE: CheckoutState = { step: 'form', failure: null, orderAddress: null }

type NextState = Pick<CheckoutState, 'step'> & Partial<CheckoutState>

function readEmail(session: ClientSession): string {
  const { status } = session.getSnapshot().context
  return status.kind === 'active' ? status.session.user.email : ''
}

/**
 * Starts the payment of a plan. A retry after a blocked window reuses the order. Another mail
 * address creates another order.
 */
export function createCheckoutView(deps: CheckoutViewDeps, plan: Plan): CheckoutView {
  const { payments, checkout, page, log } = deps
  const knownEmail = readEmail(deps.clientSession)
  let state: CheckoutState = checkout.kind === 'none' ? { ...INITIAL_STATE, step: 'unavailable' } : INITIAL_STATE
  let createdOrder: CheckoutOrder | null = null
  let currentRun: AbortController | null = null
  let isLeaving = false

  /** Resets the form when the browser restores this page after the provider's page. */
  function watchPageReturn(): () => void {
    let wasHidden = false
    return page.subscribe(() => {
      if (!page.visible()) wasHidden = true
      else if (wasHidden && isLeaving) resetForm()
    })
  }

  const subscribers = createSubscribers(() => {
    const unwatch = watchPageReturn()
    return () => {
      unwatch()
      currentRun?.abort()
      currentRun = null
    }
  })

  function update(next: NextState) {
    state = { ...INITIAL_STATE, orderAddress: createdOrder && toOrderAddress(createdOrder), ...next }
    subscribers.notify()
  }

  function resetForm() {
    isLeaving = false
    currentRun = null
    update(INITIAL_STATE)
  }

  /** Runs an action and publishes the state that it returns, unless `signal` is aborted. */
  async function run(signal: AbortSignal, action: (signal: AbortSignal) => Promise<NextState>) {
    let next: NextState
    try {
      next = await action(signal)
    } catch (error) {
      log.error(UNEXPECTED_ERROR, error)
      next = { step: 'form', failure: requestFailureMessage(null) }
    }
    if (signal.aborted) return
    if (next.step !== 'opening' && next.step !== 'ready') currentRun = null
    update(next)
  }

  /** Returns the last order if it has this mail address, else creates an order. */
  async function reuseOrCreateOrder(email: string, signal: AbortSignal): Promise<Result<CheckoutOrder, CallFailure>> {
    if (createdOrder?.email === email) return ok(createdOrder)
    const result = await payments.createOrder({ plan: plan.id, email }, signal)
    if (!result.ok) return result
    const order = { ...result.value, email }
    if (!signal.aborted) createdOrder = order
    return ok(order)
  }

  async function startPayment(email: string, signal: AbortSignal): Promise<NextState> {
    const order = await reuseOrCreateOrder(email, signal)
    if (!order.ok) return { step: 'form', failure: requestFailureMessage(order.error) }
    if (!(await checkout.load())) return { step: 'blocked' }
    return checkout.isOverPage ? { step: 'ready' } : openCheckout(order.value, signal)
  }

  async function openCheckout(order: CheckoutOrder, signal: AbortSignal): Promise<NextState> {
    const outcome = await checkout.open(order, signal)
    if (outcome === 'closed') return readResult(order, signal)
    isLeaving = outcome === 'leaving'
    return { step: isLeaving ? 'opening' : 'blocked' }
  }

  /** The provider's window also closes after a payment, so only the order has the result. */
  async function readResult(order: CheckoutOrder, signal: AbortSignal): Promise<NextState> {
    const result = await payments.findOrder(order, signal)
    const hasNoAttempt = result.ok && result.value !== null && isUntouched(result.value)
    return { step: hasNoAttempt ? 'closed' : 'attempted' }
  }

  return {
    getSnapshot: () => state,
    subscribe: subscribers.subscribe,
    knownEmail,
    findErrors,

    submit(form) {
      if (currentRun !== null || state.step === 'unavailable' || findErrors(form).length > 0) return
      const email = normalizeText(form.email)
      currentRun = new AbortController()
      update({ step: 'opening' })
      void run(currentRun.signal, (signal) => startPayment(email, signal))
    },

    openWindow() {
      const order = createdOrder
      if (state.step !== 'ready' || currentRun === null || order === null) return
      update({ step: 'paying' })
      void run(currentRun.signal, (signal) => openCheckout(order, signal))
    },
  }
}
