import type { GatewayFailure } from '#src/application/platform/failure.ts'
import type { HumanProof } from '#src/domain/identity/human-check-machine.ts'
import type { Result } from '#src/domain/result.ts'

/** The two parts of a recovery link (§2.1). */
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
 * The service's reply: `OK` is `done`, `NO` is `refused`, any other text is the failure `malformed`
 * (D40).
 */
export type PasswordReply = 'done' | 'refused'

type PasswordResponse = Promise<Result<PasswordReply, GatewayFailure>>

/**
 * Sets passwords. A password that breaks a rule is `rejected` with its message. `signal` aborts a
 * call.
 */
export interface PasswordGateway {
  /** Requests a recovery link; known and unknown addresses get the same reply (D15). */
  requestRecovery(email: string, proof: HumanProof, signal?: AbortSignal): PasswordResponse
  /** Checks a link without invalidating it; `refused` when unknown, used or expired. */
  verifyTokens(tokens: RecoveryTokens, signal?: AbortSignal): PasswordResponse
  /** Sets a password, invalidates the link and ends every session of its client. */
  reset(tokens: RecoveryTokens, password: string, repeat: string, signal?: AbortSignal): PasswordResponse
  /** Replaces the expired password of the signed-in client (D6). */
  renew(renewal: Renewal, signal?: AbortSignal): PasswordResponse
}
