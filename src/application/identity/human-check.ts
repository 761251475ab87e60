import type { CallFailure } from '#src/domain/call.ts'
import type { HumanProof } from '#src/domain/identity/human-check-machine.ts'
import type { Result } from '#src/domain/result.ts'

/** A checkbox of the portal. When the user presses it, the browser computes the proof. */
export interface ProofOfWorkCheck {
  readonly kind: 'proof-of-work'
  /**
   * Computes a proof in about a second without blocking the page. A call that `signal` aborts
   * returns `unreachable`.
   */
  solve(signal?: AbortSignal): Promise<Result<HumanProof, CallFailure>>
}

/**
 * The events of a check: solved with a proof, proof lost before its expiry, or check unavailable.
 */
export interface HumanCheckListener {
  readonly onSolved: (proof: HumanProof) => void
  readonly onLost: () => void
  readonly onUnavailable: () => void
}

/** A widget that the provider renders. */
export interface WidgetCheck {
  readonly kind: 'widget'
  /**
   * Shows an unsolved check inside `container`, an element of the page. The returned function
   * removes the check. Each new proof needs a new call.
   */
  show(container: object, listener: HumanCheckListener): () => void
}

/** The human check (D9); the configuration selects its provider. */
export type HumanCheck = ProofOfWorkCheck | WidgetCheck
