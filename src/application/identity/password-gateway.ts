import type { CallFailure } from '#src/domain/call.ts'
import type { HumanProof } from '#src/domain/identity/human-check-machine.ts'
import type { Result } from '#src/domain/result.ts'

/** The two tokens of a recovery link (§2.1). */
export interface RecoveryTokens {
  readonly token: string
  readonly token2: string
}

/** The request to replace an expired password (§7.1). */
export interface Renewal {
  readonly userId: string
  readonly username: string
  readonly email: string
  readonly password: string
}

/**
 * The service's reply (D40): the text `OK` is `done`, `NO` is `refused`. Any other text is the
 * failure `malformed`.
 */
export type PasswordReply = 'done' | 'refused'

type PasswordResponse = Promise<Result<PasswordReply, CallFailure>>

/**
 * Sets passwords. If a password breaks a rule, the call fails with `rejected` and a message.
 */
export interface PasswordGateway {
  /** Requests a recovery link. The reply does not reveal whether the address is known (D15). */
  requestRecovery(email: string, proof: HumanProof, signal?: AbortSignal): PasswordResponse
  /** Checks a link without invalidating it; an unknown, used or expired link is `refused`. */
  verifyTokens(tokens: RecoveryTokens, signal?: AbortSignal): PasswordResponse
  /** Sets a password, invalidates the link and ends every session of the client. */
  reset(tokens: RecoveryTokens, password: string, repeat: string, signal?: AbortSignal): PasswordResponse
  /** Replaces the expired password of the signed-in client (D6). */
  renew(renewal: Renewal, signal?: AbortSignal): PasswordResponse
}
