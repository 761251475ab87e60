import type { CommandFailure } from '#server/operator/terminal/command.ts'
import { flagFailureMessage } from '#server/operator/terminal/command-line.ts'
import type { CallFailure } from '#server/operator/terminal/operator-client.ts'
import { hideCredentials } from '#src/adapters/command-line/hide-credentials.ts'
import type { OperatorRequestReply } from '#src/adapters/http/contract/operator/operator.ts'
import type { OperatedOrderReply } from '#src/adapters/http/contract/operator/orders.ts'
import { formatCopTotal } from '#src/domain/money.ts'

/** Why the command line was refused. */
export function commandFailureMessage(failure: Exclude<CommandFailure, { readonly kind: 'help' }>): string {
  switch (failure.kind) {
    case 'no-command':
      return 'Falta la orden.'
    case 'unknown-command':
      return `La orden «${hideCredentials(failure.text)}» no existe.`
    case 'bad-value':
      return `El valor «${hideCredentials(failure.value)}» de ${failure.what} no es válido.`
    default:
      return flagFailureMessage(failure)
  }
}

/** Why a call failed. */
export function formatCallFailure(failure: CallFailure): string {
  switch (failure.kind) {
    case 'unreachable':
      return `No hay un servidor en ${failure.url}. Inícielo, o indique su dirección en OPERATOR_URL.`
    case 'refused':
      return failure.message
    case 'unexpected':
      return `El servidor respondió algo inesperado (${failure.status}). ¿Es una versión distinta?`
    case 'unwritable':
      return `La carpeta ${failure.folder} no se puede escribir: ${failure.detail}.`
    case 'unreadable':
      return `El archivo ${failure.file} no se puede leer: ${failure.detail}.`
    case 'incomplete':
      return `${failure.output}\n\n${formatCallFailure(failure.failure)}`
  }
}

const NOTHING = 'No hay.'
export const MORE_CLIENTS = 'Hay más clientes: use --find.'
export const MORE_ORDERS = 'Hay más pedidos: use --find o --state.'

/** Formats rows as aligned columns with a heading. */
export function formatTable(heading: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return NOTHING
  const allRows = [heading, ...rows]
  const widths = heading.map((_, i) => Math.max(...allRows.map((row) => (row[i] ?? '').length)))
  return allRows
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Formats an instant of the wire, to the minute. */
export const formatMinute = (iso: string): string => iso.slice(0, 16).replace('T', ' ')

type Detail = OperatorRequestReply['data'][number]

const formatLine = (label: string, value: string | number | null) =>
  value === null || value === '' ? [] : [`${`${label}:`.padEnd(16)}${value}`]

type Order = OperatedOrderReply['data'][number]

const joinParts = (...parts: readonly (string | null)[]) =>
  parts.filter((part) => part !== null && part !== '').join(' · ')

/** Formats all data of an order. */
export const formatOrder = (order: Order): string =>
  [
    joinParts(`${order.referencia}  ${order.estado}`, order.novedad),
    ...formatLine('Desde', formatMinute(order.fecha)),
    ...formatLine('Creado', formatMinute(order.creado)),
    ...formatLine('Plan', order.plan),
    ...formatLine('Total', `${formatCopTotal(order.total)} ${order.moneda}`),
    ...formatLine('Correo', order.correo),
    ...formatLine('Usuario', order.usuario),
    ...formatLine('Vigencia', order.vigencia_desde && `${order.vigencia_desde} a ${order.vigencia_hasta}`),
    ...formatLine('Tarjeta', order.tarjeta),
    ...formatLine('Autorización', order.autorizacion),
    ...formatLine('Motivo', order.motivo),
    ...formatLine('Proveedor', order.proveedor),
    ...formatLine('Revisado', order.revisado && formatMinute(order.revisado)),
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

/** Formats all data of a request. */
export const formatRequest = (request: Detail): string =>
  [
    `${request.referencia}  ${request.tipo}  ${request.estatus}`,
    ...formatLine('Entidad', request.entidad),
    ...formatLine('Usuario', request.usuario),
    ...formatLine('Administrador', request.administrador),
    ...formatLine('Paquete', request.codigo),
    ...formatLine('Perfil', request.perfil),
    ...formatLine('Pantalla', request.pantalla),
    ...formatLine('Origen', request.pantalla_origen),
    ...formatLine('Usuario actual', request.usuario_origen),
    ...formatLine('Cantidad', request.cantidad),
    ...formatLine('Precio', request.precio),
    ...formatLine('Observación', request.observaciones),
    ...formatLine('Motivo', request.motivo),
    '',
    ...request.requisitos.map(
      ({ nombre, archivo, bytes }) =>
        `  ${archivo === null ? '–' : '✓'} ${nombre}${archivo === null ? '' : `: ${archivo} (${bytes} bytes)`}`,
    ),
    ...request.historial.map(
      ({ estatus, fecha, persona, detalle }) => `  ${formatMinute(fecha)}  ${joinParts(estatus, persona, detalle)}`,
    ),
  ].join('\n')
