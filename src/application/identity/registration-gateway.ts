import type { CallFailure } from '#src/domain/call.ts'
import type { HumanProof } from '#src/domain/identity/human-check-machine.ts'
import type { RegistrationRecord } from '#src/domain/identity/registration.ts'
import type { Result } from '#src/domain/result.ts'

export interface RegistrationGateway {
  /** Sends a registration. Ignores the text of a successful reply (§7.1). */
  register(record: RegistrationRecord, proof: HumanProof, signal?: AbortSignal): Promise<Result<void, CallFailure>>
}
