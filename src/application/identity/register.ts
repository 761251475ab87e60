import type { IdentityPorts, Ports } from '#src/application/ports.ts'
import type { CallFailure } from '#src/domain/call.ts'
import type { CheckedRequestInput } from '#src/domain/identity/checked-request-machine.ts'
import type { RegistrationRecord } from '#src/domain/identity/registration.ts'

/** The input of the registration request: `send` takes a result of `registrationRecord`. */
export type Register = CheckedRequestInput<RegistrationRecord, void, CallFailure>

export const createRegister = ({
  registrations,
  clock,
}: Pick<IdentityPorts, 'registrations'> & Pick<Ports, 'clock'>): Register => ({
  send: registrations.register,
  now: clock.now,
})
