import type { GatewayFailure } from '#src/application/platform/failure.ts'
import type { ImcLogin } from '#src/domain/imc/entity-user.ts'
import type { ImcCredentials } from '#src/domain/imc/login-form.ts'
import type { Result } from '#src/domain/result.ts'

type Response<T> = Promise<Result<T, GatewayFailure>>

/** The session of an entity's user at the service. An aborted call is `unreachable`. */
export interface ImcSessionGateway {
  /**
   * Signs in. A refusal is `rejected`, also when the service replies with an empty list (D54). A
   * user who must change the password gets a session for that change only (D16).
   */
  signIn(credentials: ImcCredentials, signal?: AbortSignal): Response<ImcLogin>
  /** Returns the signed-in user, null without a session. */
  current(signal?: AbortSignal): Response<ImcLogin | null>
  /** Ends the session; succeeds without one too. */
  signOut(signal?: AbortSignal): Response<void>
  /**
   * Sets the password of the pending session's user. Returns the signed-in user, null when the
   * service does not send it.
   */
  renewPassword(userId: string, password: string, signal?: AbortSignal): Response<ImcLogin | null>
}
