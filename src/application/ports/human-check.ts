import type { HumanProof } from '#src/domain/identity/human-check-machine.ts'

/** What the check on the page calls: solved with a proof, its proof gone before its time, or not to be had at all. */
export interface HumanCheckListener {
  readonly solved: (proof: HumanProof) => void
  readonly lost: () => void
  readonly unavailable: () => void
}

/** Lets a person show that one is there (D9); which provider does it is the configuration's affair. */
export interface HumanCheck {
  /** Shows an unsolved check inside `place`; gives back the way to take it away. Show it anew for each further proof. */
  show(place: HTMLElement, listener: HumanCheckListener): () => void
}
