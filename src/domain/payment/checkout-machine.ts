import { assign, forwardTo, sendTo, setup } from 'xstate'
import { type Answer, type CallFailure, declareCall, type Timed } from '#src/domain/call.ts'
import {
  findUsableProof,
  HUMAN_CHECK_EVENTS,
  type HumanCheckContext,
  type HumanCheckUpdate,
  type HumanProof,
  humanCheckMachine,
} from '#src/domain/identity/human-check-machine.ts'
import { failAttempt, type KeyedAttempt, nextAttempt } from '#src/domain/keyed-attempt.ts'
import {
  type CheckoutOrder,
  isUntouched,
  type NewOrder,
  type OrderKey,
  type OrderRequest,
  type PaymentOrder,
} from '#src/domain/payment/order.ts'
import type { PlanId } from '#src/domain/payment/plans.ts'
import { type Instant, SECOND_MS } from '#src/domain/time/bogota.ts'

/** How long a confirmation is waited for after the provider's window closed (D78). */
export const CONFIRMATION_WAIT_MS = 15 * SECOND_MS

/** Wait between two reads of the order during that time. */
export const CONFIRMATION_POLL_MS = 3 * SECOND_MS

/**
 * How a checkout ended. `leaving`: the browser navigates to the page of the provider or of the
 * order. `closed`: the payer closed the window, or the call was aborted. `blocked`: no payment was
 * opened.
 */
export type CheckoutOutcome = 'leaving' | 'closed' | 'blocked'

export interface CheckoutInput {
  readonly plan: PlanId
  /** False if the portal offers no payment. */
  readonly isAvailable: boolean
  /** True if the payment opens in a window over the page, which the portal must not cover. */
  readonly isOverPage: boolean
}

/** One request for an order, and the proof of its human check: a repeated request needs a new one. */
export interface CheckedAttempt {
  readonly attempt: KeyedAttempt<OrderRequest>
  readonly proof: HumanProof
}

/** `solution` and `round` are copies of the human check's. */
interface CheckoutContext extends CheckoutInput, HumanCheckContext {
  /** The last created order. */
  readonly order: CheckoutOrder | null
  /** The last sent request for an order. */
  readonly attempt: KeyedAttempt<OrderRequest> | null
  /** The proof of the request that is being sent. */
  readonly proof: HumanProof | null
  /** Why the last request created no order. */
  readonly failure: CallFailure | null
  /** When the provider's window closed; null before. */
  readonly closedAt: Instant | null
}

type CheckoutEvent =
  | HumanCheckUpdate
  | Timed<
      | { readonly type: 'SUBMIT'; readonly email: string /** For a new request. */; readonly newKey: string }
      | { readonly type: 'OPEN_WINDOW' }
    >

function requireValue<T>(value: T | null): T {
  if (value === null) throw new Error('checkout: a required value is missing in this state')
  return value
}

const submit = [
  { guard: 'isOrdered', target: 'loading' },
  { guard: 'hasUsableProof', target: 'ordering', actions: ['startAttempt', 'spendProof'] },
] as const

/** The mail address whose order exists: its payment creates none and needs no human check. */
export const findOrderedEmail = ({ order, attempt }: Pick<CheckoutContext, 'order' | 'attempt'>): string | null =>
  order === null || attempt?.isUnsettled ? null : order.email

/** The last read of the order is at the end of the wait or after it. */
const isWaitOver = ({ closedAt }: CheckoutContext, at: Instant) => at - requireValue(closedAt) >= CONFIRMATION_WAIT_MS

const hasNoPayment = (answer: Answer<PaymentOrder | null>) =>
  answer.ok && answer.value !== null && isUntouched(answer.value)

/**
 * The payment of a plan (D78). It is `form`, `ordering`, `loading`, `ready` if the window opens
 * over the page, and `paying`; then `leaving` if the browser leaves the page. After the window
 * closed it is `checking`: the provider confirms a payment a few seconds later. It ends `attempted`
 * if the order has a trace of a payment or cannot be read, else `closed`. A retry reuses the order
 * of the same mail address. While an attempt to order is unsettled, only that attempt is repeated.
 * Each request for an order, a repeated one too, uses one proof of the human check (D9).
 */
