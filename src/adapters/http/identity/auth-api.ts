import * as z from 'zod/mini'
import type { HttpClient } from '#src/adapters/http/client.ts'
import { CLIENT_USER, type LoginRefusal, type LoginRequest } from '#src/adapters/http/contract/identity/identity.ts'
import { CLIENT_PASSKEY_PATHS } from '#src/adapters/http/contract/identity/passkeys.ts'
import { CLIENT_FACTOR_PATHS } from '#src/adapters/http/contract/identity/second-factor.ts'
import { HUMAN_CHECK_HEADER, IDENTITY_PATHS, TAKEOVER_HEADER } from '#src/adapters/http/contract/paths.ts'
import { parseInstant } from '#src/adapters/http/decode/parse-values.ts'
import { findRecord, getField, isRecord } from '#src/adapters/http/decode/records.ts'
import { requestLoginOptions } from '#src/adapters/http/identity/passkeys-api.ts'
import { decodeChallenge, decodeFactorRefusal, toAnswerBody } from '#src/adapters/http/identity/second-factor-api.ts'
import { parseJson, requestJson, requestText } from '#src/adapters/http/request.ts'
import type { AuthGateway } from '#src/application/identity/ports.ts'
import type { CallFailure } from '#src/domain/call.ts'
import type { ClientUser, FactorOutcome, LoginOutcome, TermsInForce } from '#src/domain/identity/account.ts'
import type { SignInRequest } from '#src/domain/identity/login.ts'
import { ok, type Result } from '#src/domain/result.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/**
 * When the terms were accepted. A missing value, null and '' mean pending terms; any other invalid
 * value makes the client malformed.
 */
const acceptance = z.pipe(
  z.optional(z.unknown()),
  z.pipe(
    z.transform((value): Instant | null =>
      // The schema below rejects NaN.
      value === undefined || value === null || value === '' ? null : (parseInstant(value) ?? Number.NaN),
    ),
    z.nullable(z.number()),
  ),
)

/** When the account ends; null without an end, and for an invalid value. */
const end = z.pipe(
  z.optional(z.unknown()),
  z.transform((value): Instant | null => parseInstant(value)),
)

const clientUser = z.pipe(
  z.object({ ...CLIENT_USER, fecha_confirmacion: acceptance, vence: end }),
  z.transform(
    ({ key_expired, fecha_confirmacion, vence, ...client }): ClientUser => ({
      ...client,
      passwordExpired: key_expired,
      termsAcceptedAt: fecha_confirmacion,
      ...(vence !== null && { expiresAt: vence }),
    }),
  ),
)

/** Decodes the client of a reply; null when a required field is missing or invalid. */
const decodeUser = (value: unknown): ClientUser | null => clientUser.safeParse(value).data ?? null

type RefusalKind = Exclude<LoginOutcome['kind'], 'success' | 'factor-required'>

const KINDS_BY_STATUS: Readonly<Record<LoginRefusal, RefusalKind>> = {
  INVALID: 'invalid',
  EXPIRED: 'expired',
  DISABLED: 'disabled',
  SESSION_ACTIVE: 'session-active',
}
const REFUSALS: ReadonlyMap<string, RefusalKind> = new Map(Object.entries(KINDS_BY_STATUS))

const toLoginBody = ({ username, password }: SignInRequest) => ({ usr: username, pwd: password }) satisfies LoginRequest

const toLoginHeaders = ({ proof, takeover }: SignInRequest) => ({
  [HUMAN_CHECK_HEADER]: proof.text,
  ...(takeover && { [TAKEOVER_HEADER]: '1' }),
})

/** Decodes the status, in upper or lower case; an unknown status is `other` (§4). */
function decodeOutcome(body: unknown): LoginOutcome | null {
  const record = findRecord(body, (candidate) => typeof getField(candidate, 'status') === 'string')
  if (!record) return null
  const status = String(getField(record, 'status')).trim().toUpperCase()
  if (status === 'FACTOR') {
    const challenge = decodeChallenge(record)
    return challenge && { kind: 'factor-required', challenge }
  }
  if (status !== 'SUCCESS') return { kind: REFUSALS.get(status) ?? 'other' }
  const user = decodeUser(getField(record, 'user'))
  return user && { kind: 'success', user }
}

interface Acceptance {
  readonly acceptedAt: Instant | null
}

function decodeAcceptance(text: string): Acceptance {
  const body = parseJson(text)
  const record = findRecord(body.ok ? body.value : null, (candidate) => Object.hasOwn(candidate, 'fecha_confirmacion'))
  return { acceptedAt: record && parseInstant(getField(record, 'fecha_confirmacion')) }
}

const decodeSession = (body: unknown): ClientUser | null => (isRecord(body) ? decodeUser(getField(body, 'user')) : null)

const UNAUTHORIZED = 401

/** Maps a 401 to null: the service has no session. */
function mapUnauthorizedToNull(result: Result<ClientUser, CallFailure>): Result<ClientUser | null, CallFailure> {
  if (result.ok || result.error.kind !== 'rejected') return result
  return result.error.status === UNAUTHORIZED ? ok(null) : result
}

interface AuthApiDeps {
  readonly http: HttpClient
  /** The configured terms, which the page shows; null for the default text. */
  readonly terms?: TermsInForce | null
}

/**
 * The client's account at {market-api} (§7.1, D5, D54). Replies to terms and logout need no valid
 * body.
 */
export function createAuthApi({ http, terms = null }: AuthApiDeps): AuthGateway {
  return {
    signIn: (request, signal) =>
      requestJson(
        http,
        { path: IDENTITY_PATHS.login, body: toLoginBody(request), headers: toLoginHeaders(request), signal },
        decodeOutcome,
      ),

    verifyFactor: (answer, signal) =>
      requestJson(
        http,
        { path: CLIENT_FACTOR_PATHS.login, body: toAnswerBody(answer), signal },
        (body): FactorOutcome | null => decodeFactorRefusal(body) ?? decodeOutcome(body),
      ),

    askPasskey: (ticket, signal) => requestLoginOptions(http, CLIENT_PASSKEY_PATHS, ticket, signal),

    async acceptTerms(userId, signal) {
      const result = await requestText(
        http,
        { path: IDENTITY_PATHS.terms, body: { id: userId, ...(terms && { version: terms.version }) }, signal },
        decodeAcceptance,
      )
      return result.ok ? ok(result.value.acceptedAt) : result
    },

    async signOut(signal) {
      const result = await requestText(http, { path: IDENTITY_PATHS.logout, body: {}, signal }, () => true)
      return result.ok ? ok(undefined) : result
    },

    currentUser: async (signal) =>
      mapUnauthorizedToNull(await requestJson(http, { path: IDENTITY_PATHS.session, signal }, decodeSession)),
  }
}
