import * as z from 'zod/mini'
import {
  idField,
  listOf,
  ownIdField,
  requestFlag,
  requestText,
  roleWord,
  statusWord,
} from '#src/adapters/http/contract/imc/values.ts'
import { ROLE_WORDS, STATUS_WORDS } from '#src/adapters/http/contract/imc/words.ts'
import { toReplySchema } from '#src/adapters/http/contract/reply-schema.ts'
import { parseWord, wholeNumber } from '#src/adapters/http/contract/values.ts'
import {
  customField,
  flagField,
  instantField,
  nullableTextField,
  optionalNumberField,
  textField,
} from '#src/adapters/http/decode/lenient.ts'
import { parseBoolean } from '#src/adapters/http/decode/parse-values.ts'
import { decodeWord, emptyToNull } from '#src/adapters/http/decode/rows.ts'
import { isDocumentTypeCode } from '#src/domain/imc/users/document-types.ts'
import type { EntityUser } from '#src/domain/imc/users/entity-user.ts'
import type { NewUser, UserEdit, UserForm } from '#src/domain/imc/users/user-form.ts'
import { toIsoOrNull } from '#src/domain/time/bogota.ts'

/**
 * A user of an entity (§3). `version` (D81), `numero` and `paquete_id` (D26), `contrato_pendiente`
 * and `contrato` are extensions of this portal.
 */
const ENTITY_USER = {
  id: textField,
  usr_name: textField,
  rolename: customField,
  nombre: textField,
  estatus: customField,
  nombre_perfil: nullableTextField,
  es_activo: flagField,
  es_exento: flagField,
  email_address: nullableTextField,
  cargo: nullableTextField,
  telefono: nullableTextField,
  tipo_doc: nullableTextField,
  idoc_numero: nullableTextField,
  idoc_id: nullableTextField,
  idoc_dv: nullableTextField,
  created_at: instantField,
  created_by: nullableTextField,
  updated_at: instantField,
  updated_by: nullableTextField,
  version: optionalNumberField,
  numero: nullableTextField,
  paquete_id: nullableTextField,
  contrato_pendiente: customField,
  contrato: customField,
}

