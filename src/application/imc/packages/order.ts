import type { SnapshotFrom } from 'xstate'
import { formFailureMessage, REQUEST_MAY_EXIST, requestSentText } from '#src/application/imc/messages.ts'
import { countText, PACKAGE_ROWS } from '#src/application/imc/packages/packages.ts'
import type { NewKey, PackagesGateway } from '#src/application/imc/ports.ts'
import type { InterruptedWork } from '#src/application/imc/session/interrupted-work.ts'
import { createCaller, createFlow } from '#src/application/platform/flow.ts'
import { createListView, type ListView } from '#src/application/platform/list.ts'
import type { Toasts } from '#src/application/platform/notices.ts'
import { combine, type Readable, withWork } from '#src/application/platform/readable.ts'
import { createResource, type ResourceDeps, type ResourceState } from '#src/application/platform/resource.ts'
import { sumCosts, toPackageCost } from '#src/domain/imc/packages/monthly-cost.ts'
import {
  checkOrder,
  findChosenOffer,
  NEW_ORDER_FORM,
  type OfferChange,
  type OrderContext,
  orderMachine,
} from '#src/domain/imc/packages/order-machine.ts'
import { orderTotal, type PackageOrder, type QuantityViolation } from '#src/domain/imc/packages/package-order.ts'
import type { PackageGroup, PackageOffer } from '#src/domain/imc/packages/packages.ts'
import { PAGE_SIZES } from '#src/domain/imc/page-sizes.ts'
import type { ListRules } from '#src/domain/list.ts'
import { formatCopTotal } from '#src/domain/money.ts'
import { MINUTE_MS } from '#src/domain/time/bogota.ts'

export const ORDER_TITLE = 'Solicitar Paquete'
export const ORDER_INTRO = 'Elija un paquete y la cantidad. La solicitud queda en Mis solicitudes hasta que se apruebe.'
export const ORDER_NOTE = 'Valores mensuales en pesos colombianos.'
export const QUANTITY_LABEL = 'Numero de paquetes a comprar'
export const REVIEW_ORDER = 'Solicitar'
export const LEAVE_ORDER = 'Desistir'
export const REVIEW_TITLE = 'Revise su solicitud'
export const REVIEW_INTRO = 'La solicitud se envía cuando usted la confirma.'
export const CONFIRM_ORDER = 'Confirmar solicitud'
export const BACK_TO_ORDER = 'Volver'
export const REVIEW_NAMES = {
  package: 'Paquete',
  price: 'Precio mensual',
  quantity: 'Cantidad',
  total: 'Total de esta solicitud',
  before: 'Costo mensual de hoy',
  after: 'Costo mensual con esta solicitud',
} as const
/** After the review went back to the form. */
export const ORDER_CHANGED_TITLE = 'La solicitud no se envió.'
export const FEWER = 'Un paquete menos'
export const MORE = 'Un paquete más'

export const OFFER_COLUMN_TITLES = { code: 'Paquete', name: 'Nombre', price: 'Precio mensual' } as const
export const OFFERS_NAME = 'Paquetes disponibles'
export const OFFERS_FAILED = 'No pudimos consultar los paquetes'
export const NO_OFFERS = {
  lead: 'No hay paquetes disponibles',
  rest: 'Comuníquese con su agente de soporte para contratar pantallas.',
}

/** Title of an incomplete form (§5). */
export const STOP_TITLE = 'Alto!!!'

/** The error without a chosen package (exact text of §5). */
const NO_OFFER_CHOSEN = 'Seleccione el paquete de desea adquirir.'

/** The error of the quantity (§5, D33). */
function quantityMessage(violation: QuantityViolation): string {
  switch (violation.code) {
    case 'required':
      return 'Seleccione la cantidad que desea solicitar.'
    case 'not-whole':
      return 'La cantidad es un número entero, sin decimales.'
    case 'range':
      return `La cantidad va de ${violation.minimum} a ${violation.maximum}.`
  }
}

const OFFER_CHANGE_MESSAGES: Readonly<Record<OfferChange, string>> = {
  price: 'El precio del paquete cambió. El total ya muestra el valor vigente.',
  gone: 'El paquete que eligió ya no está disponible. Elija otro.',
}

