import type { ClientUser, LoginOutcome, LoginRefusal } from '#src/domain/identity/account.ts'
import type { HumanProof } from '#src/domain/identity/human-check-machine.ts'
import type { Credentials } from '#src/domain/identity/login-form.ts'
import { newSession, type StoredSession } from '#src/domain/identity/session.ts'
import type { Result } from '#src/domain/result.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

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

/**
 * The result of the last call; `none` in the state `ready`. `stored` leads to a final state. Each
 * other kind has the name of the state that it leads to. `failure` is null when the call threw.
 */
export type LoginResult<F> =
  | { readonly kind: 'none' | 'session-active' }
  | { readonly kind: 'refused'; readonly refusal: LoginRefusal }
  | { readonly kind: 'failed'; readonly failure: F | null }
  | { readonly kind: 'terms-pending'; readonly user: ClientUser; readonly signedInAt: Instant }
  | { readonly kind: 'storing' | 'stored'; readonly session: StoredSession }
  | { readonly kind: 'not-stored'; readonly session: StoredSession; readonly failure: F | null }

/** Maps a sign-in response that arrived at `now` (D5). `error` is null when the call threw. */
export function toLoginResult<F>(
  response: Result<LoginOutcome, F | null>,
  username: string,
  now: Instant,
): LoginResult<F> {
  if (!response.ok) return { kind: 'failed', failure: response.error }
  const outcome = response.value
  if (outcome.kind === 'session-active') return { kind: 'session-active' }
  if (outcome.kind !== 'success') return { kind: 'refused', refusal: outcome.kind }
  const session = newSession(username, outcome.user, now)
  return session ? { kind: 'storing', session } : { kind: 'terms-pending', user: outcome.user, signedInAt: now }
}

/**
 * Maps the result of the terms dialog; `termsAcceptedAt` is null when the client rejected the
 * terms. Returns `none` after a rejection, and if `result` is not `terms-pending`.
 */
export function toTermsResult<F>(
  result: LoginResult<F>,
  username: string,
  termsAcceptedAt: Instant | null,
): LoginResult<F> {
  if (result.kind !== 'terms-pending') return { kind: 'none' }
  const session = newSession(username, { ...result.user, termsAcceptedAt }, result.signedInAt)
  return session ? { kind: 'storing', session } : { kind: 'none' }
}

/** The session of a result, null when the result has no session. */
export const findSession = <F>(result: LoginResult<F>): StoredSession | null =>
  'session' in result ? result.session : null

/** Maps the response of the storage. `error` is null when the storage threw. */
export function toStorageResult<F>(result: LoginResult<F>, response: Result<void, F | null>): LoginResult<F> {
  const session = findSession(result)
  if (!session) return { kind: 'none' }
  return response.ok ? { kind: 'stored', session } : { kind: 'not-stored', session, failure: response.error }
}
