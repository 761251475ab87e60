import type { HttpClient } from '#src/adapters/http/client.ts'
import type { LoginRequest } from '#src/adapters/http/contract/identity.ts'
import { HUMAN_CHECK_HEADER, IDENTITY_PATHS, TAKEOVER_HEADER } from '#src/adapters/http/contract/paths.ts'
import { fieldOf, findRecord, isRecord } from '#src/adapters/http/decode/loose-records.ts'
import { momentOf, readUser } from '#src/adapters/http/decode/loose-user.ts'
import { jsonOf, requestJson, requestText } from '#src/adapters/http/request.ts'
import type { AuthGateway } from '#src/application/identity/auth-gateway.ts'
import type { GatewayFailure } from '#src/application/platform/failure.ts'
import type { ClientUser, LoginOutcome } from '#src/domain/identity/account.ts'
import type { SignInRequest } from '#src/domain/identity/login.ts'
import { ok, type Result } from '#src/domain/result.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

type Refused = Exclude<LoginOutcome['kind'], 'success'>

const REFUSALS: ReadonlyMap<string, Refused> = new Map([
  ['INVALID', 'invalid'],
  ['EXPIRED', 'expired'],
  ['DISABLED', 'disabled'],
  ['SESSION_ACTIVE', 'session-active'],
])

const loginBody = ({ username, password }: SignInRequest) => ({ usr: username, pwd: password }) satisfies LoginRequest

const loginHeaders = ({ proof, takeover }: SignInRequest) => ({
  [HUMAN_CHECK_HEADER]: proof.text,
  ...(takeover && { [TAKEOVER_HEADER]: '1' }),
})

/** A word in any case; one that nobody knows is `other` (§4). */
function readOutcome(body: unknown): LoginOutcome | null {
  const record = findRecord(body, (inside) => typeof fieldOf(inside, 'status') === 'string')
  if (!record) return null
  const status = String(fieldOf(record, 'status')).trim().toUpperCase()
  if (status !== 'SUCCESS') return { kind: REFUSALS.get(status) ?? 'other' }
  const user = readUser(fieldOf(record, 'user'))
  return user && { kind: 'success', user }
}

interface Acceptance {
  readonly acceptedAt: Instant | null
}

function readAcceptance(text: string): Acceptance {
  const body = jsonOf(text)
  const record = findRecord(body.ok ? body.value : null, (inside) => Object.hasOwn(inside, 'fecha_confirmacion'))
  return { acceptedAt: record && momentOf(fieldOf(record, 'fecha_confirmacion')) }
}

const readSession = (body: unknown): ClientUser | null => (isRecord(body) ? readUser(fieldOf(body, 'user')) : null)

const UNAUTHORIZED = 401

/** Nobody's session is an answer, not a failure. */
function orNobody(answer: Result<ClientUser, GatewayFailure>): Result<ClientUser | null, GatewayFailure> {
  if (answer.ok || answer.error.kind !== 'rejected') return answer
  return answer.error.status === UNAUTHORIZED ? ok(null) : answer
}

/** The client's account at {market-api} (§7.1, D5, D54); what ends well does so whatever its body says. */
export function createAuthApi({ http }: { readonly http: HttpClient }): AuthGateway {
  return {
    signIn: (request, signal) =>
      requestJson(
        http,
        { path: IDENTITY_PATHS.login, body: loginBody(request), headers: loginHeaders(request), signal },
        readOutcome,
      ),

    async acceptTerms(userId, signal) {
      const answer = await requestText(
        http,
        { path: IDENTITY_PATHS.terms, body: { id: userId }, signal },
        readAcceptance,
      )
      return answer.ok ? ok(answer.value.acceptedAt) : answer
    },

    async signOut(signal) {
      const answer = await requestText(http, { path: IDENTITY_PATHS.logout, body: {}, signal }, () => true)
      return answer.ok ? ok(undefined) : answer
    },

    currentUser: async (signal) =>
      orNobody(await requestJson(http, { path: IDENTITY_PATHS.session, signal }, readSession)),
  }
}
