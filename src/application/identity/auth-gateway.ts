import type { CallFailure } from '#src/domain/call.ts'
import type { ClientUser, LoginOutcome } from '#src/domain/identity/account.ts'
import type { SignInRequest } from '#src/domain/identity/login.ts'
import type { Result } from '#src/domain/result.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

type AuthResponse<T> = Promise<Result<T, CallFailure>>

/**
 * The client's account at the service. A call that `signal` aborts returns `unreachable`.
 */
export interface AuthGateway {
  /**
   * Signs in. A refused login is an outcome, not a failure. Too many attempts and an invalid human
   * check are the failure `rejected` with a message (D54).
   */
  signIn(request: SignInRequest, signal?: AbortSignal): AuthResponse<LoginOutcome>
  /** Accepts the terms. Returns the time of acceptance, null when the service sends no time. */
  acceptTerms(userId: string, signal?: AbortSignal): AuthResponse<Instant | null>
  /** Ends the session at the service. Also succeeds without a session. */
  signOut(signal?: AbortSignal): AuthResponse<void>
  /** Returns the client of the current session; null when the service has no session. */
  currentUser(signal?: AbortSignal): AuthResponse<ClientUser | null>
}
