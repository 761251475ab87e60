import type { CallFailure } from '#src/domain/call.ts'
import type { ImcCredentials } from '#src/domain/imc/login-form.ts'
import type { ImcLogin } from '#src/domain/imc/users/entity-user.ts'
import type { Result } from '#src/domain/result.ts'

type Reply<T> = Promise<Result<T, CallFailure>>

/** The session of an entity's user at the service. An aborted call returns `unreachable`. */
export interface ImcSessionGateway {
  /**
   * Signs in. Refused credentials are `rejected`, also when the service replies with an empty list
   * (D54). A user who must change the password gets a session only for the change (D16).
   */
  signIn(credentials: ImcCredentials, signal?: AbortSignal): Reply<ImcLogin>
  /** Returns the signed-in user; null without a session. */
  current(signal?: AbortSignal): Reply<ImcLogin | null>
  /** Ends the session. Also succeeds without a session. */
  signOut(signal?: AbortSignal): Reply<void>
  /**
   * Sets the password of a user who must change it. Returns the signed-in user; null if the reply
   * does not contain the user.
   */
  renewPassword(userId: string, password: string, signal?: AbortSignal): Reply<ImcLogin | null>
}
