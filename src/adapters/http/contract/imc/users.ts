import * as z from 'zod/mini'
import { DOCUMENT_TYPE, ENTITY_USER, LOGIN_USER } from '#src/adapters/http/contract/imc/fields.ts'
import {
  idField,
  listOf,
  ownIdField,
  requestFlag,
  requestText,
  roleWord,
  statusWord,
} from '#src/adapters/http/contract/imc/values.ts'
import { ROLE_WORDS } from '#src/adapters/http/contract/imc/words.ts'
import { toReplySchema } from '#src/adapters/http/contract/reply-schema.ts'
import { MAX_PASSWORD_FIELD_LENGTH, parseWord, singleLine, wholeNumber } from '#src/adapters/http/contract/values.ts'
import { IMC_LOGIN_MIN_LENGTHS, MAX_IMC_LOGIN_LENGTH } from '#src/domain/imc/session/login-form.ts'
import type { UserEdit } from '#src/domain/imc/users/user-edit.ts'
import type { UserForm } from '#src/domain/imc/users/user-form.ts'

/** Signs an entity's user in; `entidad` is the code in upper or lower case (§5). */
export const imcLoginRequest = z.object({
  entidad: singleLine(IMC_LOGIN_MIN_LENGTHS.entity, MAX_IMC_LOGIN_LENGTH),
  usr_name: singleLine(IMC_LOGIN_MIN_LENGTHS.username, MAX_IMC_LOGIN_LENGTH),
  usr_pwd: singleLine(IMC_LOGIN_MIN_LENGTHS.password, MAX_IMC_LOGIN_LENGTH),
})
export type ImcLoginRequest = z.infer<typeof imcLoginRequest>

const loginUser = toReplySchema(LOGIN_USER, { rolename: roleWord })

/** The reply to login, session and password change: the signed-in user. */
export const loginUserReply = listOf(loginUser)
export type LoginUserListReply = z.infer<typeof loginUserReply>

/** Replaces the password of the pending session's user (D16). */
export const renewImcPasswordRequest = z.object({
  user_id: idField,
  user_pwd: singleLine(0, MAX_PASSWORD_FIELD_LENGTH),
})
export type RenewImcPasswordRequest = z.infer<typeof renewImcPasswordRequest>

const entityUser = toReplySchema(ENTITY_USER, {
  rolename: roleWord,
  estatus: statusWord,
  contrato_pendiente: z.boolean(),
  contrato: z.boolean(),
})
export type EntityUserReply = z.infer<typeof entityUser>

/** The users of an entity, or one user (D23). */
export const entityUsersReply = listOf(entityUser)
export type EntityUsersReply = z.infer<typeof entityUsersReply>

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
export type EditUserRequest = z.input<typeof editUserRequest>

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

export const createdUserReply = z.object({ data: z.object({ id: z.string() }), message: z.string() })

/** Activates or deactivates a user; `es_activo` is the new value (D35). */
export const activationRequest = z.object({ id: idField, es_activo: requestFlag, updated_by: ownIdField })
export type ActivationRequest = z.input<typeof activationRequest>

export const documentTypesReply = listOf(toReplySchema(DOCUMENT_TYPE, {}))
