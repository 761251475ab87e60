import type { MemoryNetwork } from '#src/adapters/memory/network.ts'
import type { ProofOfWorkCheck } from '#src/application/identity/ports.ts'
import type { Clock } from '#src/application/platform/ports.ts'
import type { CallFailure } from '#src/domain/call.ts'
import { type HumanProof, PROOF_LIFETIME_MS } from '#src/domain/identity/human-check-machine.ts'
import { err, type Result } from '#src/domain/result.ts'
import { SECOND_MS } from '#src/domain/time/bogota.ts'

/**
 * How a check ends. `solves`: at once. `waits`: it runs until the page aborts it. `fails`: it is
 * unavailable. `expires`: its proof expires after 5 seconds.
 */
export type HumanCheckMode = 'solves' | 'waits' | 'fails' | 'expires'

const SHORT_LIFETIME_MS = 5 * SECOND_MS

/** A human check without work; it also verifies proofs as the service does. */
export interface MemoryHumanCheck extends ProofOfWorkCheck {
  /** Returns true for an issued, unused and unexpired proof, and marks the proof as used. */
  accepts(proof: HumanProof): boolean
  setMode(mode: HumanCheckMode): void
}

interface HumanCheckDeps {
  readonly clock: Clock
  readonly network: MemoryNetwork
}

/** Creates a check that always succeeds, until its mode is set. */
export function createMemoryHumanCheck({ clock, network }: HumanCheckDeps): MemoryHumanCheck {
  const unusedProofs = new Map<string, HumanProof>()
  let issuedCount = 0
  let mode: HumanCheckMode = 'solves'

  function issueProof(): HumanProof {
    issuedCount += 1
    const lifetime = mode === 'expires' ? SHORT_LIFETIME_MS : PROOF_LIFETIME_MS
    const proof = { text: `prueba-${issuedCount}`, expiresAt: clock.now() + lifetime }
    unusedProofs.set(proof.text, proof)
    return proof
  }

  const waitForAbort = (signal: AbortSignal | undefined) =>
    new Promise<Result<HumanProof, CallFailure>>((resolve) =>
      signal?.addEventListener('abort', () => resolve(err({ kind: 'unreachable' })), { once: true }),
    )

  return {
    kind: 'proof-of-work',
    async solve(signal) {
      if (mode === 'waits' && !signal?.aborted) return waitForAbort(signal)
      return mode === 'fails' ? err({ kind: 'unreachable' }) : network.replyOk(signal, issueProof)
    },
    accepts({ text }) {
      const proof = unusedProofs.get(text)
      unusedProofs.delete(text)
      return proof !== undefined && clock.now() < proof.expiresAt
    },
    setMode(next) {
      mode = next
    },
  }
}
