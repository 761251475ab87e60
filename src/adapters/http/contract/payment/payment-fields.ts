import {
  customField,
  instantField,
  looseTextField,
  nullableTextField,
  numberField,
  textField,
} from '#src/adapters/http/decode/lenient.ts'
import type { OrderStatus, PaymentIssue } from '#src/domain/payment/order.ts'

/** A new order in whole pesos (D78). `acceso` allows reading the order without a session. */
export const NEW_ORDER = {
  referencia: textField,
  acceso: textField,
  plan: customField,
  base: numberField,
  iva: numberField,
  total: numberField,
  moneda: looseTextField,
}

/** An order. Term, card, authorization and reason are null while they are unknown. */
export const ORDER = {
  referencia: textField,
  plan: customField,
  estatus: customField,
  fecha: instantField,
  total: numberField,
  iva: numberField,
  base: numberField,
  moneda: looseTextField,
  vigencia_desde: customField,
  vigencia_hasta: customField,
  tarjeta: nullableTextField,
  autorizacion: nullableTextField,
  correo: looseTextField,
  motivo: nullableTextField,
}

/** The statuses of orders on the wire. */
export const ORDER_STATUS_WORDS = {
  pending: 'Pendiente',
  approved: 'Aprobado',
  rejected: 'Rechazado',
  expired: 'Vencido',
} as const satisfies Record<OrderStatus, string>

/** The issues of paid orders in the operator's calls. An operator must review them. */
export const PAYMENT_ISSUE_WORDS = {
  doubled: 'Cobro doble',
  reversed: 'Pago reversado',
} as const satisfies Record<PaymentIssue, string>
