import * as z from 'zod/mini'

import { lineOfText } from '#src/adapters/http/contract/values.ts'
import { isEmail, MAX_EMAIL_LENGTH } from '#src/domain/identity/email.ts'

/** The exact words that the password service answers in plain text (D40). */
export const PASSWORD_REPLIES = { done: 'OK', refused: 'NO' } as const

const MAX_TOKEN_LENGTH = 200
const MAX_FIELD_LENGTH = 300

/** Longer ones are refused before any rule looks at them; the rules themselves are the domain's (D12). */
const MAX_PASSWORD_FIELD_LENGTH = 1_000

const password = lineOfText(0, MAX_PASSWORD_FIELD_LENGTH)
const token = lineOfText(0, MAX_TOKEN_LENGTH)

/** Asks for the mail with the link of a new password. */
export const recoveryRequest = z.object({ email: lineOfText(1, MAX_EMAIL_LENGTH).check(z.refine(isEmail)) })
export type RecoveryRequest = z.infer<typeof recoveryRequest>

/** The two tokens of a link; asking spends neither. */
export const tokensRequest = z.object({ token, token2: token })
export type TokensRequest = z.infer<typeof tokensRequest>

export const changePasswordRequest = z.object({ token, token2: token, value: password, revalue: password })
export type ChangePasswordRequest = z.infer<typeof changePasswordRequest>

/** A new password in place of an expired one; the other fields repeat who the session belongs to. */
export const renewPasswordRequest = z.object({
  user_id: lineOfText(0, MAX_FIELD_LENGTH),
  user_pwd: password,
  user_name: lineOfText(0, MAX_FIELD_LENGTH),
  user_email: lineOfText(0, MAX_FIELD_LENGTH),
})
export type RenewPasswordRequest = z.infer<typeof renewPasswordRequest>
