import * as z from 'zod/mini'
import { toReplySchema } from '#src/adapters/http/contract/reply-schema.ts'
import { calendarDay, singleLine } from '#src/adapters/http/contract/values.ts'
import {
  customField,
  dayField,
  flagField,
  instantField,
  looseTextField,
  nullableTextField,
  numberField,
  textField,
} from '#src/adapters/http/decode/lenient.ts'
import { MAX_EMAIL_LENGTH } from '#src/domain/identity/email.ts'
import type { OrderStatus, PaymentIssue } from '#src/domain/payment/order.ts'
import { PLAN_WORDS } from '#src/domain/payment/plans.ts'

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

/** The term that a payment would add now. With `si_paga_hoy` a later payment starts later. */
export const TERM_PREVIEW = {
  vigencia_desde: dayField,
  vigencia_hasta: dayField,
  si_paga_hoy: flagField,
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

const planWord = z.enum([PLAN_WORDS.quarterly, PLAN_WORDS.semiannual, PLAN_WORDS.annual])
const statusWord = z.enum(Object.values(ORDER_STATUS_WORDS))

/** Orders a plan. `email` is required for visitors; the default is the client's mail address. */
export const orderRequest = z.object({
  plan: planWord,
  email: z.optional(z.nullable(singleLine(0, MAX_EMAIL_LENGTH))),
})
export type OrderRequestBody = z.infer<typeof orderRequest>

const MAX_ACCESS_LENGTH = 100

/** The path parameter of one order; an invalid reference is an unknown order. */
export const orderParams = z.object({ referencia: z.string() })

/** The query of one order. */
export const orderQuery = z.object({ acceso: z.optional(singleLine(0, MAX_ACCESS_LENGTH)) })

const newOrder = toReplySchema(NEW_ORDER, { plan: planWord })
export const newOrderReply = z.object({ data: newOrder })
export type NewOrderReply = z.infer<typeof newOrderReply>

const order = toReplySchema(ORDER, {
  plan: planWord,
  estatus: statusWord,
  vigencia_desde: z.nullable(calendarDay),
  vigencia_hasta: z.nullable(calendarDay),
})
export type OrderRow = z.infer<typeof order>

export const orderReply = z.object({ data: order })

export const ordersReply = z.object({ data: z.array(order) })

/** The query of a term before the payment. */
export const termQuery = z.object({ plan: planWord })

const termPreview = toReplySchema(TERM_PREVIEW, {})
export type TermPreviewRow = z.infer<typeof termPreview>

export const termPreviewReply = z.object({ data: termPreview })

const MAX_FIELD_LENGTH = 200

const field = z.pipe(
  z.union([singleLine(0, MAX_FIELD_LENGTH), z.number()]),
  z.transform((value) => `${value}`),
)
const optionalField = z.optional(z.nullable(field))

/**
 * ePayco's confirmation of a card transaction. `x_signature` signs customer, key, reference,
 * transaction, amount and currency. The server ignores other fields.
 */
export const confirmationRequest = z.object({
  x_ref_payco: field,
  x_transaction_id: field,
  x_id_invoice: field,
  x_amount: field,
  x_currency_code: field,
  x_cod_response: field,
  x_signature: field,
  x_franchise: optionalField,
  x_cardnumber: optionalField,
  x_approval_code: optionalField,
  x_response_reason_text: optionalField,
  x_test_request: optionalField,
})
export type ConfirmationRequest = z.infer<typeof confirmationRequest>

export const confirmationReply = z.object({ message: z.string() })
