import type { CommandFailure } from '#server/operator/command.ts'
import type { CallFailure } from '#server/operator/operator-client.ts'
import type { OperatorRequestReply } from '#src/adapters/http/contract/operator.ts'
import type { OperatedOrderReply } from '#src/adapters/http/contract/operator-orders.ts'
import { formatCopTotal } from '#src/domain/money.ts'

export const NO_KEY = 'Indique la clave del operador en OPERATOR_KEY; debe ser la misma del servidor.'

/** Why the command line was refused. */
export function commandMessage(failure: Exclude<CommandFailure, { readonly kind: 'help' }>): string {
  switch (failure.kind) {
    case 'no-command':
      return 'Falta la orden.'
    case 'unknown-command':
      return `La orden «${failure.text}» no existe.`
    case 'unknown-argument':
      return `El argumento «${failure.text}» no se admite en esta orden.`
    case 'missing':
      return `Falta ${failure.what}.`
    case 'bad-value':
      return `El valor «${failure.value}» de --${failure.flag} no es válido.`
  }
}

/** Why a call failed. */
export function callMessage(failure: CallFailure): string {
  switch (failure.kind) {
    case 'unreachable':
      return `No hay un servidor en ${failure.url}. Inícielo, o indique su dirección en OPERATOR_URL.`
    case 'refused':
      return failure.message
    case 'unexpected':
      return `El servidor respondió algo inesperado (${failure.status}). ¿Es una versión distinta?`
  }
}

export const NOTHING = 'No hay.'
export const MORE_CLIENTS = 'Hay más clientes: use --find.'
export const MORE_ORDERS = 'Hay más pedidos: use --find o --state.'

/** Aligned columns with a heading. */
export function formatTable(heading: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return NOTHING
  const all = [heading, ...rows]
  const widths = heading.map((_, i) => Math.max(...all.map((row) => (row[i] ?? '').length)))
  return all
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** An instant on the wire, to the minute. */
export const formatMinute = (iso: string): string => iso.slice(0, 16).replace('T', ' ')

type Detail = OperatorRequestReply['data'][number]

const line = (label: string, value: string | number | null) =>
  value === null || value === '' ? [] : [`${`${label}:`.padEnd(16)}${value}`]

type Order = OperatedOrderReply['data'][number]

const joinParts = (...parts: readonly (string | null)[]) =>
  parts.filter((part) => part !== null && part !== '').join(' · ')

/** Everything about an order. */
export const formatOrder = (order: Order): string =>
  [
    joinParts(`${order.referencia}  ${order.estado}`, order.novedad),
    ...line('Desde', formatMinute(order.fecha)),
    ...line('Creado', formatMinute(order.creado)),
    ...line('Plan', order.plan),
    ...line('Total', `${formatCopTotal(order.total)} ${order.moneda}`),
    ...line('Correo', order.correo),
    ...line('Usuario', order.usuario),
    ...line('Vigencia', order.vigencia_desde && `${order.vigencia_desde} a ${order.vigencia_hasta}`),
    ...line('Tarjeta', order.tarjeta),
    ...line('Autorización', order.autorizacion),
    ...line('Motivo', order.motivo),
    ...line('Proveedor', order.proveedor),
    ...line('Revisado', order.revisado && formatMinute(order.revisado)),
    '',
    ...order.transacciones.map(
      ({ referencia, estado, fecha, reversada }) =>
        `  ${formatMinute(fecha)}  ${joinParts(referencia, estado, reversada && `reversada ${formatMinute(reversada)}`)}`,
    ),
    ...(order.transacciones.length === 0 ? [] : ['']),
    ...order.historial.map(
      ({ fecha, hecho, transaccion, detalle }) => `  ${formatMinute(fecha)}  ${joinParts(hecho, transaccion, detalle)}`,
    ),
  ].join('\n')

/** Everything about a request. */
export const formatRequest = (request: Detail): string =>
  [
    `${request.referencia}  ${request.tipo}  ${request.estatus}`,
    ...line('Entidad', request.entidad),
    ...line('Usuario', request.usuario),
    ...line('Administrador', request.administrador),
    ...line('Paquete', request.codigo),
    ...line('Perfil', request.perfil),
    ...line('Pantalla', request.pantalla),
    ...line('Origen', request.pantalla_origen),
    ...line('Usuario actual', request.usuario_origen),
    ...line('Cantidad', request.cantidad),
    ...line('Precio', request.precio),
    ...line('Observación', request.observaciones),
    ...line('Motivo', request.motivo),
    '',
    ...request.requisitos.map(
      ({ nombre, archivo, bytes }) =>
        `  ${archivo === null ? '–' : '✓'} ${nombre}${archivo === null ? '' : `: ${archivo} (${bytes} bytes)`}`,
    ),
    ...request.historial.map(
      ({ estatus, fecha, persona, detalle }) => `  ${formatMinute(fecha)}  ${joinParts(estatus, persona, detalle)}`,
    ),
  ].join('\n')
