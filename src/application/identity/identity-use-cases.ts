import { createKeepSession } from '#src/application/identity/keep-session.ts'
import { createLogIn } from '#src/application/identity/log-in.ts'
import type { OpenIdentityNeeds } from '#src/application/identity/open-identity.ts'
import { createRecoverPassword } from '#src/application/identity/recover-password.ts'
import { createRegister } from '#src/application/identity/register.ts'
import { createRenewPassword } from '#src/application/identity/renew-password.ts'
import { createResetPassword } from '#src/application/identity/reset-password.ts'
import { createTakeApplicationToken } from '#src/application/identity/take-application-token.ts'
import type { IdentityPorts } from '#src/application/ports.ts'

/** All that the screens of identity may ask, one line each; it comes with them (`openIdentity`). */
export function createIdentityUseCases(ports: OpenIdentityNeeds & IdentityPorts) {
  const takeApplicationToken = createTakeApplicationToken(ports)
  const keepSession = createKeepSession({ ...ports, takeApplicationToken })

  return {
    /** For `createLoginMachine<LoginFailure>()`. */
    logIn: createLogIn({ ...ports, keepSession }),
    /** For `createCheckedRequestMachine<string, void, RecoveryFailure>()`. */
    recoverPassword: createRecoverPassword(ports),
    /** For `createCheckedRequestMachine<RegistrationRecord, void, GatewayFailure>()`. */
    register: createRegister(ports),
    verifyTokens: ports.passwords.verifyTokens,
    resetPassword: createResetPassword(ports),
    renewPassword: createRenewPassword({ ...ports, keepSession }),
    humanCheck: ports.humanCheck,
    /** The user name kept from an earlier login, null without one (D7). */
    rememberedUsername: ports.rememberedUsername.read,
  }
}

export type IdentityUseCases = ReturnType<typeof createIdentityUseCases>
