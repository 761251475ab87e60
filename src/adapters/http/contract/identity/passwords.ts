import * as z from 'zod/mini'

import { MAX_PASSWORD_FIELD_LENGTH, singleLine } from '#src/adapters/http/contract/values.ts'
import { isEmail, MAX_EMAIL_LENGTH } from '#src/domain/identity/email.ts'

/** The plain-text replies of the password service (D40). */
export const PASSWORD_REPLIES = { done: 'OK', refused: 'NO' } as const

const MAX_FIELD_LENGTH = 300

const password = singleLine(0, MAX_PASSWORD_FIELD_LENGTH)
/** Any text: the service replies NO to an unknown token (D40). */
const token = z.string()

/** Requests an e-mail with a recovery link. */
export const recoveryRequest = z.object({ email: singleLine(1, MAX_EMAIL_LENGTH).check(z.refine(isEmail)) })
export type RecoveryRequest = z.infer<typeof recoveryRequest>

/** Verifies the two tokens of a recovery link, without invalidating them. */
export const tokensRequest = z.object({ token, token2: token })
export type TokensRequest = z.infer<typeof tokensRequest>

/** Sets a new password with the tokens of a recovery link. */
export const changePasswordRequest = z.object({ token, token2: token, value: password, revalue: password })
export type ChangePasswordRequest = z.infer<typeof changePasswordRequest>

/** Replaces an expired password. The other fields must match the client of the session. */
export const renewPasswordRequest = z.object({
  user_id: singleLine(0, MAX_FIELD_LENGTH),
  user_pwd: password,
  user_name: singleLine(0, MAX_FIELD_LENGTH),
  user_email: singleLine(0, MAX_FIELD_LENGTH),
})
export type RenewPasswordRequest = z.infer<typeof renewPasswordRequest>