/** `Entre 1 y 999`. */
export const quantityHint = (minimum: number, maximum: number): string => `Entre ${minimum} y ${maximum}`

const OFFERS_REFRESH_MS = 5 * MINUTE_MS

const OFFER_RULES: ListRules<PackageOffer, never> = {
  toId: ({ id }) => id,
  toTexts: ({ code, name }) => [code, name],
  columns: [],
  toKey: () => null,
  filters: {},
  pageSize: PAGE_SIZES.dialogs,
}

/** An order before it is sent, and what it does to the monthly cost of the entity (D99). */
export interface OrderReview {
  readonly code: string
  readonly name: string
  readonly price: number
  /** `3 paquetes`. */
  readonly quantity: string
  readonly total: number
  /** The monthly cost of all packages without and with the order; null while it is unknown. */
  readonly monthlyCost: { readonly before: number; readonly after: number } | null
}

/** The state of the dialog 'Solicitar Paquete', for the UI. */
export interface OrderState {
  readonly offers: ResourceState<readonly PackageOffer[]>
  readonly chosenOffer: PackageOffer | null
  /** The text in the field. */
  readonly quantity: string
  /** Whole pesos; null without a package or a valid quantity. */
  readonly total: number | null
  /** `Solicitar 3 paquetes, $ 5.527.500/mes`; `Solicitar` while the form is invalid. */
  readonly submitText: string
  /** The errors since the last press on 'Solicitar'; null for a valid field. */
  readonly errors: { readonly offer: string | null; readonly quantity: string | null }
  /** The step of the review, also while its order is sent; null in the form. */
  readonly review: OrderReview | null
  /** Why the review went back to the form; null without a change of the offers. */
  readonly offerChange: string | null
  readonly sending: boolean
  /** Why the order was not accepted; null without a failure. */
  readonly failure: string | null
  /**
   * True after a lost reply: the service may have the order. The form is then locked, and `submit`
   * sends the identical order again.
   */
  readonly mayExist: boolean
  /** True after the service accepted the order; the UI then opens the requests. */
  readonly sent: boolean
}

export interface OrderView extends Readable<OrderState> {
  readonly list: ListView<PackageOffer, never>
  choose(id: string): void
  typeQuantity(text: string): void
  /** Adds `change` to the quantity, within the limits. */
  step(change: number): void
  /** Opens the review of a valid form, or shows the errors. A locked form is sent again. */
  submit(): void
  /** Sends the reviewed order. Has no effect outside the review. */
  confirm(): void
  /** Goes from the review to the form, which keeps what was typed. */
  back(): void
}

interface OrderDeps extends ResourceDeps {
  readonly packages: Pick<PackagesGateway, 'groups' | 'offers' | 'order'>
  readonly newKey: NewKey
  readonly work: Pick<InterruptedWork, 'find' | 'registerForm'>
  readonly toasts: Pick<Toasts, 'show'>
}

function toErrors(context: OrderContext): OrderState['errors'] {
  const order = checkOrder(context)
  if (order.ok || !context.showsErrors) return { offer: null, quantity: null }
  const { offer, quantity } = order.error
  return { offer: offer ? NO_OFFER_CHOSEN : null, quantity: quantity ? quantityMessage(quantity) : null }
}

/** Returns the order that 'Solicitar' is about: the one to send again, or that of a valid form. */
function toOrder(context: OrderContext): PackageOrder | null {
  if (context.attempt?.isUnsettled) return context.attempt.request
  const order = checkOrder(context)
  return order.ok ? order.value : null
}

/** Returns the order of the review, also while it is sent; null for a locked form that is sent again. */
function findReviewedOrder(state: SnapshotFrom<typeof orderMachine>): PackageOrder | null {
  const { attempt } = state.context
  if (state.matches('review')) return toOrder(state.context)
  return state.matches('sending') && attempt?.isUnsettled === false ? attempt.request : null
}

const toTotal = (order: PackageOrder | null) => order && orderTotal(order.price, order.quantity)

function toSubmitText(order: PackageOrder | null): string {
  if (order === null) return REVIEW_ORDER
  const total = orderTotal(order.price, order.quantity)
  return `${REVIEW_ORDER} ${countText(order.quantity, PACKAGE_ROWS)}, ${formatCopTotal(total)}/mes`
}

