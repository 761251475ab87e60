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
import { access, type OperatorRoutesDeps, sendMessage } from '#server/operator/operator-route.ts'
import { toDetailReply, toListedReply } from '#server/operator/order-replies.ts'
import { type CheckFailure, NO_SUCH_ORDER, type OrderFilter, REFUSED_CONFIRMATION } from '#server/payments/payments.ts'
import {
  changedOrderReply,
  type OrderList,
  operatedOrderReply,
  operatedOrdersQuery,
  operatedOrdersReply,
  orderCheckBody,
  orderPaths,
  orderReviewBody,
} from '#src/adapters/http/contract/operator/orders.ts'

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
