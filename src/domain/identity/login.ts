import type { Answer, CallFailure } from '#src/domain/call.ts'
import { createRule, findViolation, type Rule, toViolations, type Violations } from '#src/domain/form-rules.ts'
import type { ClientUser, FactorOutcome, LoginOutcome, LoginRefusal } from '#src/domain/identity/account.ts'
import type { HumanProof } from '#src/domain/identity/human-check-machine.ts'
import { type FactorKind, type FactorStep, toFactorStep } from '#src/domain/identity/second-factor.ts'
import { newSession, type StoredSession } from '#src/domain/identity/session.ts'
import { countCharacters, isAlphanumeric, toNfc } from '#src/domain/identity/typed-text.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** Longest user name and longest password, in code points after NFC (§5). */
export const MAX_LOGIN_LENGTH = 50

/** The typed credentials; the password is never trimmed. */
interface Credentials {
  readonly username: string
  readonly password: string
}

export type LoginField = keyof Credentials

export type LoginViolation =
  | { readonly code: 'required' }
  | { readonly code: 'special-character' }
  | { readonly code: 'too-long'; readonly maximum: number }

type LoginRule = Rule<LoginViolation>

const checkLength: LoginRule = createRule((text) => countCharacters(text) <= MAX_LOGIN_LENGTH, {
  code: 'too-long',
  maximum: MAX_LOGIN_LENGTH,
})
const checkAlphanumeric: LoginRule = createRule((text) => isAlphanumeric(toNfc(text)), { code: 'special-character' })

/**
 * The errors of the typed credentials (§5). Both are required, with at most 50 characters; the user
 * name has letters and digits only.
 */
export const loginViolations = ({ username, password }: Credentials): Violations<LoginField, LoginViolation> =>
  toViolations<LoginField, LoginViolation>({
    username: findViolation(username, [checkLength, checkAlphanumeric]),
    password: findViolation(password, [checkLength]),
  })

/** One sign-in request. `takeover` ends the client's other session (D5). */
export interface SignInRequest extends Credentials {
  readonly proof: HumanProof
  readonly takeover: boolean
}

/** The login form as typed; `remember` stores the user name beyond the session (D7). */
export interface LoginForm extends Credentials {
  readonly remember: boolean
}

/** One attempt: the typed form, and the request made from it. */
export type LoginAttempt = LoginForm & SignInRequest

/** A request to store a new session, and its user name if `remember` is true (D7). */
export interface StoreRequest {
  readonly session: StoredSession
  readonly remember: boolean
}

/**
 * The result of the last call; `none` in the state `ready`. `stored` leads to a final state. Each
 * other kind has the name of the state that it leads to.
 */
export type LoginResult =
  | { readonly kind: 'none' | 'session-active' }
  | { readonly kind: 'refused'; readonly refusal: LoginRefusal }
  | { readonly kind: 'failed'; readonly failure: CallFailure }
  | { readonly kind: 'factor-required'; readonly step: FactorStep }
  | { readonly kind: 'terms-pending'; readonly user: ClientUser; readonly signedInAt: Instant }
  | { readonly kind: 'storing' | 'stored'; readonly session: StoredSession }
  | { readonly kind: 'not-stored'; readonly session: StoredSession; readonly failure: CallFailure }

/** Maps the answer of a sign-in (D5). */
export function toLoginResult(answer: Answer<LoginOutcome>, username: string): LoginResult {
  if (!answer.ok) return { kind: 'failed', failure: answer.error }
  const outcome = answer.value
  if (outcome.kind === 'session-active') return { kind: 'session-active' }
  if (outcome.kind === 'factor-required') return { kind: 'factor-required', step: toFactorStep(outcome.challenge) }
  if (outcome.kind !== 'success') return { kind: 'refused', refusal: outcome.kind }
  const session = newSession(username, outcome.user, answer.at)
  return session ? { kind: 'storing', session } : { kind: 'terms-pending', user: outcome.user, signedInAt: answer.at }
}

/** Maps the answer of the second step. A refused factor and a failed call leave the step open (D93). */
export function toFactorResult(
  result: LoginResult,
  answer: Answer<FactorOutcome>,
  { username, factor }: { readonly username: string; readonly factor: FactorKind },
): LoginResult {
  if (result.kind !== 'factor-required') return { kind: 'none' }
  const { challenge } = result.step
  if (!answer.ok) return { kind: 'factor-required', step: { challenge, refusal: null, failure: answer.error } }
  const { value } = answer
  if (value.kind === 'code-refused') {
    const refusal = { attemptsLeft: value.attemptsLeft, factor }
    return { kind: 'factor-required', step: { challenge, refusal, failure: null } }
  }
  return toLoginResult({ ...answer, value }, username)
}

/**
 * Maps the result of the terms dialog; `termsAcceptedAt` is null when the client rejected the
 * terms. Returns `none` after a rejection, and if `result` is not `terms-pending`.
 */
export function toTermsResult(result: LoginResult, username: string, termsAcceptedAt: Instant | null): LoginResult {
  if (result.kind !== 'terms-pending') return { kind: 'none' }
  const session = newSession(username, { ...result.user, termsAcceptedAt }, result.signedInAt)
  return session ? { kind: 'storing', session } : { kind: 'none' }
}

/** The session of a result, null when the result has no session. */
export const findSession = (result: LoginResult): StoredSession | null => ('session' in result ? result.session : null)

/** Maps the answer of the storage. */
export function toStorageResult(result: LoginResult, answer: Answer<void>): LoginResult {
  const session = findSession(result)
  if (!session) return { kind: 'none' }
  return answer.ok ? { kind: 'stored', session } : { kind: 'not-stored', session, failure: answer.error }
}
