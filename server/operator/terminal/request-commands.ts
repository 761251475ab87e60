import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

import { errorCode, errorDetail } from '#server/database/errors.ts'
import { formatMinute, formatRequest } from '#server/operator/terminal/client-messages.ts'
import { type CallOutput, type Command, defineCall, readReference } from '#server/operator/terminal/command.ts'
import type { CallFailure, OperatorClient } from '#server/operator/terminal/operator-client.ts'
import { showMessage, showTable } from '#server/operator/terminal/output.ts'
import {
  type OperatorRequestReply,
  operatorPaths,
  operatorRequestReply,
  operatorRequestsReply,
} from '#src/adapters/http/contract/operator/operator.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

type Detail = OperatorRequestReply['data'][number]

/**
 * Saves the files of a request. A file name contains reference, requirement and original name.
 * Returns the paths of the files.
 */
async function saveFiles(
  client: OperatorClient,
  request: Detail,
  folder: string,
): Promise<Result<readonly string[], CallFailure>> {
  const paths: string[] = []
  await mkdir(folder, { recursive: true })
  for (const { requisito_id: id, archivo } of request.requisitos) {
    if (archivo === null) continue
    const content = await client.loadFile(operatorPaths.document(request.referencia, id))
    if (!content.ok) return content
    const path = join(folder, `${request.referencia}-${id}-${basename(archivo)}`)
    await writeFile(path, content.value, { mode: 0o600 })
    paths.push(path)
  }
  return ok(paths)
}

async function showRequest(client: OperatorClient, reference: string, folder: string | null): CallOutput {
  const reply = await client.call(operatorRequestReply, 'GET', operatorPaths.request(reference))
  if (!reply.ok) return reply
  const [request] = reply.value.data
  if (request === undefined) return err({ kind: 'unexpected', status: 200 })
  if (folder === null) return ok(formatRequest(request))
  const result = await saveFiles(client, request, folder).catch((error) => {
    if (errorCode(error) === null) throw error
    return err({ kind: 'unwritable', folder, detail: errorDetail(error) } as const)
  })
  return result.ok ? ok([formatRequest(request), '', ...result.value].join('\n')) : result
}

function listRequests(client: OperatorClient, all: boolean, entity: string | null): CallOutput {
  const query = new URLSearchParams({
    estado: all ? 'todas' : 'abiertas',
    ...(entity !== null && { entidad: entity }),
  })
  return showTable(
    client.call(operatorRequestsReply, 'GET', `${operatorPaths.requests}?${query}`),
    ['Referencia', 'Entidad', 'Tipo', 'Estatus', 'Fecha', 'Usuario'],
    (row) => [row.referencia, row.entidad, row.tipo, row.estatus, formatMinute(row.fecha), row.usuario],
  )
}

/** Commands for the requests of the entities (D31). */
export const REQUEST_COMMANDS: readonly Command[] = [
  defineCall({
    name: 'list',
    usage: '[--all] [--entity CÓDIGO]',
    summary: 'solicitudes abiertas, o todas',
    flags: ['entity'],
    switches: ['all'],
    read: (values) => ({ all: values.has('all'), entity: values.readText('entity') }),
    run: (client, { all, entity }) => listRequests(client, all, entity),
  }),
  defineCall({
    name: 'show',
    usage: 'REF [--files CARPETA]',
    summary: 'una solicitud; guarda sus archivos en la carpeta',
    wordCount: 1,
    flags: ['files'],
    read: (values) => ({ ...readReference(values), folder: values.readText('files') }),
    run: (client, { reference, folder }) => showRequest(client, reference, folder),
  }),
  defineCall({
    name: 'confirm',
    usage: 'REF',
    summary: 'confirma una solicitud si en la entidad no queda otra persona que pueda',
    wordCount: 1,
    read: readReference,
    run: (client, { reference }) => showMessage(client.callAction('POST', operatorPaths.confirm(reference))),
  }),
  defineCall({
    name: 'approve',
    usage: 'REF',
    summary: 'aprueba la solicitud',
    wordCount: 1,
    read: readReference,
    run: (client, { reference }) => showMessage(client.callAction('POST', operatorPaths.approve(reference))),
  }),
  defineCall({
    name: 'refuse',
    usage: 'REF --reason "MOTIVO"',
    summary: 'rechaza la solicitud',
    wordCount: 1,
    flags: ['reason'],
    read: (values) => ({ ...readReference(values), reason: values.readRequired('reason') }),
    run: (client, { reference, reason }) =>
      showMessage(client.callAction('POST', operatorPaths.refuse(reference), { motivo: reason })),
  }),
]
