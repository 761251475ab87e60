import type { ConfirmationRefusal } from '#server/payments/confirmation.ts'

export const CONFIRMATION_RECEIVED = 'Confirmación recibida.'
export const NO_SUCH_ORDER = 'La orden de pago no existe.'
export const EMAIL_REQUIRED = 'Escriba el correo electrónico que recibe el recibo.'
export const EMAIL_INVALID = 'El correo electrónico no es válido.'
export const NO_CHECKOUT = 'El pago con tarjeta no está disponible.'

/** Why a confirmation may be sent again. */
export const UNVERIFIED = {
  'provider-unreachable': 'No pudimos verificar la transacción con el proveedor. Envíe la confirmación de nuevo.',
  'unknown-transaction': 'El proveedor no conoce la transacción todavía. Envíe la confirmación de nuevo.',
  'too-many': 'Hay demasiadas confirmaciones. Envíe la confirmación de nuevo en un minuto.',
} as const

/** Why a confirmation was refused; the provider logs it. */
export const REFUSED_CONFIRMATION: Readonly<Record<ConfirmationRefusal, string>> = {
  signature: 'La firma de la confirmación no es válida.',
  'unknown-order': 'La confirmación no corresponde a una orden de pago.',
  amount: 'El valor de la confirmación no es el de la orden de pago.',
  currency: 'La moneda de la confirmación no es la de la orden de pago.',
  'unknown-state': 'El estado de la confirmación no es válido.',
  test: 'La transacción es de prueba.',
  'other-transaction': 'La confirmación no coincide con la transacción del proveedor.',
  'other-order': 'La transacción pertenece a otra orden de pago.',
}
