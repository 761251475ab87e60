import * as z from 'zod/mini'

import { CLIENT_USER } from '#src/adapters/http/contract/identity/identity-fields.ts'
import { toReplySchema } from '#src/adapters/http/contract/reply-schema.ts'
import { isoInstant, MAX_ID_LENGTH, singleLine } from '#src/adapters/http/contract/values.ts'
import { loginViolations, MAX_LOGIN_LENGTH } from '#src/domain/identity/login.ts'

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
])
export type LoginReply = z.infer<typeof loginReply>

export const sessionReply = z.object({ user: clientUser })
export type SessionReply = z.infer<typeof sessionReply>

/** Accepts the terms for the client with this id, who must own the session. */
export const termsRequest = z.object({ id: singleLine(1, MAX_ID_LENGTH) })

export const termsReply = z.object({ status: z.literal('success'), fecha_confirmacion: isoInstant })
export type TermsReply = z.infer<typeof termsReply>

export const applicationTokenReply = z.object({ token: z.string() })
export type ApplicationTokenReply = z.infer<typeof applicationTokenReply>
