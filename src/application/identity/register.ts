import type { GatewayFailure } from '#src/application/platform/failure.ts'
import type { IdentityPorts, Ports } from '#src/application/ports.ts'
import type { CheckedRequestInput } from '#src/domain/identity/checked-request-machine.ts'
import type { RegistrationRecord } from '#src/domain/identity/registration.ts'

/** The input of the registration request: `send` takes a result of `registrationRecord`. */
export type Register = CheckedRequestInput<RegistrationRecord, void, GatewayFailure>

export const createRegister = ({
  registrations,
  clock,
}: Pick<IdentityPorts, 'registrations'> & Pick<Ports, 'clock'>): Register => ({
  send: registrations.register,
  now: clock.now,
})
