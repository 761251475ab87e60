import { assign, setup } from 'xstate'
import { type Answer, type CallFailure, declareCall, declareEffect, type Timed } from '#src/domain/call.ts'
import {
  DEFAULT_QUANTITY,
  type PackageOrder,
  stepQuantity,
  toPackageOrder,
} from '#src/domain/imc/packages/package-order.ts'
import type { PackageOffer } from '#src/domain/imc/packages/packages.ts'
import type { SentRequest } from '#src/domain/imc/requests/requests.ts'
import { failAttempt, type KeyedAttempt, nextAttempt } from '#src/domain/keyed-attempt.ts'

/** What a reload of the offers changed in an order under review. */
export type OfferChange = 'price' | 'gone'

/** The form of an order. A form that opens again after its session ended has the values of then. */
export interface OrderForm {
  readonly packageId: string | null
  /** The text in the field. */
  readonly quantity: string
  /** The last sent order; the form is locked while it is unsettled. */
  readonly attempt: KeyedAttempt<PackageOrder> | null
}

export const NEW_ORDER_FORM: OrderForm = { packageId: null, quantity: DEFAULT_QUANTITY, attempt: null }

export interface OrderContext extends OrderForm {
  readonly offers: readonly PackageOffer[]
  /** True after a submit of an invalid form, until the form is valid. */
  readonly showsErrors: boolean
  /** Why the last order was not accepted; null without a failure and after a change. */
  readonly failure: CallFailure | null
  /** Why the review went back to the form; null after a change or the next review. */
  readonly offerChange: OfferChange | null
}

export type OrderEvent = Timed<
  | { readonly type: 'OFFER'; readonly offers: readonly PackageOffer[] }
  | { readonly type: 'CHOOSE'; readonly packageId: string }
  | { readonly type: 'TYPE'; readonly quantity: string }
  | { readonly type: 'STEP'; readonly change: number }
  | { readonly type: 'SUBMIT' }
  | { readonly type: 'BACK' }
  | { readonly type: 'CONFIRM' /** For a new order. */; readonly newKey: string }
>

export const findChosenOffer = ({
  offers,
  packageId,
}: Pick<OrderContext, 'offers' | 'packageId'>): PackageOffer | null => offers.find(({ id }) => id === packageId) ?? null

/** Returns the order of the form, or its errors. */
export const checkOrder = (context: Pick<OrderContext, 'offers' | 'packageId' | 'quantity'>) =>
  toPackageOrder(findChosenOffer(context), context.quantity)

/** Returns what new offers change in the reviewed order; null if it stays the same. */
function findOfferChange(context: OrderContext, offers: readonly PackageOffer[]): OfferChange | null {
  const offer = findChosenOffer({ ...context, offers })
  if (offer === null) return 'gone'
  return offer.price === findChosenOffer(context)?.price ? null : 'price'
}

const isLocked = ({ attempt }: OrderContext) => attempt?.isUnsettled === true

function requireAttempt({ attempt }: OrderContext): KeyedAttempt<PackageOrder> {
  if (attempt === null) throw new Error('order: sending without an order')
  return attempt
}

function changeForm(context: OrderContext, change: Partial<OrderForm>): Partial<OrderContext> {
  const showsErrors = context.showsErrors && !checkOrder({ ...context, ...change }).ok
  return { ...change, showsErrors, failure: null, offerChange: null }
}

/**
 * The order of packages (§2.5, D33): `form`, `review`, `sending`, then `sent`, or `form` again
 * after a failure. An order is sent only as it was reviewed (D99). After a lost reply the form is
 * locked, and only the identical order is sent again (D28), without another review.
 */
export const orderMachine = setup({
  types: {
    context: {} as OrderContext,
    events: {} as OrderEvent,
    input: {} as OrderForm,
  },
  actors: { sendOrder: declareCall<KeyedAttempt<PackageOrder>, SentRequest>() },
  guards: {
    isLocked: ({ context }) => isLocked(context),
    isUnlocked: ({ context }) => !isLocked(context),
    isValid: ({ context }) => checkOrder(context).ok,
    changesOffer: ({ context, event }) => event.type === 'OFFER' && findOfferChange(context, event.offers) !== null,
    isOk: (_, answer: Answer<SentRequest>) => answer.ok,
  },
  actions: {
    notifySent: (_, __: Answer<SentRequest>) => declareEffect(),
    setOffers: assign(({ event }) => (event.type === 'OFFER' ? { offers: event.offers } : {})),
    setOfferChange: assign(({ context, event }) =>
      event.type === 'OFFER' ? { offers: event.offers, offerChange: findOfferChange(context, event.offers) } : {},
    ),
    setPackage: assign(({ context, event }) =>
      event.type === 'CHOOSE' ? changeForm(context, { packageId: event.packageId }) : {},
    ),
    setQuantity: assign(({ context, event }) =>
      event.type === 'TYPE' ? changeForm(context, { quantity: event.quantity }) : {},
    ),
    stepQuantity: assign(({ context, event }) =>
      event.type === 'STEP' ? changeForm(context, { quantity: stepQuantity(context.quantity, event.change) }) : {},
    ),
    showErrors: assign({ showsErrors: true }),
    clearMessages: assign({ showsErrors: false, failure: null, offerChange: null }),
    startAttempt: assign(({ context, event }) => {
      const order = checkOrder(context)
      if (event.type !== 'CONFIRM' || !order.ok) return {}
      return { attempt: nextAttempt(context.attempt, order.value, event.newKey) }
    }),
    setFailure: assign(({ context }, answer: Answer<SentRequest>) =>
      answer.ok ? {} : { failure: answer.error, attempt: failAttempt(requireAttempt(context), answer.error) },
    ),
  },
}).createMachine({
  id: 'order',
  context: ({ input }) => ({ ...input, offers: [], showsErrors: false, failure: null, offerChange: null }),
  on: { OFFER: { actions: 'setOffers' } },
  initial: 'form',
  states: {
    form: {
      on: {
        CHOOSE: { guard: 'isUnlocked', actions: 'setPackage' },
        TYPE: { guard: 'isUnlocked', actions: 'setQuantity' },
        STEP: { guard: 'isUnlocked', actions: 'stepQuantity' },
        SUBMIT: [
          { guard: 'isLocked', target: 'sending', actions: 'clearMessages' },
          { guard: 'isValid', target: 'review', actions: 'clearMessages' },
          { actions: 'showErrors' },
        ],
      },
    },
    review: {
      on: {
        OFFER: [{ guard: 'changesOffer', target: 'form', actions: 'setOfferChange' }, { actions: 'setOffers' }],
        BACK: 'form',
        CONFIRM: { target: 'sending', actions: 'startAttempt' },
      },
    },
    sending: {
      invoke: {
        src: 'sendOrder',
        input: ({ context }) => requireAttempt(context),
        onDone: [
          {
            guard: { type: 'isOk', params: ({ event }) => event.output },
            target: 'sent',
            actions: { type: 'notifySent', params: ({ event }) => event.output },
          },
          { target: 'form', actions: { type: 'setFailure', params: ({ event }) => event.output } },
        ],
      },
    },
    sent: { type: 'final' },
  },
})
