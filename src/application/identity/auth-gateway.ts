import type { GatewayFailure } from '#src/application/platform/failure.ts'
import type { ClientUser, LoginOutcome } from '#src/domain/identity/account.ts'
import type { SignInRequest } from '#src/domain/identity/login.ts'
import type { Result } from '#src/domain/result.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

type Answer<T> = Promise<Result<T, GatewayFailure>>

/** The client's account at the service. `signal` gives up the call; the answer is then `unreachable`. */
export interface AuthGateway {
  /** Every status is an outcome; too many tries and a bad human check are `rejected` with their message (D54). */
  signIn(request: SignInRequest, signal?: AbortSignal): Answer<LoginOutcome>
  /** Since when the terms count as accepted, null when the service does not say. */
  acceptTerms(userId: string, signal?: AbortSignal): Answer<Instant | null>
  /** Ends the session at the service; without one that is no failure. */
  signOut(signal?: AbortSignal): Answer<void>
  /** Whose session the service knows, null when it knows none. */
  currentUser(signal?: AbortSignal): Answer<ClientUser | null>
}
