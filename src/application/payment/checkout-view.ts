import type { Checkout, CheckoutOrder } from '#src/application/payment/checkout.ts'
import { EMAIL_EMPTY, EMAIL_INVALID } from '#src/application/payment/checkout-messages.ts'
import type { PaymentsGateway } from '#src/application/payment/payments-gateway.ts'
import { requestFailure } from '#src/application/platform/apology.ts'
import type { GatewayFailure } from '#src/application/platform/failure.ts'
import type { FindErrors } from '#src/application/platform/form-errors.ts'
import type { Log } from '#src/application/platform/log.ts'
import { UNEXPECTED_ERROR } from '#src/application/platform/log-messages.ts'
import type { Page } from '#src/application/platform/page.ts'
import { createSubscribers, type View } from '#src/application/platform/view.ts'
import type { ClientSession } from '#src/domain/identity/client-session.ts'
import { recoveryViolation } from '#src/domain/identity/email.ts'
import { normalizeText } from '#src/domain/identity/typed-text.ts'
import { isUntouched } from '#src/domain/payment/order.ts'
import { toOrderAddress } from '#src/domain/payment/order-address.ts'
import type { Plan } from '#src/domain/payment/plans.ts'
import { ok, type Result } from '#src/domain/result.ts'

export interface CheckoutForm {
  readonly email: string
}

/** The state of the start of a payment, for the UI. */
export interface CheckoutState {
  /**
   * `opening` while the order is created, the provider's script loads or the browser opens the
   * provider's page; `ready` when the UI must uncover the page and call `openWindow`; `paying`
   * while the provider's window is open over it; `closed` when the payer closed that window without
   * an attempt to pay; `tried` after an attempt, or when the order could not be read.
   */
  readonly step: 'form' | 'opening' | 'ready' | 'paying' | 'closed' | 'tried' | 'blocked' | 'unavailable'
  /** Why there is no order; null without a failure. */
  readonly failure: string | null
  /** The page of the order that is being paid; null before there is one. */
  readonly orderAddress: string | null
}

export interface CheckoutView extends View<CheckoutState> {
  /** The address of the signed-in client, '' for a visitor. */
  readonly knownEmail: string
  readonly findErrors: FindErrors<CheckoutForm>
  /**
   * Creates the order of an address once and opens the provider's window; ignored while an attempt
   * runs.
   */
  submit(form: CheckoutForm): void
  /** Opens the provider's window in the step `ready`; ignored in other steps. */
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
  const violation = recoveryViolation(email)
  return violation ? [{ field: 'email', code: violation.code, message: EMAIL_ERRORS[violation.code] }] : []
}

const FORM: CheckoutState = { step: 'form', failure: null, orderAddress: null }

type Next = Pick<CheckoutState, 'step'> & Partial<CheckoutState>

function readEmail(session: ClientSession): string {
  const { status } = session.getSnapshot().context
  return status.kind === 'active' ? status.session.user.email : ''
}

/**
 * Starts the payment of a plan. A retry after a blocked window reuses the order; another address
 * creates another order.
 */
export function createCheckoutView(deps: CheckoutViewDeps, plan: Plan): CheckoutView {
  const { payments, checkout, page, log } = deps
  const knownEmail = readEmail(deps.clientSession)
  let state: CheckoutState = checkout.kind === 'none' ? { ...FORM, step: 'unavailable' } : FORM
  let created: CheckoutOrder | null = null
  let running: AbortController | null = null
  let isLeaving = false

  /** Resets the form when the browser restores this page after the provider's page. */
  function watchReturn(): () => void {
    let wasHidden = false
    return page.subscribe(() => {
      if (!page.visible()) wasHidden = true
      else if (wasHidden && isLeaving) reopen()
    })
  }

  const subscribers = createSubscribers(() => {
    const unwatch = watchReturn()
    return () => {
      unwatch()
      running?.abort()
      running = null
    }
  })

  function update(next: Next) {
    state = { ...FORM, orderAddress: created && toOrderAddress(created), ...next }
    subscribers.notify()
  }

  function reopen() {
    isLeaving = false
    running = null
    update(FORM)
  }

  /** Runs a part of an attempt; the result of an aborted attempt is discarded. */
  async function run(attempt: AbortController, part: (signal: AbortSignal) => Promise<Next>) {
    let next: Next
    try {
      next = await part(attempt.signal)
    } catch (error) {
      log.error(UNEXPECTED_ERROR, error)
      next = { step: 'form', failure: requestFailure(null) }
    }
    if (attempt.signal.aborted) return
    if (next.step !== 'opening' && next.step !== 'ready') running = null
    update(next)
  }

  /** The order of the address, created at most once. */
  async function placeOrder(email: string, signal: AbortSignal): Promise<Result<CheckoutOrder, GatewayFailure>> {
    if (created?.email === email) return ok(created)
    const result = await payments.createOrder({ plan: plan.id, email }, signal)
    if (!result.ok) return result
    const placed = { ...result.value, email }
    if (!signal.aborted) created = placed
    return ok(placed)
  }

  async function prepare(email: string, signal: AbortSignal): Promise<Next> {
    const placed = await placeOrder(email, signal)
    if (!placed.ok) return { step: 'form', failure: requestFailure(placed.error) }
    if (!(await checkout.load())) return { step: 'blocked' }
    return checkout.isOverPage ? { step: 'ready' } : open(placed.value, signal)
  }

  async function open(placed: CheckoutOrder, signal: AbortSignal): Promise<Next> {
    const outcome = await checkout.open(placed, signal)
    if (outcome === 'closed') return readAfterClose(placed, signal)
    isLeaving = outcome === 'leaving'
    return { step: isLeaving ? 'opening' : 'blocked' }
  }

  /** The provider's window also closes after a payment, so only the order has the result. */
  async function readAfterClose(placed: CheckoutOrder, signal: AbortSignal): Promise<Next> {
    const found = await payments.findOrder(placed, signal)
    const isUnpaid = found.ok && found.value !== null && isUntouched(found.value)
    return { step: isUnpaid ? 'closed' : 'tried' }
  }

  return {
    getSnapshot: () => state,
    subscribe: subscribers.subscribe,
    knownEmail,
    findErrors,

    submit(form) {
      if (running !== null || state.step === 'unavailable' || findErrors(form).length > 0) return
      const email = normalizeText(form.email)
      running = new AbortController()
      update({ step: 'opening' })
      void run(running, (signal) => prepare(email, signal))
    },

    openWindow() {
      const placed = created
      if (state.step !== 'ready' || running === null || placed === null) return
      update({ step: 'paying' })
      void run(running, (signal) => open(placed, signal))
    },
  }
}
