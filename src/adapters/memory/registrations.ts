import type { MemoryHumanCheck } from '#src/adapters/memory/human-check.ts'
import { rejectWith, replyWith } from '#src/adapters/memory/replies.ts'
import type { RegistrationGateway } from '#src/application/identity/ports.ts'
import type { RegistrationRecord } from '#src/domain/identity/registration.ts'
import { ok } from '#src/domain/result.ts'

/** A registration service. A test can read the received records. */
export interface MemoryRegistrations extends RegistrationGateway {
  receivedRecords(): readonly RegistrationRecord[]
}

export function createMemoryRegistrations({
  humanCheck,
}: {
  readonly humanCheck: MemoryHumanCheck
}): MemoryRegistrations {
  const received: RegistrationRecord[] = []
  return {
    register: (record, proof, signal) =>
      replyWith(signal, () => {
        if (!humanCheck.accepts(proof)) return rejectWith(400)
        received.push(record)
        return ok(undefined)
      }),
    receivedRecords: () => [...received],
  }
}
