import * as z from 'zod/mini'

import { listOf } from '#src/adapters/http/contract/imc/values.ts'
import { MAX_REASON_LENGTH } from '#src/adapters/http/contract/operator/operator.ts'
import { ORDER_STATUS_WORDS, PAYMENT_ISSUE_WORDS } from '#src/adapters/http/contract/payment/payments.ts'
import { singleLine } from '#src/adapters/http/contract/values.ts'
import { MAX_EMAIL_LENGTH } from '#src/domain/identity/email.ts'

const segment = encodeURIComponent

/** Paths of orders and payments below `OPERATOR_BASE` (D78). */
export const orderPaths = {
  orders: '/pagos',
  order: (reference: string) => `/pagos/${segment(reference)}`,
  check: (reference: string) => `/pagos/${segment(reference)}/consultar`,
  review: (reference: string) => `/pagos/${segment(reference)}/revisar`,
} as const

/**
 * The lists of orders. `revisar` lists paid orders with an unreviewed second charge or reversed
 * payment.
 */
export const ORDER_LISTS = ['pendientes', 'aprobados', 'rechazados', 'vencidos', 'revisar', 'todos'] as const
export type OrderList = (typeof ORDER_LISTS)[number]

export const operatedOrdersQuery = z.object({
  estado: z.optional(z.enum(ORDER_LISTS)),
  texto: z.optional(singleLine(0, MAX_EMAIL_LENGTH)),
})

/** Checks an order. `transaccion`: the provider's number; default: the known transactions. */
export const orderCheckBody = z.object({ transaccion: z.optional(z.string().check(z.regex(/^\d{1,20}$/))) })
export type OrderCheckBody = z.infer<typeof orderCheckBody>

/** An operator's decision about the issue of an order. */
export const orderReviewBody = z.object({
  motivo: z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_REASON_LENGTH)),
})

const statusWord = z.enum(Object.values(ORDER_STATUS_WORDS))

/** An order as the operator sees it. */
const operatedOrder = z.object({
  referencia: z.string(),
  estado: statusWord,
  /** When the order entered its status. */
  fecha: z.string(),
  creado: z.string(),
  plan: z.string(),
  total: z.number(),
  moneda: z.string(),
  correo: z.string(),
  /** The user name of the client's account; null without an account. */
  usuario: z.nullable(z.string()),
  proveedor: z.string(),
  novedad: z.nullable(z.enum(Object.values(PAYMENT_ISSUE_WORDS))),
  /** When the review was closed; null while it is open. */
  revisado: z.nullable(z.string()),
})
export const operatedOrdersReply = z.extend(listOf(operatedOrder), { hay_mas: z.boolean() })
export type OperatedOrdersReply = z.infer<typeof operatedOrdersReply>

const operatedOrderDetail = z.extend(operatedOrder, {
  vigencia_desde: z.nullable(z.string()),
  vigencia_hasta: z.nullable(z.string()),
  tarjeta: z.nullable(z.string()),
  autorizacion: z.nullable(z.string()),
  motivo: z.nullable(z.string()),
  transacciones: z.array(
    z.object({
      /** The provider's reference. */
      referencia: z.string(),
      estado: statusWord,
      fecha: z.string(),
      /** When the payment was reversed; null otherwise. */
      reversada: z.nullable(z.string()),
    }),
  ),
  historial: z.array(
    z.object({
      fecha: z.string(),
      hecho: z.string(),
      transaccion: z.nullable(z.string()),
      detalle: z.nullable(z.string()),
    }),
  ),
})
export const operatedOrderReply = listOf(operatedOrderDetail)
export type OperatedOrderReply = z.infer<typeof operatedOrderReply>

/** The order after a check at the provider, or after a review. */
export const changedOrderReply = z.extend(operatedOrderReply, { message: z.string() })
