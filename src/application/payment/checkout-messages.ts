import { termDatesText } from '#src/application/payment/order-messages.ts'
import { PLAN_NAMES, type Plan } from '#src/domain/payment/plans.ts'
import type { TermPreview } from '#src/domain/payment/term.ts'

/** 'Pagar el plan Anual'. */
export const checkoutTitle = ({ id }: Plan): string => `Pagar el plan ${PLAN_NAMES[id]}`

/** '12 meses, un usuario'. */
export const planDetail = ({ months }: Plan): string => `${months} meses, un usuario`

export const EMAIL_LABEL = 'Correo electrónico'
export const EMAIL_HINT = 'Ahí enviamos el recibo. Escriba el de su cuenta si ya es cliente.'
/** Hint for a signed-in client: the paid months are added to the account. */
export const ACCOUNT_HINT = 'Ahí enviamos el recibo. El plan se suma a su cuenta.'
export const EMAIL_EMPTY = 'Escriba su correo electrónico'
export const EMAIL_INVALID = 'Escriba un correo electrónico válido'

/** The term of a payment before it is made (D101): 'del 2026-12-25 al 2027-12-24'. */
export const termPreviewText = ({ term, startsToday }: TermPreview): string =>
  startsToday ? `si paga hoy, ${termDatesText(term)}` : termDatesText(term)
/** The term of a visitor: the service shows the end of an account only to its client. */
export const UNKNOWN_TERM = 'desde el pago o, si ya tiene un plan, desde el día siguiente a su fin'

export const CONTINUE = 'Continuar al pago'
export const CANCEL = 'Cancelar'
export const OPENING = 'Abriendo la ventana de pago'
export const SECURE_NOTE = 'No guardamos los datos de su tarjeta.'

/** Shown while the provider's window is open. */
export const PAYING = 'La ventana de pago está abierta.'
export const PAYING_ADVICE = 'Termine ahí el pago. Si ya la cerró o no la ve, consulte su pedido.'
export const SEE_ORDER = 'Ver el pedido'

/** Shown after the window closed, while the provider's confirmation may still arrive. */
export const CHECKING_PAYMENT = 'Comprobamos si alcanzó a pagar.'
export const CHECKING_ADVICE = 'Tarda hasta 15 segundos.'

/** Shown when the provider's window did not open. */
export const BLOCKED = 'No pudimos abrir la ventana de pago.'
export const BLOCKED_ADVICE = 'Revise si su navegador la bloqueó. También puede comprar con ventas:'
/** Shown when the configuration has no payment provider. */
export const UNAVAILABLE = 'El pago con tarjeta no está disponible.'
export const UNAVAILABLE_ADVICE = 'Puede comprar con ventas:'
export const NOT_ORDERED = 'No pudimos registrar su pedido.'
/** Shown when the reply to the order was lost. The form then repeats the same order. */
export const ORDER_UNKNOWN = 'No sabemos si su pedido quedó registrado.'
export const ORDER_UNKNOWN_ADVICE = 'No recibimos la respuesta. Reintente: si el pedido ya existe, no se crea otro.'
export const RETRY = 'Reintentar'
