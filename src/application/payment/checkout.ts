import type { SnapshotFrom } from 'xstate'
import {
  createHumanCheckActions,
  type HumanCheck,
  type HumanCheckActions,
  type HumanCheckFormState,
  provideHumanCheck,
  toHumanCheckForm,
} from '#src/application/identity/identity.ts'
import { toOrderAddress } from '#src/application/navigation/query.ts'
import {
  EMAIL_EMPTY,
  EMAIL_INVALID,
  NOT_ORDERED,
  ORDER_UNKNOWN,
  ORDER_UNKNOWN_ADVICE,
} from '#src/application/payment/checkout-messages.ts'
import type { PaymentPorts } from '#src/application/payment/ports.ts'
import { requestFailureMessage } from '#src/application/platform/apology.ts'
import { createCaller, createFlow, type FlowDeps } from '#src/application/platform/flow.ts'
import type { FindErrors } from '#src/application/platform/form-errors.ts'
import type { Page } from '#src/application/platform/ports.ts'
import type { Readable } from '#src/application/platform/readable.ts'
import { emailViolation } from '#src/domain/identity/email.ts'
import type { ClientSessionState } from '#src/domain/identity/session.ts'
import { normalizeText } from '#src/domain/identity/typed-text.ts'
import { checkoutMachine, findOrderedEmail } from '#src/domain/payment/checkout-machine.ts'
import type { Plan } from '#src/domain/payment/plans.ts'
import { ok } from '#src/domain/result.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

interface CheckoutForm {
  readonly email: string
}

/** The state of the checkout, for the UI. */
export interface CheckoutState extends HumanCheckFormState {
  /**
   * `opening`: an order is requested, the provider's script loads or the provider's page opens.
   * `ready`: the UI must close its dialog and call `openWindow`. `paying`: the provider's window is
   * open over the page. `checking`: the window is closed, and a confirmation may still arrive.
   * `closed`: the payer closed the window without an attempt to pay. `attempted`: the payer made an
   * attempt, or the order was not read. `blocked`: the window did not open. `unavailable`: the
   * portal has no payment provider.
   */
  readonly step:
    | 'form'
    | 'opening'
    | 'ready'
    | 'paying'
    | 'checking'
    | 'closed'
    | 'attempted'
    | 'blocked'
    | 'unavailable'
  /** Why no order is known; null without a failure. */
  readonly failure: { readonly lead: string; readonly text: string } | null
  /** True while only the last request may be repeated: its reply was lost. */
  readonly isLocked: boolean
  /** The path and query of the created order's page; null before the order exists. */
  readonly orderAddress: string | null
  /** The mail address whose order exists, null without one: paying it needs no human check. */
  readonly orderedEmail: string | null
}

/** The payment of a plan, while the state has subscribers. */
export interface CheckoutFlow extends Readable<CheckoutState> {
  /** The mail address of the signed-in client; '' for a visitor. */
  readonly knownEmail: string
  readonly findErrors: FindErrors<CheckoutForm>
  readonly humanCheck: HumanCheckActions
  /** False when an order of this mail address exists: paying it creates none. */
  needsHumanCheck(form: CheckoutForm): boolean
  /**
   * Creates an order, unless the last order has the same mail address, and starts the payment. Has
   * no effect for an invalid form, without a proof of the human check if it is needed, without a provider, or while a payment opens or is open.
   */
  submit(form: CheckoutForm): void
  /** Opens the provider's window in the step `ready`; otherwise has no effect. */
  openWindow(): void
}

interface CheckoutDeps extends FlowDeps, PaymentPorts {
  readonly humanCheck: HumanCheck
  readonly clientSession: Readable<ClientSessionState>
  readonly page: Pick<Page, 'getSnapshot' | 'subscribe'>
}

const EMAIL_ERRORS = { required: EMAIL_EMPTY, 'not-an-email': EMAIL_INVALID } as const

const findErrors: FindErrors<CheckoutForm> = ({ email }) => {
  const violation = emailViolation(email)
  return violation ? [{ field: 'email', code: violation.code, message: EMAIL_ERRORS[violation.code] }] : []
}

type Snapshot = SnapshotFrom<typeof checkoutMachine>

const STEPS = ['form', 'ready', 'checking', 'closed', 'attempted', 'blocked', 'unavailable'] as const

function toStep(snapshot: Snapshot): CheckoutState['step'] {
  if (snapshot.matches('paying') && snapshot.context.isOverPage) return 'paying'
  return STEPS.find((step) => snapshot.matches(step)) ?? 'opening'
}

function toFailure({ failure, attempt }: Snapshot['context']): CheckoutState['failure'] {
  if (failure === null) return null
  return attempt?.isUnsettled
    ? { lead: ORDER_UNKNOWN, text: ORDER_UNKNOWN_ADVICE }
    : { lead: NOT_ORDERED, text: requestFailureMessage(failure) }
}

function select(snapshot: Snapshot, now: Instant): CheckoutState {
  const { order, attempt } = snapshot.context
  const step = toStep(snapshot)
  return {
    ...toHumanCheckForm(snapshot, now, step === 'opening'),
    step,
    failure: toFailure(snapshot.context),
    isLocked: attempt?.isUnsettled ?? false,
    orderAddress: order && toOrderAddress(order),
    orderedEmail: findOrderedEmail(snapshot.context),
  }
}

/** Waits until the page was hidden and is visible again: the browser has restored it. */
const waitForReturn = (page: CheckoutDeps['page'], signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    let wasHidden = !page.getSnapshot().visible
    const { unsubscribe } = page.subscribe(({ visible }) => {
      if (!visible) wasHidden = true
      else if (wasHidden) finish()
    })
    function finish() {
      unsubscribe()
      resolve()
    }
    signal.addEventListener('abort', finish, { once: true })
  })

/** Starts the payment of a plan (D78). */
export function createCheckout(deps: CheckoutDeps, plan: Plan): CheckoutFlow {
  const { payments, checkout, humanCheck, clientSession, page, newKey, clock } = deps
  const call = createCaller(deps)
  const machine = checkoutMachine.provide({
    actors: {
      humanCheck: provideHumanCheck(humanCheck, call),
      createOrder: call(({ attempt: { request, key }, proof }, signal) =>
        payments.createOrder(request, proof, key, signal),
      ),
      loadProvider: call(async () => ok(await checkout.load())),
      openProvider: call(async (order, signal) => ok(await checkout.open(order, signal))),
      findOrder: call((key, signal) => payments.findOrder(key, signal)),
      pageReturn: call(async (_, signal) => ok(await waitForReturn(page, signal))),
    },
  })
  const flow = createFlow(machine, {
    ...deps,
    select: (snapshot): CheckoutState => select(snapshot, clock.now()),
    input: () => ({ plan: plan.id, isAvailable: checkout.kind !== 'none', isOverPage: checkout.isOverPage }),
  })
  return {
    getSnapshot: flow.getSnapshot,
    subscribe: flow.subscribe,
    knownEmail: clientSession.getSnapshot().session?.user.email ?? '',
    findErrors,
    humanCheck: createHumanCheckActions(humanCheck, flow.send, deps),
    needsHumanCheck: ({ email }) => flow.getSnapshot().orderedEmail !== normalizeText(email),
    submit(form) {
      if (findErrors(form).length > 0) return
      flow.send({ type: 'SUBMIT', email: normalizeText(form.email), newKey: newKey() })
    },
    openWindow: () => flow.send({ type: 'OPEN_WINDOW' }),
  }
}