/** Decodes a user in every form that a server may send (D4, D37). */
export const entityUserDecoder = z.pipe(
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
      documentTypeId: emptyToNull(user.idoc_id),
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

const entityUser = toReplySchema(ENTITY_USER, {
  rolename: roleWord,
  estatus: statusWord,
  contrato_pendiente: z.boolean(),
  contrato: z.boolean(),
})
type EntityUserReply = z.infer<typeof entityUser>

/** The users of an entity, or one user (D23). */
export const entityUsersReply = listOf(entityUser)
export type EntityUsersReply = z.infer<typeof entityUsersReply>

/** Returns the wire id of a document type (`idoc_id`); null for an unknown code. */
const toDocumentTypeId = (code: string) => (isDocumentTypeCode(code) ? `doc-${code.toLowerCase()}` : null)

/** Converts a user to the wire format (§3, D26). */
export const toUserReply = (user: EntityUser): EntityUserReply => ({
  id: user.id,
  usr_name: user.username,
  rolename: ROLE_WORDS[user.role],
  nombre: user.name,
  estatus: STATUS_WORDS[user.status ?? 'available'],
  nombre_perfil: emptyToNull(user.profile),
  es_activo: user.active,
  es_exento: user.contingency,
  email_address: emptyToNull(user.email),
  cargo: emptyToNull(user.position),
  telefono: emptyToNull(user.telephone),
  tipo_doc: user.documentType,
  idoc_numero: user.documentNumber,
  idoc_id: toDocumentTypeId(user.documentType),
  idoc_dv: emptyToNull(user.checkDigit),
  created_at: toIsoOrNull(user.createdAt),
  created_by: emptyToNull(user.createdBy),
  updated_at: toIsoOrNull(user.updatedAt),
  updated_by: emptyToNull(user.updatedBy),
  version: user.version ?? undefined,
  numero: user.subscription,
  paquete_id: user.packageId,
  contrato_pendiente: user.contractPending,
  contrato: user.hasContract,
})

/** Maximum length of an instant in ISO 8601. */
const MAX_INSTANT_LENGTH = 40

const MAX_VERSION = 2 ** 31 - 1

/** The fields that an edit saves. The server ignores other fields of a request (§7.2). */
const userFields = z.object({
  nombre: requestText,
  tipo_doc: requestText,
  idoc_numero: requestText,
  idoc_dv: requestText,
  cargo: requestText,
  telefono: requestText,
})

/** Edits a user; `version`, else `updated_at`, is the caller's last read value (D81). */
export const editUserRequest = z.extend(userFields, {
  updated_at: z.optional(z.nullable(z.string().check(z.maxLength(MAX_INSTANT_LENGTH)))),
  version: z.optional(z.nullable(wholeNumber(1, MAX_VERSION))),
})
type EditUserRequest = z.input<typeof editUserRequest>

/** Creates a user. If `usr_name` is null or '', the server derives it from the name. */
export const createUserRequest = z.extend(userFields, {
  es_activo: requestFlag,
  es_exento: requestFlag,
  rolename: requestText,
  email_address: requestText,
  usr_name: requestText,
  entidad_id: ownIdField,
  administrador_id: ownIdField,
})
export type CreateUserRequest = z.input<typeof createUserRequest>

/** Maps a valid edit to the domain, which validates the values. */
export const toUserEdit = (request: z.output<typeof userFields>): UserEdit => ({
  name: request.nombre,
  documentType: request.tipo_doc,
  documentNumber: request.idoc_numero,
  checkDigit: request.idoc_dv,
  position: request.cargo,
  telephone: request.telefono,
})

/** Maps a request to the domain, which validates the values and rejects an unknown role. */
export const toUserForm = (request: z.output<typeof createUserRequest>): UserForm => ({
  ...toUserEdit(request),
  role: parseWord(ROLE_WORDS, request.rolename) ?? request.rolename,
  username: request.usr_name,
  email: request.email_address,
  contingency: request.es_exento,
  active: request.es_activo,
})

/** Converts the fields that an edit saves. */
const toUserFields = (edit: UserEdit) => ({
  nombre: edit.name,
  tipo_doc: edit.documentType,
  idoc_numero: edit.documentNumber,
  idoc_dv: emptyToNull(edit.checkDigit),
  cargo: emptyToNull(edit.position),
  telefono: emptyToNull(edit.telephone),
})

/** Converts a new user; the caller adds the ids of the session. */
export const toCreateBody = (user: NewUser) =>
  ({
    ...toUserFields(user),
    es_activo: user.active,
    es_exento: user.contingency,
    rolename: ROLE_WORDS[user.role],
    email_address: emptyToNull(user.email),
    usr_name: emptyToNull(user.username),
  }) satisfies CreateUserRequest

/**
 * Merges the edit with the other fields of a user as they were read (§7.2). The server saves only
 * the edited fields, and trusts none of the others.
 */
export const toEditBody = (user: EntityUser, edit: UserEdit) =>
  ({
    id: user.id,
    usr_name: user.username,
    rolename: ROLE_WORDS[user.role],
    ...(user.status === null ? {} : { estatus: STATUS_WORDS[user.status] }),
    nombre_perfil: emptyToNull(user.profile),
    es_activo: user.active,
    es_exento: user.contingency,
    email_address: emptyToNull(user.email),
    idoc_id:
      edit.documentType === user.documentType ? (user.documentTypeId ?? null) : toDocumentTypeId(edit.documentType),
    created_at: toIsoOrNull(user.createdAt),
    created_by: emptyToNull(user.createdBy),
    updated_at: toIsoOrNull(user.updatedAt),
    updated_by: emptyToNull(user.updatedBy),
    ...(user.version === null ? {} : { version: user.version }),
    ...toUserFields(edit),
  }) satisfies EditUserRequest & Readonly<Record<string, unknown>>

export const createdUserReply = z.object({ data: z.object({ id: z.string() }), message: z.string() })

/** Activates or deactivates a user; `es_activo` is the new value (D35). */
export const activationRequest = z.object({ id: idField, es_activo: requestFlag, updated_by: ownIdField })
export type ActivationRequest = z.input<typeof activationRequest>

/** A type of document that the form offers. */
export const DOCUMENT_TYPE = { nombre: textField, codigo: textField }

export const documentTypesReply = listOf(toReplySchema(DOCUMENT_TYPE, {}))
