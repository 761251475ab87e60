import { refusal, settled } from '#src/adapters/memory/answers.ts'
import type { MemoryHumanCheck } from '#src/adapters/memory/human-check.ts'
import type { RegistrationGateway } from '#src/application/identity/registration-gateway.ts'
import type { RegistrationRecord } from '#src/domain/identity/registration.ts'
import { ok } from '#src/domain/result.ts'

/** Registrations that can be read back. */
export interface MemoryRegistrations extends RegistrationGateway {
  received(): readonly RegistrationRecord[]
}

export function createMemoryRegistrations({
  humanCheck,
}: {
  readonly humanCheck: MemoryHumanCheck
}): MemoryRegistrations {
  const received: RegistrationRecord[] = []
  return {
    register: (record, proof, signal) =>
      settled(signal, () => {
        if (!humanCheck.accepts(proof)) return refusal(400)
        received.push(record)
        return ok(undefined)
      }),
    received: () => [...received],
  }
}
