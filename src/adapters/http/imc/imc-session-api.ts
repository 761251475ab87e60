import type { HttpClient } from '#src/adapters/http/client.ts'
import { IMC_USER_PATHS } from '#src/adapters/http/contract/imc/paths.ts'
import type { ImcLoginRequest, RenewImcPasswordRequest } from '#src/adapters/http/contract/imc/users.ts'
import { findList } from '#src/adapters/http/decode/records.ts'
import { decodeLogin } from '#src/adapters/http/imc/imc-users.ts'
import { parseJson, requestJson, requestText } from '#src/adapters/http/request.ts'
import type { ImcSessionGateway } from '#src/application/imc/session/imc-session-gateway.ts'
import type { ImcCredentials } from '#src/domain/imc/login-form.ts'
import type { ImcLogin } from '#src/domain/imc/users/entity-user.ts'
import { err, ok } from '#src/domain/result.ts'

const UNAUTHORIZED = 401

const REFUSED = 'refused'

/** Decodes a login. An empty list is a refusal (D54). */
const decodeOutcome = (body: unknown): ImcLogin | typeof REFUSED | null =>
  findList(body)?.length === 0 ? REFUSED : decodeLogin(body)

const toLoginBody = ({ entity, username, password }: ImcCredentials) =>
  ({ entidad: entity.trim(), usr_name: username.trim(), usr_pwd: password }) satisfies ImcLoginRequest

interface Renewal {
  readonly user: ImcLogin | null
}

/** Every success status confirms the new password; the body may contain the user. */
function decodeRenewal(text: string): Renewal {
  const body = parseJson(text)
  return { user: body.ok ? decodeLogin(body.value) : null }
}

/** The session of an entity's user at {imc-api} (§7.2, D16, D54). */
export function createImcSessionApi({ http }: { readonly http: HttpClient }): ImcSessionGateway {
  return {
    async signIn(credentials, signal) {
      const call = { path: IMC_USER_PATHS.login, body: toLoginBody(credentials), signal }
      const result = await requestJson(http, call, decodeOutcome)
      if (!result.ok) return result
      const { value } = result
      return value === REFUSED ? err({ kind: 'rejected', status: UNAUTHORIZED, message: null }) : ok(value)
    },

    async current(signal) {
      const result = await requestJson(http, { path: IMC_USER_PATHS.session, signal }, decodeLogin)
      const isSignedOut = !result.ok && result.error.kind === 'rejected' && result.error.status === UNAUTHORIZED
      return isSignedOut ? ok(null) : result
    },

    async signOut(signal) {
      const result = await requestText(http, { path: IMC_USER_PATHS.logout, body: {}, signal }, () => true)
      return result.ok ? ok(undefined) : result
    },

    async renewPassword(userId, password, signal) {
      const body = { user_id: userId, user_pwd: password } satisfies RenewImcPasswordRequest
      const result = await requestText(http, { path: IMC_USER_PATHS.renewPassword, body, signal }, decodeRenewal)
      return result.ok ? ok(result.value.user) : result
    },
  }
}
