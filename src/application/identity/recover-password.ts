import type { IdentityPorts, Ports } from '#src/application/ports.ts'
import type { CallFailure } from '#src/domain/call.ts'
import type { CheckedRequestInput } from '#src/domain/identity/checked-request-machine.ts'
import { normalizeText } from '#src/domain/identity/typed-text.ts'
import { err, ok } from '#src/domain/result.ts'

/** Why the request for a link failed; `refused` is the service's reply NO. */
export type RecoveryFailure = CallFailure | { readonly kind: 'refused' }

/**
 * The input of the recovery request: `send` requests a link for a mail address, without its outer
 * spaces.
 */
export type RecoverPassword = CheckedRequestInput<string, void, RecoveryFailure>

export const createRecoverPassword = ({
  passwords,
  clock,
}: Pick<IdentityPorts, 'passwords'> & Pick<Ports, 'clock'>): RecoverPassword => ({
  async send(email, proof, signal) {
    const response = await passwords.requestRecovery(normalizeText(email), proof, signal)
    if (!response.ok) return response
    return response.value === 'done' ? ok(undefined) : err({ kind: 'refused' })
  },
  now: clock.now,
})
