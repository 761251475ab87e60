import { formFailureMessage, REQUEST_SENT } from '#src/application/imc/messages.ts'
import type { PackagesGateway } from '#src/application/imc/ports.ts'
import type { InterruptedWork } from '#src/application/imc/session/interrupted-work.ts'
import { DIALOG_ROWS } from '#src/application/imc/table.ts'
import { createListView, type ListView } from '#src/application/platform/list.ts'
import { UNEXPECTED_ERROR } from '#src/application/platform/log-messages.ts'
import type { Toasts } from '#src/application/platform/notices.ts'
import { createRefreshable, type Readable } from '#src/application/platform/readable.ts'
import { createResource, type ResourceDeps, type ResourceState } from '#src/application/platform/resource.ts'
import type { CallFailure } from '#src/domain/call.ts'
import {
  DEFAULT_QUANTITY,
  MAX_QUANTITY,
  MIN_QUANTITY,
  type OrderViolations,
  orderTotal,
  type PackageOrder,
  parseQuantity,
  type QuantityViolation,
  toPackageOrder,
} from '#src/domain/imc/packages/package-order.ts'
import type { PackageOffer } from '#src/domain/imc/packages/products.ts'
import type { ListRules } from '#src/domain/list.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import { MINUTE_MS } from '#src/domain/time/bogota.ts'

export const ORDER_TITLE = 'Solicitar Paquete'
export const ORDER_INTRO = 'Elija un paquete y la cantidad. La solicitud queda en Mis solicitudes hasta que se apruebe.'
export const ORDER_NOTE = 'Valores mensuales en pesos colombianos.'
export const QUANTITY_LABEL = 'Numero de paquetes a comprar'
export const SEND_ORDER = 'Solicitar'
export const LEAVE_ORDER = 'Desistir'
export const FEWER = 'Un paquete menos'
export const MORE = 'Un paquete más'

export const OFFER_COLUMN_TITLES = { code: 'Código', name: 'Nombre', price: 'Precio mensual' } as const
export const OFFERS_NAME = 'Paquetes disponibles'
export const OFFERS_FAILED = 'No pudimos consultar los paquetes'
export const NO_OFFERS = {
  lead: 'No hay paquetes disponibles',
  rest: 'Comuníquese con su agente de soporte para contratar pantallas.',
}

/** Shown after a lost reply: the service may have the order. */
const ORDER_MAY_EXIST = 'Su solicitud pudo haber llegado. Envíela de nuevo sin cambios o búsquela en Mis solicitudes.'
export const SEE_REQUESTS = 'Ver Mis solicitudes'

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

/** `Entre 1 y 999`. */
export const quantityHint = (minimum: number, maximum: number): string => `Entre ${minimum} y ${maximum}`

const OFFERS_REFRESH_MS = 5 * MINUTE_MS

const OFFER_RULES: ListRules<PackageOffer, never> = {
  toId: ({ id }) => id,
  toTexts: ({ code, name }) => [code, name],
  columns: [],
  toKey: () => null,
  filters: {},
  pageSize: DIALOG_ROWS,
}

/** The state of the dialog 'Solicitar Paquete', for the UI. */
export interface OrderState {
  readonly offers: ResourceState<readonly PackageOffer[]>
  readonly chosenOffer: PackageOffer | null
  /** The text in the field. */
  readonly quantity: string
  /** Whole pesos; null without a package or a valid quantity. */
  readonly total: number | null
  /** The errors since the last press on 'Solicitar'; null for a valid field. */
  readonly errors: { readonly offer: string | null; readonly quantity: string | null }
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
  /** Sends a valid order, or shows the errors. Has no effect while sending or after a success. */
  submit(): void
}

interface OrderDeps extends ResourceDeps {
  readonly packages: Pick<PackagesGateway, 'offers' | 'order'>
  readonly newKey: () => string
  readonly work: Pick<InterruptedWork, 'find' | 'registerForm'>
  readonly toasts: Pick<Toasts, 'show'>
}

const NO_ERRORS: OrderState['errors'] = { offer: null, quantity: null }

const toErrors = ({ offer, quantity }: OrderViolations): OrderState['errors'] => ({
  offer: offer ? NO_OFFER_CHOSEN : null,
  quantity: quantity ? quantityMessage(quantity) : null,
})

const isConflict = (failure: CallFailure | null) => failure?.kind === 'rejected' && failure.status === 409

/**
 * Whether the service may have executed the call. Only a rejection says that it has not: after any
 * other failure, the key must not be sent with other values (D28).
 */
const isReplyLost = (failure: CallFailure | null) => failure?.kind !== 'rejected'

