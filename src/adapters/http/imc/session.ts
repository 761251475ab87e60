import * as z from 'zod/mini'
import type { HttpClient, SessionWatch } from '#src/adapters/http/client.ts'
import { challengeReply } from '#src/adapters/http/contract/identity/human-check.ts'
import { IMC_PASSKEY_PATHS } from '#src/adapters/http/contract/identity/passkeys.ts'
import { IMC_FACTOR_PATHS } from '#src/adapters/http/contract/identity/second-factor.ts'
import { IMC_USER_PATHS } from '#src/adapters/http/contract/imc/paths.ts'
import {
  type ImcLoginRequest,
  LOGIN_USER,
  loginCheckReply,
  type RenewImcPasswordRequest,
} from '#src/adapters/http/contract/imc/session.ts'
import { ROLE_WORDS } from '#src/adapters/http/contract/imc/words.ts'
import { HUMAN_CHECK_HEADER } from '#src/adapters/http/contract/paths.ts'
import { findList } from '#src/adapters/http/decode/records.ts'
import { createRecordDecoder, decodeWord } from '#src/adapters/http/decode/rows.ts'
import { encodeProof, type SolveChallenge } from '#src/adapters/http/identity/altcha.ts'
import { requestLoginOptions } from '#src/adapters/http/identity/passkeys-api.ts'
import { decodeChallenge, decodeFactorRefusal, toAnswerBody } from '#src/adapters/http/identity/second-factor-api.ts'
import { parseJson, requestJson, requestText } from '#src/adapters/http/request.ts'
import type { ImcRefusals, ImcSessionGateway, ImcSessionStore } from '#src/application/imc/ports.ts'
import { createListeners } from '#src/application/platform/listeners.ts'
import type { FactorChallenge, FactorRefusal } from '#src/domain/identity/second-factor.ts'
import type { ImcSignIn, LoginCheck } from '#src/domain/imc/session/login-form.ts'
import type { ImcLogin } from '#src/domain/imc/session/session.ts'
import type { ImcRole } from '#src/domain/imc/users/roles.ts'
import { err, ok } from '#src/domain/result.ts'

/** Refusals of the stored IMC session. The HTTP client notifies `watch`. */
export interface WatchedImcRefusals extends ImcRefusals {
  readonly watch: SessionWatch
}

/** Ignores replies to requests without a session or of an earlier session. */
export function createImcRefusals({ imcSession }: { readonly imcSession: ImcSessionStore }): WatchedImcRefusals {
  const { notify, subscribe } = createListeners<[message: string | null]>()
  let lastId = 0
  let lastUserKey: string | null = null

  /** Returns a number that changes with each stored session; null without a session. */
  function readSessionId(): number | null {
    const session = imcSession.read()
    const userKey = session && JSON.stringify([session.entityId, session.userId])
    if (userKey !== null && userKey !== lastUserKey) lastId += 1
    lastUserKey = userKey
    return userKey === null ? null : lastId
  }

  // Reads at every change, so that a second session of the same user gets a new number.
  imcSession.subscribe(readSessionId)

  return {
    watch: {
      readSessionId,
      onRefused(sessionId, { message }) {
        if (sessionId === readSessionId()) notify(message)
      },
      onDelayed: () => {},
    },
    subscribe,
  }
}

/**
 * Decodes the role of a login. The documented API sends no role: all users are administrators (§6).
 * A user with an unknown role may only read.
 */
function decodeLoginRole(value: unknown): ImcRole {
  const { code, text } = decodeWord(ROLE_WORDS, value)
  return text === '' ? 'administrator' : (code ?? 'user')
}

const loginUser = z.pipe(
  z.object(LOGIN_USER),
  z.transform(
    (user): ImcLogin => ({
      userId: user.id,
      name: user.nombre,
      role: decodeLoginRole(user.rolename),
      entityId: user.entidad_id,
      entityName: user.entidad_nombre,
      mustChangePassword: user.cambiar_pwd,
      ...(user.activar_factor === true && { factorPending: true }),
    }),
  ),
)

/** Decodes the user of a login; null for a malformed reply. */
export const decodeLogin = createRecordDecoder(loginUser)

const UNAUTHORIZED = 401

const REFUSED = 'refused'

/** Decodes a login. An empty list is a refusal (D54). */
const decodeOutcome = (body: unknown): ImcLogin | FactorChallenge | LoginCheck | typeof REFUSED | null =>
  findList(body)?.length === 0 ? REFUSED : (decodeCheck(body) ?? decodeChallenge(body) ?? decodeLogin(body))

function decodeCheck(body: unknown): LoginCheck | null {
  const reply = loginCheckReply.safeParse(body)
  return reply.success ? { kind: 'check-needed', challenge: reply.data.verificacion } : null
}

const toLoginBody = ({ entity, username, password }: ImcSignIn) =>
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
export function createImcSessionApi({
  http,
  solve = async () => null,
}: {
  readonly http: HttpClient
  /** Solves the check after several failed logins; without it, such a login fails. */
  readonly solve?: SolveChallenge | undefined
}): ImcSessionGateway {
  return {
    async signIn(credentials, signal) {
      const { solution } = credentials
      const headers = solution == null ? {} : { [HUMAN_CHECK_HEADER]: solution }
      const call = { path: IMC_USER_PATHS.login, body: toLoginBody(credentials), headers, signal }
      const result = await requestJson(http, call, decodeOutcome)
      if (!result.ok) return result
      const { value } = result
      return value === REFUSED ? err({ kind: 'rejected', status: UNAUTHORIZED, message: null }) : ok(value)
    },

    async solveCheck({ challenge }, signal) {
      const parsed = challengeReply.safeParse(challenge)
      const solution = parsed.success ? await solve(parsed.data, signal) : null
      return parsed.success && solution !== null ? ok(encodeProof(parsed.data, solution)) : err({ kind: 'malformed' })
    },

    verifyFactor: (answer, signal) =>
      requestJson(
        http,
        { path: IMC_FACTOR_PATHS.login, body: toAnswerBody(answer), signal },
        (body): ImcLogin | FactorRefusal | null => decodeFactorRefusal(body) ?? decodeLogin(body),
      ),

    askPasskey: (ticket, signal) => requestLoginOptions(http, IMC_PASSKEY_PATHS, ticket, signal),

    async current(signal) {
      const result = await requestJson(http, { path: IMC_USER_PATHS.session, signal }, decodeLogin)
      const isSignedOut = !result.ok && result.error.kind === 'rejected' && result.error.status === UNAUTHORIZED
      return isSignedOut ? ok(null) : result
    },

    async check(signal) {
      const result = await requestText(http, { path: IMC_USER_PATHS.sessionCheck, body: {}, signal }, () => true)
      return result.ok ? ok(undefined) : result
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
