import * as z from 'zod/mini'

import { DOCUMENT_TYPE, ENTITY_USER, LOGIN_USER } from '#src/adapters/http/contract/imc/fields.ts'
import { ROLE_WORDS, STATUS_WORDS } from '#src/adapters/http/contract/imc/words.ts'
import { parseBoolean, parseText } from '#src/adapters/http/decode/parse-values.ts'
import { findRecord, isRecord } from '#src/adapters/http/decode/records.ts'
import {
  createListDecoder,
  createRecordDecoder,
  decodeWord,
  emptyToNull,
  getFirst,
} from '#src/adapters/http/imc/imc-rows.ts'
import type { DocumentType, EntityUser, ImcLogin, ImcRole } from '#src/domain/imc/users/entity-user.ts'

/**
 * Decodes the role of a login. The documented API sends no role: all users are administrators (§6).
 * A user with an unknown role may only read.
 */
function decodeLoginRole(value: unknown): ImcRole {
  const { code, text } = decodeWord(ROLE_WORDS, value)
  return text === '' ? 'administrator' : (code ?? 'user')
}

const loginUser = z.pipe(
  z.object(LOGIN_USER),
  z.transform(
    (user): ImcLogin => ({
      userId: user.id,
      name: user.nombre,
      role: decodeLoginRole(user.rolename),
      entityId: user.entidad_id,
      entityName: user.entidad_nombre,
      mustChangePassword: user.cambiar_pwd,
    }),
  ),
)

/** Decodes the user of a login; null for a malformed reply. */
export const decodeLogin = createRecordDecoder(loginUser)

const entityUser = z.pipe(
  z.object(ENTITY_USER),
  z.transform(
    (user): EntityUser => ({
      id: user.id,
      username: user.usr_name,
      role: decodeWord(ROLE_WORDS, user.rolename).code ?? 'user',
      name: user.nombre,
      status: decodeWord(STATUS_WORDS, user.estatus).code,
      profile: user.nombre_perfil,
      active: user.es_activo,
      contingency: user.es_exento,
      email: user.email_address,
      position: user.cargo,
      telephone: user.telefono,
      documentType: user.tipo_doc,
      documentNumber: user.idoc_numero,
      checkDigit: user.idoc_dv,
      createdAt: user.created_at,
      createdBy: user.created_by,
      updatedAt: user.updated_at,
      updatedBy: user.updated_by,
      version: user.version,
      subscription: emptyToNull(user.numero),
      packageId: emptyToNull(user.paquete_id),
      contractPending: parseBoolean(user.contrato_pendiente) ?? false,
      hasContract: parseBoolean(user.contrato) ?? false,
    }),
  ),
)

export const decodeUsers = createListDecoder(entityUser)
export const decodeUser = createRecordDecoder(entityUser)

export const decodeDocumentTypes = createListDecoder(
  z.pipe(
    z.object(DOCUMENT_TYPE),
    z.transform(({ codigo, nombre }): DocumentType => ({ code: codigo, name: nombre })),
  ),
)

/** Decodes the id of a new record: at the top, in `data` or in the first row of `data`. */
export function decodeId(body: unknown): string | null {
  const record = findRecord(body, (candidate) => parseText(getFirst(candidate, 'id')) !== null)
  return record && parseText(getFirst(record, 'id'))
}

/** Decodes the message of a reply; '' without a message. */
export const decodeMessage = (body: unknown): string =>
  (isRecord(body) ? parseText(getFirst(body, 'message')) : null)?.trim() ?? ''