export const checkoutMachine = setup({
  types: {
    context: {} as CheckoutContext,
    events: {} as CheckoutEvent,
    input: {} as CheckoutInput,
    tags: {} as 'accepts-input',
    children: {} as { 'human-check': 'humanCheck' },
  },
  actors: {
    humanCheck: humanCheckMachine,
    createOrder: declareCall<CheckedAttempt, NewOrder>(),
    /** Loads the provider's script. */
    loadProvider: declareCall<void, boolean>(),
    openProvider: declareCall<CheckoutOrder, CheckoutOutcome>(),
    findOrder: declareCall<OrderKey, PaymentOrder | null>(),
    /** Ends when the browser restores the page that it has left. */
    pageReturn: declareCall<void, void>(),
  },
  delays: { poll: CONFIRMATION_POLL_MS },
  guards: {
    isUnavailable: ({ context }) => !context.isAvailable,
    isOverPage: ({ context }) => context.isOverPage,
    isOrdered: ({ context, event }) => event.type === 'SUBMIT' && findOrderedEmail(context) === event.email,
    hasUsableProof: ({ context, event }) => findUsableProof(context.solution, event.at) !== null,
    isOk: (_, answer: Answer<unknown>) => answer.ok,
    isNotLoaded: (_, answer: Answer<boolean>) => !(answer.ok && answer.value),
    hasOutcome: (_, { answer, outcome }: { answer: Answer<CheckoutOutcome>; outcome: CheckoutOutcome }) =>
      answer.ok && answer.value === outcome,
    isUnpaid: (_, answer: Answer<PaymentOrder | null>) => hasNoPayment(answer),
    isUnpaidYet: ({ context }, answer: Answer<PaymentOrder | null>) =>
      hasNoPayment(answer) && !isWaitOver(context, answer.at),
  },
  actions: {
    copyCheck: assign((_, { solution, round }: HumanCheckContext) => ({ solution, round })),
    forwardToCheck: forwardTo('human-check'),
    spendProof: sendTo('human-check', ({ event }) => ({ type: 'CHECK_SPENT' as const, at: event.at })),
    startAttempt: assign(({ context: { plan, attempt, solution }, event }) =>
      event.type === 'SUBMIT'
        ? {
            attempt: nextAttempt(attempt, { plan, email: event.email }, event.newKey),
            proof: findUsableProof(solution, event.at),
            failure: null,
          }
        : {},
    ),
    setOrder: assign(({ context }, answer: Answer<NewOrder>) => {
      const { request } = requireValue(context.attempt)
      return answer.ok ? { order: { ...answer.value, email: request.email }, attempt: null } : {}
    }),
    setFailure: assign(({ context }, answer: Answer<unknown>) =>
      answer.ok ? {} : { failure: answer.error, attempt: failAttempt(requireValue(context.attempt), answer.error) },
    ),
    setClosedAt: assign((_, { at }: { readonly at: Instant }) => ({ closedAt: at })),
  },
}).createMachine({
  id: 'checkout',
  context: ({ input }) => ({
    ...input,
    ...{ order: null, attempt: null, proof: null, failure: null, closedAt: null },
    ...{ solution: null, round: 0 },
  }),
  invoke: {
    id: 'human-check',
    src: 'humanCheck',
    onSnapshot: { actions: { type: 'copyCheck', params: ({ event }) => event.snapshot.context } },
  },
  on: HUMAN_CHECK_EVENTS,
  initial: 'starting',
  states: {
    starting: { always: [{ guard: 'isUnavailable', target: 'unavailable' }, { target: 'form' }] },
    unavailable: {},
    form: { tags: 'accepts-input', on: { SUBMIT: submit } },
    ordering: {
      invoke: {
        src: 'createOrder',
        input: ({ context: { attempt, proof } }) => ({ attempt: requireValue(attempt), proof: requireValue(proof) }),
        onDone: [
          {
            guard: { type: 'isOk', params: ({ event }) => event.output },
            target: 'loading',
            actions: { type: 'setOrder', params: ({ event }) => event.output },
          },
          { target: 'form', actions: { type: 'setFailure', params: ({ event }) => event.output } },
        ],
      },
    },
    loading: {
      invoke: {
        src: 'loadProvider',
        onDone: [
          { guard: { type: 'isNotLoaded', params: ({ event }) => event.output }, target: 'blocked' },
          { guard: 'isOverPage', target: 'ready' },
          { target: 'paying' },
        ],
      },
    },
    ready: { on: { OPEN_WINDOW: 'paying' } },
    paying: {
      invoke: {
        src: 'openProvider',
        input: ({ context }) => requireValue(context.order),
        onDone: [
          {
            guard: { type: 'hasOutcome', params: ({ event }) => ({ answer: event.output, outcome: 'closed' }) },
            target: 'checking',
            actions: { type: 'setClosedAt', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'hasOutcome', params: ({ event }) => ({ answer: event.output, outcome: 'leaving' }) },
            target: 'leaving',
          },
          { target: 'blocked' },
        ],
      },
    },
    leaving: { invoke: { src: 'pageReturn', onDone: 'form' } },
    blocked: { tags: 'accepts-input', on: { SUBMIT: submit } },
    checking: {
      initial: 'reading',
      states: {
        reading: {
          invoke: {
            src: 'findOrder',
            input: ({ context }) => requireValue(context.order),
            onDone: [
              { guard: { type: 'isUnpaidYet', params: ({ event }) => event.output }, target: 'pausing' },
              { guard: { type: 'isUnpaid', params: ({ event }) => event.output }, target: '#checkout.closed' },
              { target: '#checkout.attempted' },
            ],
          },
        },
        pausing: { after: { poll: 'reading' } },
      },
    },
    closed: { type: 'final' },
    attempted: { type: 'final' },
  },
})