/** Returns what a reviewed order does to the monthly cost; null without an order. */
export function toReview(
  order: Pick<PackageOrder, 'price' | 'quantity'> | null,
  offer: Pick<PackageOffer, 'code' | 'name'> | null,
  groups: readonly PackageGroup[] | null,
): OrderReview | null {
  if (order === null || offer === null) return null
  const total = orderTotal(order.price, order.quantity)
  const before = groups && sumCosts(groups.map(toPackageCost)).monthlyCost
  return {
    code: offer.code,
    name: offer.name,
    price: order.price,
    quantity: countText(order.quantity, PACKAGE_ROWS),
    total,
    monthlyCost: before === null ? null : { before, after: before + total },
  }
}

function toFailure({ failure, attempt }: OrderContext): string | null {
  const texts = [failure && formFailureMessage(failure), attempt?.isUnsettled ? REQUEST_MAY_EXIST : null]
  return texts.filter((text) => text !== null).join(' ') || null
}

/**
 * Orders packages (§2.5), after a review of what they add to the monthly cost (D99). A refusal loads the offers again: the price may have changed (D33), or
 * the package is no longer offered. The form opens again after an ended session (D69).
 */
export function createOrderView(deps: OrderDeps): OrderView {
  const { packages, toasts, work, newKey } = deps
  const draft = work.find('order')
  const offers = createResource(deps, { load: packages.offers, interval: OFFERS_REFRESH_MS })
  const groups = createResource(deps, { load: packages.groups, interval: OFFERS_REFRESH_MS })
  const list = createListView(OFFER_RULES)
  const call = createCaller(deps)
  const machine = orderMachine.provide({
    actors: {
      sendOrder: call(async ({ request, key }, signal) => {
        const result = await packages.order(request, key, signal)
        if (result.ok || result.error.kind !== 'rejected') return result
        const newOffers = await packages.offers(signal)
        if (newOffers.ok) offers.push(newOffers.value)
        return result
      }),
    },
    actions: {
      notifySent(_, answer) {
        if (answer.ok) toasts.show(requestSentText(answer.value))
      },
    },
  })
  const flow = createFlow(machine, {
    ...deps,
    input: () => draft?.form ?? NEW_ORDER_FORM,
    select: (state) => ({
      context: state.context,
      chosenOffer: findChosenOffer(state.context),
      quantity: state.context.quantity,
      total: toTotal(toOrder(state.context)),
      submitText: toSubmitText(toOrder(state.context)),
      reviewedOrder: findReviewedOrder(state),
      offerChange: state.context.offerChange && OFFER_CHANGE_MESSAGES[state.context.offerChange],
      errors: toErrors(state.context),
      sending: state.matches('sending'),
      failure: state.matches('sending') ? null : toFailure(state.context),
      mayExist: state.context.attempt?.isUnsettled === true,
      sent: state.matches('sent'),
    }),
  })

  function showOffers() {
    const { value } = offers.getSnapshot()
    list.setRows(value)
    flow.send({ type: 'OFFER', offers: value ?? [] })
  }

  return {
    ...withWork(
      combine(
        { flow, offers, groups },
        ({ flow: { context: _, reviewedOrder, ...state }, offers, groups }): OrderState => ({
          ...state,
          offers,
          review: toReview(reviewedOrder, state.chosenOffer, groups.value),
        }),
      ),
      () => {
        const { unsubscribe } = offers.subscribe(showOffers)
        const unregister = work.registerForm(() => {
          const { sent, context } = flow.getSnapshot()
          const { packageId, quantity, attempt } = context
          return sent ? null : { kind: 'order', form: { packageId, quantity, attempt } }
        })
        showOffers()
        return () => {
          unregister()
          unsubscribe()
        }
      },
    ),
    list,
    choose: (packageId) => flow.send({ type: 'CHOOSE', packageId }),
    typeQuantity: (quantity) => flow.send({ type: 'TYPE', quantity }),
    step: (change) => flow.send({ type: 'STEP', change }),
    submit: () => flow.send({ type: 'SUBMIT' }),
    confirm: () => flow.send({ type: 'CONFIRM', newKey: newKey() }),
    back: () => flow.send({ type: 'BACK' }),
  }
}
