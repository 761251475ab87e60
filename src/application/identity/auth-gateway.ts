import type { GatewayFailure } from '#src/application/platform/failure.ts'
import type { ClientUser, LoginOutcome } from '#src/domain/identity/account.ts'
import type { SignInRequest } from '#src/domain/identity/login.ts'
import type { Result } from '#src/domain/result.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

type AuthResponse<T> = Promise<Result<T, GatewayFailure>>

/**
 * The client's account at the service. `signal` aborts a call; its result is then `unreachable`.
 */
export interface AuthGateway {
  /**
   * Each login status is an outcome. Too many attempts and an invalid human check are `rejected`
   * with a message (D54).
   */
  signIn(request: SignInRequest, signal?: AbortSignal): AuthResponse<LoginOutcome>
  /** Returns when the terms were accepted, null when the service sends no instant. */
  acceptTerms(userId: string, signal?: AbortSignal): AuthResponse<Instant | null>
  /** Ends the session at the service; succeeds without a session too. */
  signOut(signal?: AbortSignal): AuthResponse<void>
  /** Returns the client of the current session at the service, null without a session. */
  currentUser(signal?: AbortSignal): AuthResponse<ClientUser | null>
}
