import type { OrderStatus, PaymentOrder } from '#src/domain/payment/order.ts'
import { PLAN_NAMES, type PlanId } from '#src/domain/payment/plans.ts'
import type { PaymentTerm } from '#src/domain/payment/term.ts'
import { formatTime, type Instant, toDate } from '#src/domain/time/bogota.ts'

/** Titles of the page, by order status. */
export const ORDER_TITLES: Readonly<Record<OrderStatus, string>> = {
  approved: 'Pago aprobado',
  pending: 'Pago pendiente',
  rejected: 'Pago rechazado',
  expired: 'Pedido vencido',
}

/** The status of an order in one word. */
export const STATUS_WORDS: Readonly<Record<OrderStatus, string>> = {
  approved: 'Aprobado',
  pending: 'Pendiente',
  rejected: 'Rechazado',
  expired: 'Vencido',
}

const planName = (plan: PlanId) => PLAN_NAMES[plan]

/** Whether an order renews a plan that is still valid on the day of the payment. */
const isRenewal = ({ term, at }: PaymentOrder): boolean => term !== null && at !== null && term.from > toDate(at)

/** Only a client's plan becomes active immediately: a visitor may have no account yet. */
function toApprovedLead(order: PaymentOrder, isClient: boolean): string {
  if (!isClient) return 'Su pago quedó registrado.'
  const plan = `Su plan ${planName(order.plan)}`
  return isRenewal(order)
    ? `${plan} empieza el ${order.term?.from}, cuando termina el actual.`
    : `${plan} quedó activo.`
}

function approvedText(order: PaymentOrder, isClient: boolean): string {
  const { email } = order
  const lead = toApprovedLead(order, isClient)
  return `${lead} Enviamos el recibo a ${email === '' ? 'su correo' : email}.`
}

const rejectedText = ({ reason }: PaymentOrder): string =>
  reason === null
    ? 'El banco no autorizó la transacción. No se hizo ningún cobro.'
    : `El banco no autorizó la transacción: ${reason}. No se hizo ningún cobro.`

const PENDING_TEXT =
  'El banco aún no confirma. Suele tardar unos minutos; puede cerrar esta página: si se aprueba, le enviamos el recibo.'

const EXPIRED_TEXT =
  'No recibimos el pago en 24 horas. Si ya pagó, no pague de nuevo: lo registramos cuando llegue la confirmación.'

/** Explains the status of an order to the client or to a visitor. */
export function orderText(order: PaymentOrder, isClient: boolean): string {
  switch (order.status) {
    case 'approved':
      return approvedText(order, isClient)
    case 'pending':
      return PENDING_TEXT
    case 'rejected':
      return rejectedText(order)
    case 'expired':
      return EXPIRED_TEXT
  }
}

export const TOTAL_TITLES: Readonly<Record<OrderStatus, string>> = {
  approved: 'Total pagado',
  pending: 'Total por confirmar',
  rejected: 'Total no cobrado',
  expired: 'Total sin pagar',
}

export const RECEIPT = 'Recibo'
export const ORDER = 'Pedido'
export const BOGOTA_TIME = 'Hora de Bogotá'
export const RECEIPT_TITLES = {
  reference: 'Referencia',
  at: 'Fecha',
  plan: 'Plan',
  term: 'Vigencia',
  card: 'Tarjeta',
  authorization: 'Autorización',
} as const

/** 'Anual, un usuario'. */
export const planLine = (plan: PlanId): string => `${planName(plan)}, un usuario`

/** '2026-11-20, 12:43:15'. */
export const orderTime = (at: Instant): string => `${toDate(at)}, ${formatTime(at)}`

/** 'del 2026-11-20 al 2027-11-19'. */
export const termDatesText = ({ from, until }: PaymentTerm): string => `del ${from} al ${until}`

/** 'Consultamos de nuevo cada 15 s, última vez 12:46:17'. */
export const pollText = (seconds: number, last: string): string =>
  `Consultamos de nuevo cada ${seconds} s, última vez ${last}`

/** `last` as '12:46:17', Bogotá time. */
export const pollFailedText = (last: string): string => `No pudimos consultar de nuevo; última vez ${last}`

/** Announced when 'Consultar ahora' finds the order still pending. */
export const stillPendingText = (last: string): string => `El pago sigue pendiente, última vez ${last}`

export const CHECK_NOW = 'Consultar ahora'
export const TRY_AGAIN = 'Intentar de nuevo'
export const SEE_PRICES = 'Ver precios'
export const OTHER_CARD_HINT = 'Puede intentarlo con otra tarjeta; el plan elegido se conserva.'
export const ORDER_AGAIN_HINT = 'Puede pedirlo de nuevo; el plan elegido se conserva.'
export const PRINT_RECEIPT = 'Imprimir recibo'
export const SIGN_IN = 'Iniciar sesión'
export const OPEN_MARKET = 'Ver el mercado'
export const NEXT_STEPS = 'Qué sigue'
export const SIGN_IN_STEP =
  '¿Ya tiene usuario con este correo? Su plan se suma a su cuenta: inicie sesión y véalo en Mis pagos.'
export const OPEN_MARKET_STEP = 'Ya puede ver el mercado en tiempo real, sin los 15 minutos de retraso.'
export const NO_USER_STEP =
  '¿Aún no tiene usuario? Ventas lo crea con el correo de su pago y le envía una invitación. Solicítelo con ese correo en'
export const SAVE_LINK_STEP = 'Guarde la dirección de esta página: con ella vuelve a ver este pago y su recibo.'
export const SUPPORT_STEP = 'Soporte gratuito en'

export const CHECKING = 'Comprobando el resultado'
export const ORDER_FAILED = 'No pudimos consultar el pago'
export const ORDER_MISSING = 'No encontramos este pago'
export const ORDER_MISSING_ADVICE =
  'El enlace está incompleto o es de otro pago. Un pago sin usuario se abre con la dirección completa de su página.'
/** Shown to a visitor, who may have paid as a client. */
export const SIGN_IN_ADVICE = 'Si pagó con su usuario, inicie sesión y véalo en Mis pagos.'
export const OWN_ORDERS_ADVICE = 'Los pagos de su cuenta están en Mis pagos.'
export const RECEIPT_ADVICE = 'Si ya pagó, el recibo llega a su correo; también puede escribirnos a'

export const ORDERS_INTRO = 'Los pagos de su cuenta y sus recibos.'
export const ORDERS_FAILED = 'No pudimos consultar sus pagos'
export const NO_ORDERS = 'Aún no hay pagos en su cuenta'
export const NO_ORDERS_ADVICE = 'Los pagos que haga con su usuario aparecen aquí, con su recibo.'
export const STATUS_TITLE = 'Estado'
export const TOTAL_TITLE = 'Total'
export const BACK_TO_ORDERS = 'Volver a Mis pagos'
