import {
  LOGIN_REFUSAL_MESSAGES,
  type LoginCalls,
  loginFailureText,
  SESSION_ACTIVE,
} from '#src/application/identity/login.ts'
import type { HumanCheck } from '#src/application/identity/ports.ts'
import { refusedFactorText } from '#src/application/identity/second-factor.ts'
import { formatFailure } from '#src/application/platform/apology.ts'
import type { CallFailure } from '#src/domain/call.ts'
import type { ClientUser, FactorOutcome } from '#src/domain/identity/account.ts'
import type { SignInRequest } from '#src/domain/identity/login.ts'
import { isFactorCode } from '#src/domain/identity/second-factor.ts'
import { newSession } from '#src/domain/identity/session.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** Signs in without a form. The error is a Spanish sentence. */
export type DirectLogin = (credentials: {
  readonly username: string
  readonly password: string
  /** Asks for the code of the second factor (D93). Without it, such an account is refused. */
  readonly readCode?: () => Promise<string>
}) => Promise<Result<void, string>>

interface DirectLoginDeps {
  readonly humanCheck: HumanCheck
  readonly loginCalls: LoginCalls
  readonly signOut: () => Promise<unknown>
  readonly now: () => Instant
}

const NEEDS_PROOF_OF_WORK = 'Verificación no disponible'
/** Shown for an account whose factor only a browser can ask for. */
export const FACTOR_IN_PORTAL = 'Su cuenta pide la verificación en dos pasos. Ingrese por el portal.'
const TERMS_PENDING = 'Acepte primero los términos y condiciones en el portal.'

const toSentence = (failure: CallFailure) => err(formatFailure(loginFailureText(failure)))

/** The signed-in client of an outcome, or the reason of a refusal. */
function toUser(outcome: FactorOutcome): Result<ClientUser, string> {
  if (outcome.kind === 'success') return ok(outcome.user)
  if (outcome.kind === 'session-active') return err(`${SESSION_ACTIVE}. Ciérrelo primero en el portal.`)
  if (outcome.kind === 'code-refused') return err(refusedFactorText(outcome.attemptsLeft))
  if (outcome.kind === 'factor-required') return err(FACTOR_IN_PORTAL)
  return err(LOGIN_REFUSAL_MESSAGES[outcome.kind])
}

/**
 * Creates a login for a face without the form: it solves the human check, signs in and stores the
 * session. Terms and the takeover of another session need the portal's form.
 */
export function createDirectLogin({ humanCheck, loginCalls, signOut, now }: DirectLoginDeps): DirectLogin {
  async function storeSession(username: string, user: ClientUser): Promise<Result<void, string>> {
    const session = newSession(username, user, now())
    if (session === null) {
      await signOut()
      return err(TERMS_PENDING)
    }
    const stored = loginCalls.storeSession({ session, remember: false })
    return stored.ok ? stored : toSentence(stored.error)
  }

  /** Signs in. Sends a code of six digits as one of the application, another text as a recovery code. */
  async function signIn(request: SignInRequest, readCode?: () => Promise<string>) {
    const { signal } = new AbortController()
    const first = await loginCalls.signIn(request, signal)
    if (!first.ok || first.value.kind !== 'factor-required' || readCode === undefined) return first
    // Passkeys belong to a browser (D96).
    if (!first.value.challenge.factors.includes('totp')) return first
    const code = await readCode()
    const factor = isFactorCode('totp', code) ? 'totp' : 'recovery'
    return loginCalls.verifyFactor({ ticket: first.value.challenge.ticket, factor, code }, signal)
  }

  return async ({ username, password, readCode }) => {
    if (humanCheck.kind !== 'proof-of-work') return err(NEEDS_PROOF_OF_WORK)
    const proof = await humanCheck.solve()
    if (!proof.ok) return toSentence(proof.error)
    const result = await signIn({ username, password, proof: proof.value, takeover: false }, readCode)
    if (!result.ok) return toSentence(result.error)
    const user = toUser(result.value)
    return user.ok ? storeSession(username, user.value) : user
  }
}
