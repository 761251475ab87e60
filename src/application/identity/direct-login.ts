import {
  LOGIN_REFUSAL_MESSAGES,
  type LoginCalls,
  loginFailureText,
  SESSION_ACTIVE,
} from '#src/application/identity/login.ts'
import type { HumanCheck } from '#src/application/identity/ports.ts'
import { formatFailure } from '#src/application/platform/apology.ts'
import type { CallFailure } from '#src/domain/call.ts'
import type { ClientUser, LoginOutcome } from '#src/domain/identity/account.ts'
import { newSession } from '#src/domain/identity/session.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** Signs in without a form. The error is a Spanish sentence. */
export type DirectLogin = (credentials: {
  readonly username: string
  readonly password: string
}) => Promise<Result<void, string>>

interface DirectLoginDeps {
  readonly humanCheck: HumanCheck
  readonly loginCalls: LoginCalls
  readonly signOut: () => Promise<unknown>
  readonly now: () => Instant
}

const NEEDS_PROOF_OF_WORK = 'Verificación no disponible'
const TERMS_PENDING = 'Acepte primero los términos y condiciones en el portal.'

const toSentence = (failure: CallFailure) => err(formatFailure(loginFailureText(failure)))

/** The signed-in client of an outcome, or the reason of a refusal. */
function toUser(outcome: LoginOutcome): Result<ClientUser, string> {
  if (outcome.kind === 'success') return ok(outcome.user)
  if (outcome.kind === 'session-active') return err(`${SESSION_ACTIVE}. Ciérrelo primero en el portal.`)
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

  return async ({ username, password }) => {
    if (humanCheck.kind !== 'proof-of-work') return err(NEEDS_PROOF_OF_WORK)
    const proof = await humanCheck.solve()
    if (!proof.ok) return toSentence(proof.error)
    const { signal } = new AbortController()
    const result = await loginCalls.signIn({ username, password, proof: proof.value, takeover: false }, signal)
    if (!result.ok) return toSentence(result.error)
    const user = toUser(result.value)
    return user.ok ? storeSession(username, user.value) : user
  }
}
