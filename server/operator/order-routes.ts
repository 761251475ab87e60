import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { toAuditStamp } from '#server/http/audit-stamp.ts'
import { toRoutePath } from '#server/http/paths.ts'
import { replies, TAGS } from '#server/http/route-schema.ts'
import {
  NO_KNOWN_TRANSACTION,
  NO_PROVIDER_READ,
  NOTHING_TO_REVIEW,
  ORDER_CHANGED,
  ORDER_REVIEWED,
  ORDER_UNCHANGED,
  PROVIDER_UNREACHABLE,
  UNKNOWN_TRANSACTION,
} from '#server/operator/messages.ts'
import { type OperatorRoutesDeps, operatorAccess, sendMessage } from '#server/operator/operator-route.ts'
import {
  type CheckFailure,
  NO_SUCH_ORDER,
  type OperatedOrder,
  type OrderDetail,
  type OrderEvent,
  type OrderFilter,
  REFUSED_CONFIRMATION,
  type StoredTransaction,
} from '#server/payments/payments.ts'
import {
  changedOrderReply,
  type OperatedOrderReply,
  type OperatedOrdersReply,
  type OrderList,
  operatedOrderReply,
  operatedOrdersQuery,
  operatedOrdersReply,
  orderCheckBody,
  orderPaths,
  orderReviewBody,
} from '#src/adapters/http/contract/operator/orders.ts'
import { ORDER_STATUS_WORDS, PAYMENT_ISSUE_WORDS } from '#src/adapters/http/contract/payment/payments.ts'
import { orderStateAt } from '#src/domain/payment/order.ts'
import { PLAN_WORDS } from '#src/domain/payment/plans.ts'
import { type Instant, toIso } from '#src/domain/time/bogota.ts'

type ListedOrder = OperatedOrdersReply['data'][number]
type DetailedOrder = OperatedOrderReply['data'][number]

/** Words for actions of the audit log; other actions are shown unchanged. */
const access = operatorAccess('clients')
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
function toListedReply(order: OperatedOrder, now: Instant): ListedOrder {
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

const toDetailReply = (order: OrderDetail, now: Instant): DetailedOrder => ({
  ...toListedReply(order, now),
  vigencia_desde: order.term?.from ?? null,
  vigencia_hasta: order.term?.until ?? null,
  tarjeta: order.card,
  autorizacion: order.authorization,
  motivo: order.reason,
  transacciones: order.transactions.map(toTransactionReply),
  historial: order.events.map(toEventReply),
})

const tags = [TAGS.operatorOrders]

const FILTERS: Readonly<Record<OrderList, OrderFilter>> = {
  pendientes: 'pending',
  aprobados: 'approved',
  rechazados: 'rejected',
  vencidos: 'expired',
  revisar: 'review',
  todos: 'all',
}

function refuse(reply: FastifyReply, failure: CheckFailure) {
  switch (failure.kind) {
    case 'unknown':
      return sendMessage(reply, 404, NO_SUCH_ORDER)
    case 'no-provider':
      return sendMessage(reply, 409, NO_PROVIDER_READ)
    case 'no-transaction':
      return sendMessage(reply, 409, NO_KNOWN_TRANSACTION)
    case 'unknown-transaction':
      return sendMessage(reply, 409, UNKNOWN_TRANSACTION)
    case 'refused':
      return sendMessage(reply, 409, REFUSED_CONFIRMATION[failure.refusal])
    case 'provider-unreachable':
    case 'too-many':
      return sendMessage(reply, 503, PROVIDER_UNREACHABLE)
  }
}

/** Adds the routes for orders and their payments (D78). */
export function registerOrders(app: FastifyInstance, { orders, now }: OperatorRoutesDeps): void {
  const calls = app.withTypeProvider<ZodTypeProvider>()
  const params = z.object({ referencia: z.string().check(z.maxLength(100)) })

  calls.get(
    orderPaths.orders,
    {
      ...access,
      schema: { tags, summary: 'Pedidos', querystring: operatedOrdersQuery, response: replies(operatedOrdersReply) },
    },
    async (request) => {
      const { estado = 'todos', texto = '' } = request.query
      const { orders: listedOrders, hasMore } = await orders.list(FILTERS[estado], texto)
      return {
        data: listedOrders.map((order) => toListedReply(order, now())),
        hay_mas: hasMore,
      }
    },
  )

  calls.get(
    toRoutePath(orderPaths.order(':referencia')),
    {
      ...access,
      schema: {
        tags,
        summary: 'Un pedido con sus transacciones y su historial',
        params,
        response: replies(operatedOrderReply, 404),
      },
    },
    async (request, reply) => {
      const order = await orders.find(request.params.referencia.toUpperCase())
      if (order === null) return sendMessage(reply, 404, NO_SUCH_ORDER)
      return { data: [toDetailReply(order, now())] }
    },
  )

  calls.post(
    toRoutePath(orderPaths.check(':referencia')),
    {
      ...access,
      schema: {
        tags,
        summary: 'Consulta el pago de un pedido al proveedor y lo registra',
        params,
        body: orderCheckBody,
        response: replies(changedOrderReply, 404, 409, 503),
      },
    },
    async (request, reply) => {
      const { transaccion = null } = request.body
      const reference = request.params.referencia.toUpperCase()
      const result = await orders.check(reference, transaccion, toAuditStamp(request, now()))
      if (!result.ok) return refuse(reply, result.error)
      const { order, isChanged } = result.value
      const message = isChanged ? ORDER_CHANGED : ORDER_UNCHANGED
      return { data: [toDetailReply(order, now())], message }
    },
  )

  calls.post(
    toRoutePath(orderPaths.review(':referencia')),
    {
      ...access,
      schema: {
        tags,
        summary: 'Cierra la revisión de un pedido con cobro doble o pago reversado',
        params,
        body: orderReviewBody,
        response: replies(changedOrderReply, 404, 409),
      },
    },
    async (request, reply) => {
      const reference = request.params.referencia.toUpperCase()
      const result = await orders.review(reference, request.body.motivo, toAuditStamp(request, now()))
      if (result.ok) {
        return { data: [toDetailReply(result.value, now())], message: ORDER_REVIEWED }
      }
      return result.error === 'unknown'
        ? sendMessage(reply, 404, NO_SUCH_ORDER)
        : sendMessage(reply, 409, NOTHING_TO_REVIEW)
    },
  )
}
