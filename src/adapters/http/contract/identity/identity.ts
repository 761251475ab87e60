import * as z from 'zod/mini'
import { factorChallenge, factorRefusal } from '#src/adapters/http/contract/identity/second-factor.ts'
import { toReplySchema } from '#src/adapters/http/contract/reply-schema.ts'
import { isoInstant, MAX_ID_LENGTH, singleLine } from '#src/adapters/http/contract/values.ts'
import { customField, flagField, textField } from '#src/adapters/http/decode/lenient.ts'
import { loginViolations, MAX_LOGIN_LENGTH } from '#src/domain/identity/login.ts'

/**
 * A client. `fecha_confirmacion` is null before the client accepts the terms. `token` is not a
 * credential (D11). `vence` is the optional end of the account (D79).
 */
export const CLIENT_USER = {
  id: textField,
  name: textField,
  email: textField,
  key_expired: flagField,
  token: textField,
  fecha_confirmacion: customField,
  vence: customField,
}

const isUsername = (username: string) => loginViolations({ username, password: '' }).username === undefined

/** A user name of letters and digits, and a password (§5). */
export const loginRequest = z.object({
  usr: singleLine(1, MAX_LOGIN_LENGTH).check(z.refine(isUsername)),
  pwd: singleLine(1, MAX_LOGIN_LENGTH),
})
export type LoginRequest = z.infer<typeof loginRequest>

const clientUser = toReplySchema(CLIENT_USER, {
  fecha_confirmacion: z.nullable(isoInstant),
  vence: z.optional(isoInstant),
})
export type ClientUserReply = z.infer<typeof clientUser>

const LOGIN_REFUSALS = ['INVALID', 'EXPIRED', 'DISABLED', 'SESSION_ACTIVE'] as const
export type LoginRefusal = (typeof LOGIN_REFUSALS)[number]

/** The status of a login. Only a successful reply contains the client (D54). */
export const loginReply = z.union([
  z.object({ status: z.literal('success'), user: clientUser }),
  z.object({ status: z.enum(LOGIN_REFUSALS) }),
  factorChallenge,
])
export type LoginReply = z.infer<typeof loginReply>

/** The status of the second step of a login (D93). */
export const factorLoginReply = z.union([
  z.object({ status: z.literal('success'), user: clientUser }),
  z.object({ status: z.enum(LOGIN_REFUSALS) }),
  ...factorRefusal.def.options,
])

export const sessionReply = z.object({ user: clientUser })

/** Accepts the terms for the client with this id, who must own the session. */
/** `version` is that of the terms that the page showed; without it, the page has the default text (D84). */
export const termsRequest = z.object({ id: singleLine(1, MAX_ID_LENGTH), version: z.optional(singleLine(1, 100)) })

export const termsReply = z.object({ status: z.literal('success'), fecha_confirmacion: isoInstant })

export const applicationTokenReply = z.object({ token: z.string() })
