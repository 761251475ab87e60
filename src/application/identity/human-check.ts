import type { GatewayFailure } from '#src/application/platform/failure.ts'
import type { HumanProof } from '#src/domain/identity/human-check-machine.ts'
import type { Result } from '#src/domain/result.ts'

/** A check that the page draws itself: one press, and the browser works its proof out. */
export interface DrawnCheck {
  readonly kind: 'drawn'
  /** Takes about a second of the machine, never of the page; `signal` gives it up, the answer is then `unreachable`. */
  solve(signal?: AbortSignal): Promise<Result<HumanProof, GatewayFailure>>
}

/** What a check on the page calls: solved with a proof, its proof gone before its time, or not to be had at all. */
export interface HumanCheckListener {
  readonly solved: (proof: HumanProof) => void
  readonly lost: () => void
  readonly unavailable: () => void
}

/** A check that its provider draws. */
export interface WidgetCheck {
  readonly kind: 'widget'
  /**
   * Shows an unsolved check inside `place`, an element of the page; the returned function removes
   * it. Show it again for each further proof.
   */
  show(place: object, listener: HumanCheckListener): () => void
}

/** Lets a person show that one is there (D9); which provider does it is the configuration's affair. */
export type HumanCheck = DrawnCheck | WidgetCheck
