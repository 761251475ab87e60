import type { HttpClient } from '#src/adapters/http/client.ts'
import {
  type ChangePasswordRequest,
  PASSWORD_REPLIES,
  type RecoveryRequest,
  type RenewPasswordRequest,
  type TokensRequest,
} from '#src/adapters/http/contract/identity/passwords.ts'
import { HUMAN_CHECK_HEADER, PASSWORD_PATHS } from '#src/adapters/http/contract/paths.ts'
import { type Call, requestText } from '#src/adapters/http/request.ts'
import type { PasswordGateway, PasswordReply } from '#src/application/identity/ports.ts'

/** Maps the trimmed text OK or NO to a reply; null for any other text (D40). */
function decodePasswordReply(text: string): PasswordReply | null {
  switch (text.trim()) {
    case PASSWORD_REPLIES.done:
      return 'done'
    case PASSWORD_REPLIES.refused:
      return 'refused'
    default:
      return null
  }
}

/** The password service: requests are forms, and each reply is OK or NO (§7.1). */
export function createPasswordApi({ http }: { readonly http: HttpClient }): PasswordGateway {
  const send = <Form extends Readonly<Record<string, string>>>(call: Call & { readonly form: Form }) =>
    requestText(http, call, decodePasswordReply)

  return {
    requestRecovery: (email, proof, signal) =>
      send<RecoveryRequest>({
        path: PASSWORD_PATHS.recover,
        form: { email },
        headers: { [HUMAN_CHECK_HEADER]: proof.text },
        signal,
      }),

    verifyTokens: ({ token, token2 }, signal) =>
      send<TokensRequest>({ path: PASSWORD_PATHS.verify, form: { token, token2 }, signal }),

    reset: ({ token, token2 }, password, repeat, signal) =>
      send<ChangePasswordRequest>({
        path: PASSWORD_PATHS.change,
        form: { token, token2, value: password, revalue: repeat },
        signal,
      }),

    renew: ({ userId, username, email, password }, signal) =>
      send<RenewPasswordRequest>({
        path: PASSWORD_PATHS.renew,
        form: { user_id: userId, user_pwd: password, user_name: username, user_email: email },
        signal,
      }),
  }
}
