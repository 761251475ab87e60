import { PLAN_NAMES } from '#src/domain/payment/plan-words.ts'
import type { Plan } from '#src/domain/payment/plans.ts'

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

export const CONTINUE = 'Continuar al pago'
export const CANCEL = 'Cancelar'
export const OPENING = 'Abriendo la ventana de pago'
export const SECURE_NOTE = 'No guardamos los datos de su tarjeta.'

/** Shown while the provider's window is open. */
export const PAYING = 'La ventana de pago está abierta.'
export const PAYING_ADVICE = 'Termine ahí el pago. Si ya la cerró o no la ve, consulte su pedido.'
export const SEE_ORDER = 'Ver el pedido'

/** Shown when the provider's window did not open. */
export const BLOCKED = 'No pudimos abrir la ventana de pago.'
export const BLOCKED_ADVICE = 'Revise si su navegador la bloqueó. También puede comprar con ventas:'
/** Shown when the configuration has no payment provider. */
export const UNAVAILABLE = 'El pago con tarjeta no está disponible.'
export const UNAVAILABLE_ADVICE = 'Puede comprar con ventas:'
export const NOT_ORDERED = 'No pudimos registrar su pedido.'
export const RETRY = 'Reintentar'
