import type { RequirementFile } from '#server/documents/document-store.ts'
import { REQUEST_SENT } from '#server/imc/imc-messages.ts'
import type { ListedRequest, RequiredDocument, StoredRequest, StoredStep } from '#server/imc/requests/request-store.ts'
import type { ReceiptReply, RequestDetailReply, RequestReply } from '#src/adapters/http/contract/imc/requests.ts'
import { KIND_WORDS, REQUEST_STATUS_WORDS } from '#src/adapters/http/contract/imc/words.ts'
import type { RequestReceipt } from '#src/domain/imc/requests/requests.ts'
import { toIso } from '#src/domain/time/bogota.ts'

/** The id is at the top level and in `data`. */
export const toReceiptReply = ({ id, reference }: RequestReceipt): ReceiptReply => ({
  id,
  data: { id, referencia: reference },
  message: REQUEST_SENT,
})

export const toRequestReply = (request: ListedRequest): RequestReply => ({
  id: request.id,
  referencia: request.reference,
  usuario: request.user,
  fecha: toIso(request.at),
  tipo: KIND_WORDS[request.kind],
  estatus: REQUEST_STATUS_WORDS[request.status],
})

function toDocumentReply({ id, name }: RequiredDocument, files: readonly RequirementFile[]) {
  const file = files.find(({ requirementId }) => requirementId === id) ?? null
  return {
    requisito_id: id,
    nombre: name,
    archivo: file?.fileName ?? null,
    bytes: file?.bytes ?? null,
    cargado: file !== null,
  }
}

const formatProgress = (uploaded: number, required: number) =>
  `${uploaded} de ${required} ${uploaded === 1 ? 'cargado' : 'cargados'}.`

function toDetail({ status, person, detail }: StoredStep, progress: string) {
  if (status === 'documents') return progress
  return status === 'created' && person !== null ? `Por ${person}.` : detail
}

const toStepReply = (step: StoredStep, progress: string) => ({
  estatus: REQUEST_STATUS_WORDS[step.status],
  fecha: toIso(step.at),
  detalle: toDetail(step, progress),
  persona: step.person,
})

/** Everything about one request, with the files that were uploaded for it. */
export const toRequestDetailReply = (
  request: StoredRequest,
  files: readonly RequirementFile[],
): RequestDetailReply => ({
  ...toRequestReply(request),
  administrador: request.administrator,
  usuario_id: request.userId,
  paquete_id: request.packageId,
  codigo: request.packageCode,
  numero: request.target?.number ?? null,
  pantalla: request.target?.screen ?? null,
  perfil: request.profile,
  numero_origen: request.source?.number ?? null,
  pantalla_origen: request.source?.screen ?? null,
  usuario_origen: request.sourceUser,
  cantidad: request.quantity,
  precio: request.price,
  observaciones: request.notes,
  motivo: request.reason,
  requisitos: request.documents.map((document) => toDocumentReply(document, files)),
  historial: request.steps.map((step) => toStepReply(step, formatProgress(files.length, request.documents.length))),
})
