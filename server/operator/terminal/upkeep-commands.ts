import { formatMinute } from '#server/operator/terminal/client-messages.ts'
import { type Command, defineCall } from '#server/operator/terminal/command.ts'
import { showMessage, showTable } from '#server/operator/terminal/output.ts'
import {
  messagesReply,
  type OperatorFeedsReply,
  operatorFeedsReply,
  operatorPaths,
} from '#src/adapters/http/contract/operator/operator.ts'

/** Commands for the messages of the outbox. */
export const MESSAGE_COMMANDS: readonly Command[] = [
  defineCall({
    name: 'messages',
    usage: '',
    summary: 'mensajes que esperan su envío o no se pudieron enviar',
    read: () => null,
    run: (client) =>
      showTable(
        client.call(messagesReply, 'GET', operatorPaths.messages),
        ['Id', 'Estado', 'Destino', 'Creado', 'Intentos', 'Error'],
        (row) => [row.id, row.estado, row.destino, formatMinute(row.creado), String(row.intentos), row.error ?? ''],
      ),
  }),
  defineCall({
    name: 'messages retry',
    usage: 'ID',
    summary: 'envía el mensaje de nuevo',
    wordCount: 1,
    read: (values) => ({ id: values.readWord(0, 'ID') }),
    run: (client, { id }) => showMessage(client.callAction('POST', operatorPaths.retry(id))),
  }),
]

const HOUR_S = 3_600

/** Formats seconds as `40 s`, `12 min` or `3 h 5 min`. */
export function formatLag(seconds: number | null): string {
  if (seconds === null) return '–'
  if (seconds < 60) return `${seconds} s`
  const [hours, minutes] = [Math.floor(seconds / HOUR_S), Math.floor((seconds % HOUR_S) / 60)]
  return hours === 0 ? `${minutes} min` : `${hours} h ${minutes} min`
}

type FeedRow = OperatorFeedsReply['data'][number]

function formatState({ atrasada, fallos }: FeedRow): string {
  if (atrasada) return 'atrasada'
  return fallos > 0 ? 'con fallos' : 'al día'
}

/** Commands for the data of providers. */
export const FEED_COMMANDS: readonly Command[] = [
  defineCall({
    name: 'feeds',
    usage: '',
    summary: 'estado de los datos de proveedores: TRM, divisas, acciones, índices y noticias',
    read: () => null,
    run: (client) =>
      showTable(
        client.call(operatorFeedsReply, 'GET', operatorPaths.feeds),
        ['Fuente', 'Origen', 'Estado', 'Último éxito', 'Retraso', 'Fallos', 'Error'],
        (row) => [
          row.fuente,
          row.origen,
          formatState(row),
          row.ultimo_exito === null ? '–' : formatMinute(row.ultimo_exito),
          formatLag(row.retraso),
          String(row.fallos),
          row.error ?? '',
        ],
      ),
  }),
]
