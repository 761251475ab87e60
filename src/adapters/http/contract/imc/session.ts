import * as z from 'zod/mini'
import { challengeReply } from '#src/adapters/http/contract/identity/human-check.ts'
import { factorChallenge, factorRefusal } from '#src/adapters/http/contract/identity/second-factor.ts'
import { idField, listOf, roleWord } from '#src/adapters/http/contract/imc/values.ts'
import { toReplySchema } from '#src/adapters/http/contract/reply-schema.ts'
import { MAX_PASSWORD_FIELD_LENGTH, singleLine } from '#src/adapters/http/contract/values.ts'
import { customField, flagField, instantField, looseTextField, textField } from '#src/adapters/http/decode/lenient.ts'
import { IMC_LOGIN_MIN_LENGTHS, MAX_IMC_LOGIN_LENGTH } from '#src/domain/imc/session/login-form.ts'

/** The user of a login (§3); `rolename` is an extension of this portal (D25). */
export const LOGIN_USER = {
  id: textField,
  entidad_id: textField,
  nombre: textField,
  entidad_nombre: textField,
  cambiar_pwd: flagField,
  activar_factor: customField,
  rolename: customField,
}

/** Signs an entity's user in; `entidad` is the code in upper or lower case (§5). */
export const imcLoginRequest = z.object({
  entidad: singleLine(IMC_LOGIN_MIN_LENGTHS.entity, MAX_IMC_LOGIN_LENGTH),
  usr_name: singleLine(IMC_LOGIN_MIN_LENGTHS.username, MAX_IMC_LOGIN_LENGTH),
  usr_pwd: singleLine(IMC_LOGIN_MIN_LENGTHS.password, MAX_IMC_LOGIN_LENGTH),
})
export type ImcLoginRequest = z.infer<typeof imcLoginRequest>

const loginUser = toReplySchema(LOGIN_USER, { rolename: roleWord, activar_factor: z.optional(z.boolean()) })

/** The reply to login, session and password change: the signed-in user. */
export const loginUserReply = listOf(loginUser)
/** After several failed logins: the challenge to solve for `X-Human-Check` first (D117). */
export const loginCheckReply = z.object({ verificacion: challengeReply })
/** The reply to a login: the user, or what the account needs as its second step (D93). */
export const imcLoginReply = z.union([loginUserReply, factorChallenge, loginCheckReply])
export const imcFactorLoginReply = z.union([loginUserReply, ...factorRefusal.def.options])
export type LoginUserListReply = z.infer<typeof loginUserReply>

/** Replaces the password of the pending session's user (D16). */
export const renewImcPasswordRequest = z.object({
  user_id: idField,
  user_pwd: singleLine(0, MAX_PASSWORD_FIELD_LENGTH),
})
export type RenewImcPasswordRequest = z.infer<typeof renewImcPasswordRequest>

/** An open session of a person of the entity (D95). */
export const OPEN_SESSION = {
  id: textField,
  usuario_id: textField,
  nombre: textField,
  equipo: textField,
  direccion: looseTextField,
  desde: instantField,
  ultima_actividad: instantField,
  actual: flagField,
}

export const openSessionsReply = listOf(toReplySchema(OPEN_SESSION, {}))
export type OpenSessionsReply = z.infer<typeof openSessionsReply>

/**
 * Which sessions to end: one (`sesion`, with its id), all of a person (`persona`, with the user's
 * id), or all that the caller sees (`otras`). The caller's own session stays open.
 */
export const endSessionsRequest = z.object({
  alcance: z.enum(['sesion', 'persona', 'otras']),
  id: z.optional(idField),
})
export type EndSessionsRequest = z.infer<typeof endSessionsRequest>

export const endSessionsReply = z.object({ cerradas: z.number(), message: z.string() })
export type EndSessionsReply = z.infer<typeof endSessionsReply>
