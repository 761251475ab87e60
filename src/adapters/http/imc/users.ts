import * as z from 'zod/mini'
import type { HttpClient } from '#src/adapters/http/client.ts'
import { DOCUMENT_TYPE, ENTITY_USER } from '#src/adapters/http/contract/imc/fields.ts'
import { IMC_USER_PATHS, imcPaths } from '#src/adapters/http/contract/imc/paths.ts'
import type { ActivationRequest, CreateUserRequest, EditUserRequest } from '#src/adapters/http/contract/imc/users.ts'
import { ROLE_WORDS, STATUS_WORDS } from '#src/adapters/http/contract/imc/words.ts'
import { IDEMPOTENCY_HEADER } from '#src/adapters/http/contract/paths.ts'
import { parseBoolean, parseText } from '#src/adapters/http/decode/parse-values.ts'
import { findRecord, isRecord } from '#src/adapters/http/decode/records.ts'
import {
  createListDecoder,
  createRecordDecoder,
  decodeWord,
  emptyToNull,
  getFirst,
} from '#src/adapters/http/imc/rows.ts'
import type { ImcScope, WithScope } from '#src/adapters/http/imc/scope.ts'
import type { Upload } from '#src/adapters/http/imc/upload.ts'
import { createPoll } from '#src/adapters/http/poll.ts'
import { parseJson, requestJson, requestText } from '#src/adapters/http/request.ts'
import type { UsersGateway } from '#src/application/imc/ports.ts'
import type { DocumentType } from '#src/domain/imc/users/document-types.ts'
import type { Confirmation, EntityUser } from '#src/domain/imc/users/entity-user.ts'
import type { UserEdit } from '#src/domain/imc/users/user-edit.ts'
import type { NewUser } from '#src/domain/imc/users/user-form.ts'
import { toIsoOrNull } from '#src/domain/time/bogota.ts'

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

const decodeDocumentTypes = createListDecoder(
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
const decodeMessage = (body: unknown): string =>
  (isRecord(body) ? parseText(getFirst(body, 'message')) : null)?.trim() ?? ''

interface UsersApiDeps {
  readonly http: HttpClient
  /** The prefix of every path: a path of this origin or an absolute URL. */
  readonly base: string
  readonly withScope: WithScope
  readonly upload: Upload
}

/** Converts an empty text to null. */
const toNullable = (text: string): string | null => text || null

const toEditBody = (edit: UserEdit) =>
  ({
    nombre: edit.name,
    tipo_doc: edit.documentType,
    idoc_numero: edit.documentNumber,
    idoc_dv: toNullable(edit.checkDigit),
    cargo: toNullable(edit.position),
    telefono: toNullable(edit.telephone),
  }) satisfies EditUserRequest

const toCreateBody = (user: NewUser, { entity, administrator }: ImcScope) =>
  ({
    ...toEditBody(user),
    es_activo: user.active,
    es_exento: user.contingency,
    rolename: ROLE_WORDS[user.role],
    email_address: toNullable(user.email),
    usr_name: toNullable(user.username),
    entidad_id: entity,
    administrador_id: administrator,
  }) satisfies CreateUserRequest

/** Merges the edit with the unchanged fields (§7.2). The server saves only the edited fields. */
const toMergedBody = (user: EntityUser, edit: UserEdit) => ({
  id: user.id,
  usr_name: user.username,
  rolename: ROLE_WORDS[user.role],
  es_activo: user.active,
  es_exento: user.contingency,
  email_address: toNullable(user.email),
  updated_at: toIsoOrNull(user.updatedAt),
  ...(user.version === null ? {} : { version: user.version }),
  ...toEditBody(edit),
})

/** Every success status confirms the change; without a message in the body, `message` is ''. */
function decodeConfirmation(text: string): Confirmation {
  const body = parseJson(text)
  return { message: body.ok ? decodeMessage(body.value) : '' }
}

function decodeCreatedUser(body: unknown) {
  const id = decodeId(body)
  return id === null ? null : { id, message: decodeMessage(body) }
}

/** The users of an entity at {imc-api} (§7.2). */
export function createUsersApi({ http, base, withScope, upload }: UsersApiDeps): UsersGateway {
  const pollUsers = createPoll(decodeUsers)
  return {
    list: (signal) => withScope(({ entity }) => pollUsers(http, { path: imcPaths.entityUsers(entity), signal })),

    find: (id, signal) => requestJson(http, { path: imcPaths.user(id), signal }, decodeUser),

    documentTypes: (signal) => requestJson(http, { path: IMC_USER_PATHS.documentTypes, signal }, decodeDocumentTypes),

    create: (user, key, signal) =>
      withScope((scope) => {
        const headers = { [IDEMPOTENCY_HEADER]: key }
        const call = { path: IMC_USER_PATHS.users, body: toCreateBody(user, scope), headers, signal }
        return requestJson(http, call, decodeCreatedUser)
      }),

    edit: (user, edit, signal) =>
      requestText(
        http,
        { path: imcPaths.user(user.id), method: 'PUT', body: toMergedBody(user, edit), signal },
        decodeConfirmation,
      ),

    setActive: (id, active, signal) =>
      withScope(({ administrator }) => {
        const body = { id, es_activo: active, updated_by: administrator } satisfies ActivationRequest
        return requestText(http, { path: IMC_USER_PATHS.activation, body, signal }, decodeConfirmation)
      }),

    contractUrl: (id) => `${base}${imcPaths.contract(id)}`,

    uploadContract: (id, file, options) => upload(imcPaths.contract(id), file, options),
  }
}
