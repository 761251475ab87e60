import type { GatewayFailure } from '#src/application/platform/failure.ts'
import type { HumanProof } from '#src/domain/identity/human-check-machine.ts'
import type { Result } from '#src/domain/result.ts'

/** The two parts of a recovery link (§2.1). */
export interface RecoveryTokens {
  readonly token: string
  readonly token2: string
}

/** Who renews an expired password (§7.1). */
export interface Renewal {
  readonly userId: string
  readonly username: string
  readonly email: string
  readonly password: string
}

/** What the password service answers: the exact words OK and NO; any other text is `malformed` (D40). */
export type PasswordReply = 'done' | 'refused'

type Answer = Promise<Result<PasswordReply, GatewayFailure>>

/** Sets passwords. A password that breaks a rule is `rejected` with its message. `signal` gives up the call. */
export interface PasswordGateway {
  /** Sends the link; the answer never tells whether the address has an account (D15). */
  requestRecovery(email: string, proof: HumanProof, signal?: AbortSignal): Answer
  /** Whether the link is good, without spending it; refused when unknown, used or too old. */
  verifyTokens(tokens: RecoveryTokens, signal?: AbortSignal): Answer
  /** Spends the link and ends every session of its client. */
  reset(tokens: RecoveryTokens, password: string, repeat: string, signal?: AbortSignal): Answer
  /** Replaces the expired password of the client signed in (D6). */
  renew(renewal: Renewal, signal?: AbortSignal): Answer
}
