import { formatMinute } from '#server/operator/client-messages.ts'
import { type Command, defineCall } from '#server/operator/command.ts'
import { showMessage, showTable } from '#server/operator/output.ts'
import { messagesReply, operatorPaths } from '#src/adapters/http/contract/operator/operator.ts'

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
