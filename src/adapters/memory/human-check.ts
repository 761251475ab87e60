import { replyOk } from '#src/adapters/memory/replies.ts'
import type { DrawnCheck } from '#src/application/identity/human-check.ts'
import type { Clock } from '#src/application/platform/clocks.ts'
import type { HumanProof } from '#src/domain/identity/human-check-machine.ts'
import { MINUTE_MS } from '#src/domain/time/bogota.ts'

/** How long a proof is good. */
export const MEMORY_PROOF_LIFETIME_MS = 5 * MINUTE_MS

/** A check that everybody passes, and its other side. */
export interface MemoryHumanCheck extends DrawnCheck {
  /** Whether it gave this proof, it is still good and was not used before; it is used up by that. */
  accepts(proof: HumanProof): boolean
}

export function createMemoryHumanCheck({ clock }: { readonly clock: Clock }): MemoryHumanCheck {
  const open = new Map<string, HumanProof>()
  let given = 0

  const give = (): HumanProof => {
    given += 1
    const proof = { text: `prueba-${given}`, expiresAt: clock.now() + MEMORY_PROOF_LIFETIME_MS }
    open.set(proof.text, proof)
    return proof
  }

  return {
    kind: 'drawn',
    solve: (signal) => replyOk(signal, give),
    accepts({ text }) {
      const proof = open.get(text)
      open.delete(text)
      return proof !== undefined && clock.now() < proof.expiresAt
    },
  }
}
