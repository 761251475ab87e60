import type { ClientUser, LoginOutcome, LoginRefusal } from '#src/domain/identity/account.ts'
import type { HumanProof } from '#src/domain/identity/human-check-machine.ts'
import type { Credentials } from '#src/domain/identity/login-form.ts'
import { newSession, type StoredSession } from '#src/domain/identity/session.ts'
import type { Result } from '#src/domain/result.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** What one login says: who, that a person is there, and whether it ends the session that is open elsewhere (D5). */
export interface SignInRequest extends Credentials {
  readonly proof: HumanProof
  readonly takeover: boolean
}

/** What is typed and wished for; `remember` keeps the user name beyond the session (D7). */
export interface LoginForm extends Credentials {
  readonly remember: boolean
}

/** One try, kept for as long as it may have to be repeated. */
export type LoginAttempt = LoginForm & SignInRequest

/** What the last answer means, named like the state it leads to; `failure` is null when the call threw. */
export type LoginResult<F> =
  | { readonly kind: 'none' | 'session-active' }
  | { readonly kind: 'refused'; readonly refusal: LoginRefusal }
  | { readonly kind: 'failed'; readonly failure: F | null }
  | { readonly kind: 'terms-pending'; readonly user: ClientUser; readonly signedInAt: Instant }
  | { readonly kind: 'storing' | 'stored'; readonly session: StoredSession }
  | { readonly kind: 'not-stored'; readonly session: StoredSession; readonly failure: F | null }

/** What an answer that came at `now` means for a try of that user name (D5); its error is null when the call threw. */
export function toLoginResult<F>(
  answer: Result<LoginOutcome, F | null>,
  username: string,
  now: Instant,
): LoginResult<F> {
  if (!answer.ok) return { kind: 'failed', failure: answer.error }
  const outcome = answer.value
  if (outcome.kind === 'session-active') return { kind: 'session-active' }
  if (outcome.kind !== 'success') return { kind: 'refused', refusal: outcome.kind }
  const session = newSession(username, outcome.user, now)
  return session ? { kind: 'storing', session } : { kind: 'terms-pending', user: outcome.user, signedInAt: now }
}

/** What follows when the pending terms count as accepted since then, or were rejected (null); only pending ones can be. */
export function toTermsResult<F>(
  result: LoginResult<F>,
  username: string,
  termsAcceptedAt: Instant | null,
): LoginResult<F> {
  if (result.kind !== 'terms-pending') return { kind: 'none' }
  const session = newSession(username, { ...result.user, termsAcceptedAt }, result.signedInAt)
  return session ? { kind: 'storing', session } : { kind: 'none' }
}

/** The session that waits to be kept or was, null when there is none. */
export const sessionOf = <F>(result: LoginResult<F>): StoredSession | null =>
  'session' in result ? result.session : null

/** What follows when keeping the session was tried; the error is null when that threw. */
export function toStorageResult<F>(result: LoginResult<F>, stored: Result<void, F | null>): LoginResult<F> {
  const session = sessionOf(result)
  if (!session) return { kind: 'none' }
  return stored.ok ? { kind: 'stored', session } : { kind: 'not-stored', session, failure: stored.error }
}
