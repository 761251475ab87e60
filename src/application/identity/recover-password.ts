import type { GatewayFailure } from '#src/application/platform/failure.ts'
import type { IdentityPorts, Ports } from '#src/application/ports.ts'
import type { CheckedRequestInput } from '#src/domain/identity/checked-request-machine.ts'
import { normalizeText } from '#src/domain/identity/typed-text.ts'
import { err, ok } from '#src/domain/result.ts'

/** Why no link was sent for; `refused` is the service's NO. */
export type RecoveryFailure = GatewayFailure | { readonly kind: 'refused' }

/** What the form of a forgotten password runs on; its content is the address as it was typed. */
export type RecoverPassword = CheckedRequestInput<string, void, RecoveryFailure>

export const createRecoverPassword = ({
  passwords,
  clock,
}: Pick<IdentityPorts, 'passwords'> & Pick<Ports, 'clock'>): RecoverPassword => ({
  async send(email, proof, signal) {
    const answer = await passwords.requestRecovery(normalizeText(email), proof, signal)
    if (!answer.ok) return answer
    return answer.value === 'done' ? ok(undefined) : err({ kind: 'refused' })
  },
  now: clock.now,
})
