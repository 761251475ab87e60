import { toDocumentTypeId } from '#server/imc/users/document-types.ts'
import type { EntityUserReply } from '#src/adapters/http/contract/imc/users.ts'
import { ROLE_WORDS, STATUS_WORDS } from '#src/adapters/http/contract/imc/words.ts'
import type { EntityUser } from '#src/domain/imc/users/entity-user.ts'
import { toIsoOrNull } from '#src/domain/time/bogota.ts'

const toNullable = (text: string) => (text === '' ? null : text)

/** Converts a user to the wire format (§3, D26). */
export const toUserReply = (user: EntityUser): EntityUserReply => ({
  id: user.id,
  usr_name: user.username,
  rolename: ROLE_WORDS[user.role],
  nombre: user.name,
  estatus: STATUS_WORDS[user.status ?? 'available'],
  nombre_perfil: toNullable(user.profile),
  es_activo: user.active,
  es_exento: user.contingency,
  email_address: toNullable(user.email),
  cargo: toNullable(user.position),
  telefono: toNullable(user.telephone),
  tipo_doc: user.documentType,
  idoc_numero: user.documentNumber,
  idoc_id: toDocumentTypeId(user.documentType),
  idoc_dv: toNullable(user.checkDigit),
  created_at: toIsoOrNull(user.createdAt),
  created_by: toNullable(user.createdBy),
  updated_at: toIsoOrNull(user.updatedAt),
  updated_by: toNullable(user.updatedBy),
  version: user.version ?? undefined,
  numero: user.subscription,
  paquete_id: user.packageId,
  contrato_pendiente: user.contractPending,
  contrato: user.hasContract,
})
