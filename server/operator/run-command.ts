import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

import { callMessage, formatMinute, formatRequest, formatTable } from '#server/operator/client-messages.ts'
import type { CallFailure, OperatorClient } from '#server/operator/operator-client.ts'
import type { OperatorCommand } from '#server/operator/read-command.ts'
import type { OperatorRequestReply } from '#src/adapters/http/contract/operator.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

type Output = Promise<Result<string, CallFailure>>

type Detail = OperatorRequestReply['data'][number]

/** Saves the files of a request, each under the requirement and its own name. Returns their paths. */
async function saveFiles(
  client: OperatorClient,
  request: Detail,
  folder: string,
): Promise<Result<readonly string[], CallFailure>> {
  const saved: string[] = []
  await mkdir(folder, { recursive: true })
  for (const { requisito_id: id, archivo } of request.requisitos) {
    if (archivo === null) continue
    const content = await client.loadDocument(request.referencia, id)
    if (!content.ok) return content
    const path = join(folder, `${request.referencia}-${id}-${basename(archivo)}`)
    await writeFile(path, content.value, { mode: 0o600 })
    saved.push(path)
  }
  return ok(saved)
}

async function show(client: OperatorClient, reference: string, folder: string | null): Output {
  const found = await client.showRequest(reference)
  if (!found.ok) return found
  const [request] = found.value.data
  if (request === undefined) return err({ kind: 'unexpected', status: 200 })
  if (folder === null) return ok(formatRequest(request))
  const saved = await saveFiles(client, request, folder)
  return saved.ok ? ok([formatRequest(request), '', ...saved.value].join('\n')) : saved
}

async function listRequests(client: OperatorClient, all: boolean, entity: string | null): Output {
  const listed = await client.listRequests(all, entity)
  if (!listed.ok) return listed
  const rows = listed.value.data.map((row) => [
    row.referencia,
    row.entidad,
    row.tipo,
    row.estatus,
    formatMinute(row.fecha),
    row.usuario,
  ])
  return ok(formatTable(['Referencia', 'Entidad', 'Tipo', 'Estado', 'Fecha', 'Usuario'], rows))
}

async function listEntities(client: OperatorClient): Output {
  const listed = await client.listEntities()
  if (!listed.ok) return listed
  const rows = listed.value.data.map(({ codigo, nombre, usuarios }) => [codigo, nombre, String(usuarios)])
  return ok(formatTable(['Código', 'Nombre', 'Usuarios'], rows))
}

async function listPackages(client: OperatorClient): Output {
  const listed = await client.listPackages()
  if (!listed.ok) return listed
  const rows = listed.value.data.map((row) => [
    row.codigo,
    row.nombre,
    String(row.precio),
    String(row.pantallas),
    row.perfil_id,
    row.ofrecido ? 'sí' : 'no',
  ])
  return ok(formatTable(['Código', 'Nombre', 'Precio', 'Pantallas', 'Perfil', 'Ofrecido'], rows))
}

async function listMessages(client: OperatorClient): Output {
  const listed = await client.listMessages()
  if (!listed.ok) return listed
  const rows = listed.value.data.map((row) => [
    row.id,
    row.estado,
    row.destino,
    formatMinute(row.creado),
    String(row.intentos),
    row.error ?? '',
  ])
  return ok(formatTable(['Id', 'Estado', 'Destino', 'Creado', 'Intentos', 'Error'], rows))
}

async function act(done: Promise<Result<{ readonly message: string }, CallFailure>>): Output {
  const result = await done
  return result.ok ? ok(result.value.message) : result
}

function call(client: OperatorClient, command: OperatorCommand): Output {
  switch (command.kind) {
    case 'list':
      return listRequests(client, command.all, command.entity)
    case 'show':
      return show(client, command.reference, command.folder)
    case 'approve':
      return act(client.approve(command.reference))
    case 'refuse':
      return act(client.refuse(command.reference, command.reason))
    case 'entities':
      return listEntities(client)
    case 'add-entity':
      return act(client.addEntity(command.body))
    case 'packages':
      return listPackages(client)
    case 'add-package':
      return act(client.addPackage(command.body))
    case 'change-package':
      return act(client.changePackage(command.code, command.body))
    case 'messages':
      return listMessages(client)
    case 'retry':
      return act(client.retryMessage(command.id))
  }
}

/** Runs a command; returns its output, or why it failed as a text. */
export async function runCommand(client: OperatorClient, command: OperatorCommand): Promise<Result<string, string>> {
  const result = await call(client, command)
  return result.ok ? result : err(callMessage(result.error))
}
