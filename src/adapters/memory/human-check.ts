import { replyOk } from '#src/adapters/memory/replies.ts'
import type { ProofOfWorkCheck } from '#src/application/identity/ports.ts'
import type { Clock } from '#src/application/platform/ports.ts'
import { type HumanProof, PROOF_LIFETIME_MS } from '#src/domain/identity/human-check-machine.ts'

/** A human check that always succeeds; it also verifies proofs as the service does. */
export interface MemoryHumanCheck extends ProofOfWorkCheck {
  /** Returns true for an issued, unused and unexpired proof, and marks the proof as used. */
  accepts(proof: HumanProof): boolean
}

export function createMemoryHumanCheck({ clock }: { readonly clock: Clock }): MemoryHumanCheck {
  const unusedProofs = new Map<string, HumanProof>()
  let issuedCount = 0

  const issueProof = (): HumanProof => {
    issuedCount += 1
    const proof = { text: `prueba-${issuedCount}`, expiresAt: clock.now() + PROOF_LIFETIME_MS }
    unusedProofs.set(proof.text, proof)
    return proof
  }

  return {
    kind: 'proof-of-work',
    solve: (signal) => replyOk(signal, issueProof),
    accepts({ text }) {
      const proof = unusedProofs.get(text)
      unusedProofs.delete(text)
      return proof !== undefined && clock.now() < proof.expiresAt
    },
  }
}
