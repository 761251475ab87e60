import * as z from 'zod/mini'

import {
  type OperatedOrder,
  type OrderDetail,
  type OrderEvent,
  REFUSED_CONFIRMATION,
  type StoredTransaction,
} from '#server/payments/payments.ts'
import type { OperatedOrderReply, OperatedOrdersReply } from '#src/adapters/http/contract/operator/orders.ts'
import { ORDER_STATUS_WORDS, PAYMENT_ISSUE_WORDS } from '#src/adapters/http/contract/payment/payment-words.ts'
import { orderStateAt } from '#src/domain/payment/order.ts'
import { PLAN_WORDS } from '#src/domain/payment/plan-words.ts'
import { type Instant, toIso } from '#src/domain/time/bogota.ts'

type ListedOrder = OperatedOrdersReply['data'][number]
type DetailedOrder = OperatedOrderReply['data'][number]

/** Words for actions of the audit log; other actions are shown unchanged. */
const EVENT_WORDS: Readonly<Record<string, string>> = {
  'order-created': 'Pedido creado',
  'order-checked': 'Consultado al proveedor',
  'order-reviewed': 'Novedad revisada',
  'payment-pending': 'Pago pendiente',
  'payment-approved': 'Pago aprobado',
  'payment-rejected': 'Pago rechazado',
  'payment-reversed': 'Pago reversado',
  'payment-doubled': 'Cobro doble',
  'payment-refused': 'Confirmación no aceptada',
}

const eventValues = z.object({ transaction: z.optional(z.string()), reason: z.optional(z.string()) })

/** Returns the text for the code of a refused confirmation; returns other reasons unchanged. */
const toReason = (code: string): string =>
  Object.entries(REFUSED_CONFIRMATION).find(([name]) => name === code)?.[1] ?? code

function toEventReply({ at, action, after }: OrderEvent): DetailedOrder['historial'][number] {
  const { transaction = null, reason } = eventValues.parse(JSON.parse(after ?? '{}'))
  return {
    fecha: toIso(at),
    hecho: EVENT_WORDS[action] ?? action,
    transaccion: transaction,
    detalle: reason === undefined ? null : toReason(reason),
  }
}

const toTransactionReply = ({
  reference,
  state,
  at,
  reversedAt,
}: StoredTransaction): DetailedOrder['transacciones'][number] => ({
  referencia: reference,
  estado: ORDER_STATUS_WORDS[state],
  fecha: toIso(at),
  reversada: reversedAt === null ? null : toIso(reversedAt),
})

/** Converts an order for the operator, with its state at `now` of the real clock. */
export function toListedReply(order: OperatedOrder, now: Instant): ListedOrder {
  const { status, at } = orderStateAt(order, now)
  return {
    referencia: order.reference,
    estado: ORDER_STATUS_WORDS[status],
    fecha: toIso(at),
    creado: toIso(order.createdAt),
    plan: PLAN_WORDS[order.plan],
    total: order.total,
    moneda: order.currency,
    correo: order.email,
    usuario: order.username,
    proveedor: order.provider,
    novedad: order.issue === null ? null : PAYMENT_ISSUE_WORDS[order.issue],
    revisado: order.reviewedAt === null ? null : toIso(order.reviewedAt),
  }
}

export const toDetailReply = (order: OrderDetail, now: Instant): DetailedOrder => ({
  ...toListedReply(order, now),
  vigencia_desde: order.term?.from ?? null,
  vigencia_hasta: order.term?.until ?? null,
  tarjeta: order.card,
  autorizacion: order.authorization,
  motivo: order.reason,
  transacciones: order.transactions.map(toTransactionReply),
  historial: order.events.map(toEventReply),
})
