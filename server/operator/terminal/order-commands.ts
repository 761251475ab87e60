import { formatMinute, formatOrder, formatTable, MORE_ORDERS } from '#server/operator/terminal/client-messages.ts'
import {
  type CallOutput,
  type Command,
  type CommandArguments,
  defineCall,
  Refusal,
  readReference,
} from '#server/operator/terminal/command.ts'
import type { CallFailure, OperatorClient } from '#server/operator/terminal/operator-client.ts'
import {
  changedOrderReply,
  type OperatedOrderReply,
  type OrderCheckBody,
  type OrderList,
  operatedOrderReply,
  operatedOrdersReply,
  orderCheckBody,
  orderPaths,
} from '#src/adapters/http/contract/operator/orders.ts'
import { formatCopTotal } from '#src/domain/money.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

/** The values of the query `estado`, by the values of `--state`. */
const ORDER_LISTS: Readonly<Record<string, OrderList>> = {
  pending: 'pendientes',
  approved: 'aprobados',
  rejected: 'rechazados',
  expired: 'vencidos',
  review: 'revisar',
}

const HEADING = ['Referencia', 'Estado', 'Desde', 'Plan', 'Total', 'Correo', 'Usuario', 'Novedad']

function readState(values: CommandArguments): OrderList {
  const value = values.readText('state')
  if (value === null) return 'todos'
  const list = Object.hasOwn(ORDER_LISTS, value) ? ORDER_LISTS[value] : undefined
  if (list === undefined) throw new Refusal({ kind: 'bad-value', what: '--state', value })
  return list
}

async function listOrders(client: OperatorClient, state: OrderList, text: string): CallOutput {
  const query = new URLSearchParams({ estado: state, ...(text !== '' && { texto: text }) })
  const result = await client.call(operatedOrdersReply, 'GET', `${orderPaths.orders}?${query}`)
  if (!result.ok) return result
  const rows = result.value.data.map((row) => [
    row.referencia,
    row.estado,
    formatMinute(row.fecha),
    row.plan,
    formatCopTotal(row.total),
    row.correo,
    row.usuario ?? '–',
    row.novedad ?? '',
  ])
  const table = formatTable(HEADING, rows)
  return ok(result.value.hay_mas ? `${table}\n${MORE_ORDERS}` : table)
}

function formatReply({ data: [order] }: OperatedOrderReply): Result<string, CallFailure> {
  return order === undefined ? err({ kind: 'unexpected', status: 200 }) : ok(formatOrder(order))
}

async function showOrder(client: OperatorClient, reference: string): CallOutput {
  const order = await client.call(operatedOrderReply, 'GET', orderPaths.order(reference))
  return order.ok ? formatReply(order.value) : order
}

async function changeOrder(client: OperatorClient, path: string, body: unknown): CallOutput {
  const result = await client.call(changedOrderReply, 'POST', path, body)
  if (!result.ok) return result
  const order = formatReply(result.value)
  return order.ok ? ok(`${result.value.message}\n${order.value}`) : order
}

/** Reads `--transaction 320878260`. Without the flag, the server checks the stored transactions. */
function readCheckBody(values: CommandArguments): OrderCheckBody {
  if (!values.has('transaction')) return {}
  const value = values.readRequired('transaction')
  const body = orderCheckBody.safeParse({ transaccion: value })
  if (!body.success) throw new Refusal({ kind: 'bad-value', what: '--transaction', value })
  return body.data
}

/** Commands for orders and their payments (D78). */
export const ORDER_COMMANDS: readonly Command[] = [
  defineCall({
    name: 'orders list',
    usage: '[--state pending|approved|rejected|expired|review] [--find TEXTO]',
    summary: 'pedidos; review: los que tienen un cobro doble o un pago reversado',
    flags: ['state', 'find'],
    read: (values) => ({ state: readState(values), text: values.readText('find') ?? '' }),
    run: (client, { state, text }) => listOrders(client, state, text),
  }),
  defineCall({
    name: 'orders show',
    usage: 'REF',
    summary: 'un pedido con sus transacciones y su historial',
    wordCount: 1,
    read: readReference,
    run: (client, { reference }) => showOrder(client, reference),
  }),
  defineCall({
    name: 'orders check',
    usage: 'REF [--transaction NÚMERO]',
    summary: 'consulta el pago al proveedor y lo registra como una confirmación',
    wordCount: 1,
    flags: ['transaction'],
    read: (values) => ({ ...readReference(values), body: readCheckBody(values) }),
    run: (client, { reference, body }) => changeOrder(client, orderPaths.check(reference), body),
  }),
  defineCall({
    name: 'orders review',
    usage: 'REF --reason "DECISIÓN"',
    summary: 'anota lo que se decidió de un cobro doble o un pago reversado, y lo saca de review',
    wordCount: 1,
    flags: ['reason'],
    read: (values) => ({ ...readReference(values), reason: values.readRequired('reason') }),
    run: (client, { reference, reason }) => changeOrder(client, orderPaths.review(reference), { motivo: reason }),
  }),
]
