import { replyOk } from '#src/adapters/memory/replies.ts'
import type { ProofOfWorkCheck } from '#src/application/identity/human-check.ts'
import type { Clock } from '#src/application/platform/clocks.ts'
import { type HumanProof, PROOF_LIFETIME_MS } from '#src/domain/identity/human-check-machine.ts'

/** A human check that always succeeds, and the service's verification of its proofs. */
export interface MemoryHumanCheck extends ProofOfWorkCheck {
  /** Whether this proof was issued here, is unexpired and unused; marks it as used. */
  accepts(proof: HumanProof): boolean
}

export function createMemoryHumanCheck({ clock }: { readonly clock: Clock }): MemoryHumanCheck {
  const open = new Map<string, HumanProof>()
  let issued = 0

  const issue = (): HumanProof => {
    issued += 1
    const proof = { text: `prueba-${issued}`, expiresAt: clock.now() + PROOF_LIFETIME_MS }
    open.set(proof.text, proof)
    return proof
  }

  return {
    kind: 'proof-of-work',
    solve: (signal) => replyOk(signal, issue),
    accepts({ text }) {
      const proof = open.get(text)
      open.delete(text)
      return proof !== undefined && clock.now() < proof.expiresAt
    },
  }
}
