import type { HttpClient } from '#src/adapters/http/client.ts'
import {
  type ChangePasswordRequest,
  PASSWORD_ANSWERS,
  type RecoveryRequest,
  type RenewPasswordRequest,
  type TokensRequest,
} from '#src/adapters/http/contract/passwords.ts'
import { HUMAN_CHECK_HEADER, PASSWORD_PATHS } from '#src/adapters/http/contract/paths.ts'
import { type Call, requestText } from '#src/adapters/http/request.ts'
import type { PasswordGateway, PasswordReply } from '#src/application/identity/password-gateway.ts'

/** The exact words after trimming, in their case; a text that only contains one is no answer (D40). */
function readWord(text: string): PasswordReply | null {
  switch (text.trim()) {
    case PASSWORD_ANSWERS.done:
      return 'done'
    case PASSWORD_ANSWERS.refused:
      return 'refused'
    default:
      return null
  }
}

/** {password-service}: forms in, one word out (§7.1). */
export function createPasswordApi({ http }: { readonly http: HttpClient }): PasswordGateway {
  const ask = <Form extends Readonly<Record<string, string>>>(call: Call & { readonly form: Form }) =>
    requestText(http, call, readWord)

  return {
    requestRecovery: (email, proof, signal) =>
      ask<RecoveryRequest>({
        path: PASSWORD_PATHS.recover,
        form: { email },
        headers: { [HUMAN_CHECK_HEADER]: proof.text },
        signal,
      }),

    verifyTokens: ({ token, token2 }, signal) =>
      ask<TokensRequest>({ path: PASSWORD_PATHS.verify, form: { token, token2 }, signal }),

    reset: ({ token, token2 }, password, repeat, signal) =>
      ask<ChangePasswordRequest>({
        path: PASSWORD_PATHS.change,
        form: { token, token2, value: password, revalue: repeat },
        signal,
      }),

    renew: ({ userId, username, email, password }, signal) =>
      ask<RenewPasswordRequest>({
        path: PASSWORD_PATHS.renew,
        form: { user_id: userId, user_pwd: password, user_name: username, user_email: email },
        signal,
      }),
  }
}