/**
 * Orders packages (§2.5). Each dialog has one idempotency key, so that a retry creates no second
 * order. After a lost reply, only the identical order can be sent again. A changed price (409)
 * reloads the offers and updates the total (D33).
 */
export function createOrderView(deps: OrderDeps): OrderView {
  const { packages, toasts, work, log } = deps
  const draft = work.find('order')
  const key = draft?.key ?? deps.newKey()
  const offers = createResource(deps, { load: packages.offers, interval: OFFERS_REFRESH_MS })
  const list = createListView(OFFER_RULES)
  let chosenId = draft?.packageId ?? null
  let quantity: string = draft?.quantity ?? DEFAULT_QUANTITY
  let errors = NO_ERRORS
  let currentRun: AbortController | null = null
  let lostOrder = draft?.lostOrder ?? null
  let failure: string | null = lostOrder && ORDER_MAY_EXIST
  let isSent = false

  const findChosenOffer = () => offers.getSnapshot().value?.find(({ id }) => id === chosenId) ?? null

  function readTotal(): number | null {
    if (lostOrder !== null) return orderTotal(lostOrder.price, lostOrder.quantity)
    const offer = findChosenOffer()
    const parsed = parseQuantity(quantity)
    return offer && parsed.ok ? orderTotal(offer.price, parsed.value) : null
  }

  const view = createRefreshable<OrderState>(
    () => ({
      offers: offers.getSnapshot(),
      chosenOffer: findChosenOffer(),
      quantity,
      total: readTotal(),
      errors,
      sending: currentRun !== null,
      failure,
      mayExist: lostOrder !== null,
      sent: isSent,
    }),
    () => {
      const unsubscribe = offers.subscribe(() => {
        list.setRows(offers.getSnapshot().value)
        view.refresh()
      }).unsubscribe
      const unregister = work.registerForm(() =>
        isSent ? null : { kind: 'order', packageId: chosenId, quantity, lostOrder, key },
      )
      return () => {
        currentRun?.abort()
        currentRun = null
        unregister()
        unsubscribe()
      }
    },
  )

  /** Publishes a change and clears the failure. Validates the form again if it has errors. */
  function onFormChange() {
    if (errors !== NO_ERRORS) errors = findErrors()
    failure = null
    view.refresh()
  }

  function findErrors() {
    const order = toPackageOrder(findChosenOffer(), quantity)
    return order.ok ? NO_ERRORS : toErrors(order.error)
  }

  /** Sends the order. If its price has changed, loads the offers. */
  async function requestOrder(order: PackageOrder, signal: AbortSignal): Promise<Result<unknown, CallFailure | null>> {
    try {
      const result = await packages.order(order, key, signal)
      if (result.ok || !isConflict(result.error)) return result
      const newOffers = await packages.offers(signal)
      if (newOffers.ok) offers.push(newOffers.value)
      return result
    } catch (error) {
      if (!signal.aborted) log.error(UNEXPECTED_ERROR, error)
      return err(null)
    }
  }

  async function submitOrder(order: PackageOrder) {
    const controller = new AbortController()
    currentRun = controller
    failure = null
    view.refresh()
    const result = await requestOrder(order, controller.signal)
    if (controller.signal.aborted) return
    currentRun = null
    isSent = result.ok
    if (result.ok) toasts.show(REQUEST_SENT)
    else onFailure(order, result.error)
    view.refresh()
  }

  function onFailure(order: PackageOrder, error: CallFailure | null) {
    lostOrder = isReplyLost(error) ? order : null
    failure = formFailureMessage(error)
    if (lostOrder !== null) failure = `${failure} ${ORDER_MAY_EXIST}`
  }

  return {
    list,
    getSnapshot: view.getSnapshot,
    subscribe: view.subscribe,
    choose(id) {
      if (lostOrder !== null) return
      chosenId = id
      onFormChange()
    },
    typeQuantity(text) {
      if (lostOrder !== null) return
      quantity = text
      onFormChange()
    },
    step(change) {
      if (lostOrder !== null) return
      const parsed = parseQuantity(quantity)
      const next = parsed.ok ? parsed.value + change : MIN_QUANTITY
      quantity = `${Math.min(Math.max(next, MIN_QUANTITY), MAX_QUANTITY)}`
      onFormChange()
    },
    submit() {
      if (currentRun !== null || isSent) return
      const order = lostOrder === null ? toPackageOrder(findChosenOffer(), quantity) : ok(lostOrder)
      errors = order.ok ? NO_ERRORS : toErrors(order.error)
      if (order.ok) void submitOrder(order.value)
      else view.refresh()
    },
  }
}
