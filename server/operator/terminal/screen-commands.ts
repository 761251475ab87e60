import { readFile } from 'node:fs/promises'
import { errorCode, errorDetail } from '#server/database/errors.ts'
import { type CallOutput, type Command, defineCall } from '#server/operator/terminal/command.ts'
import type { OperatorClient } from '#server/operator/terminal/operator-client.ts'
import { showMessage } from '#server/operator/terminal/output.ts'
import { readUseFile } from '#server/operator/terminal/use-file.ts'
import { operatorPaths } from '#src/adapters/http/contract/operator/operator.ts'
import { err, ok } from '#src/domain/result.ts'

async function reportUses(client: OperatorClient, entity: string, file: string): CallOutput {
  const content = await readFile(file).then(ok, (error: unknown) => {
    if (errorCode(error) === null) throw error
    return err(errorDetail(error))
  })
  const uses = content.ok ? readUseFile(content.value) : content
  if (!uses.ok) return err({ kind: 'unreadable', file, detail: uses.error })
  return showMessage(client.callAction('POST', operatorPaths.screenUses(entity), { usos: uses.value }))
}

/** Commands for the screens of the entities (D102). */
export const SCREEN_COMMANDS: readonly Command[] = [
  defineCall({
    name: 'screens use',
    usage: 'ARCHIVO --entity CÓDIGO',
    summary: 'guarda el último uso de las pantallas: CSV o JSON con suscripcion, pantalla y fecha',
    wordCount: 1,
    flags: ['entity'],
    read: (values) => ({ file: values.readWord(0, 'ARCHIVO'), entity: values.readRequired('entity') }),
    run: (client, { file, entity }) => reportUses(client, entity, file),
  }),
]
