import type { UndeliveredItem } from '#server/database/outbox.ts'
import type { OperatedRequest } from '#server/imc/imc.ts'
import { KIND_WORDS, REQUEST_STATUS_WORDS } from '#src/adapters/http/contract/imc/words.ts'
import type {
  MessagesReply,
  OperatorRequestReply,
  OperatorRequestsReply,
} from '#src/adapters/http/contract/operator/operator.ts'
import type { RequestKind, RequestStatus } from '#src/domain/imc/requests/requests.ts'
import { type Instant, toIso } from '#src/domain/time/bogota.ts'

interface ListedRequest {
  readonly id: string
  readonly reference: string
  readonly entity: string
  readonly kind: RequestKind
  readonly user: string
  readonly at: Instant
  readonly status: RequestStatus
}

export const toRequestReply = (request: ListedRequest): OperatorRequestsReply['data'][number] => ({
  id: request.id,
  referencia: request.reference,
  entidad: request.entity,
  tipo: KIND_WORDS[request.kind],
  usuario: request.user,
  fecha: toIso(request.at),
  estatus: REQUEST_STATUS_WORDS[request.status],
})

const toScreen = (screen: OperatedRequest['target']) => (screen === null ? null : `${screen.number} ${screen.screen}`)

export const toDetailReply = (request: OperatedRequest): OperatorRequestReply['data'][number] => ({
  ...toRequestReply(request),
  administrador: request.administrator,
  codigo: request.packageCode,
  perfil: request.profile,
  pantalla: toScreen(request.target),
  pantalla_origen: toScreen(request.source),
  usuario_origen: request.sourceUser,
  cantidad: request.quantity,
  precio: request.price,
  observaciones: request.notes ?? '',
  motivo: request.reason,
  requisitos: request.files.map(({ id, name, fileName, bytes }) => ({
    requisito_id: id,
    nombre: name,
    archivo: fileName,
    bytes,
  })),
  historial: request.steps.map(({ status, at, person, detail }) => ({
    estatus: REQUEST_STATUS_WORDS[status],
    fecha: toIso(at),
    persona: person,
    detalle: detail,
  })),
})

export const toMessageReply = (item: UndeliveredItem): MessagesReply['data'][number] => ({
  id: item.id,
  tipo: item.kind,
  destino: item.recipient,
  estado: item.status === 'failed' ? 'fallido' : 'pendiente',
  creado: toIso(item.createdAt),
  intentos: item.attempts,
  error: item.error,
})
