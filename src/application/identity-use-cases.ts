import type { IdentityPorts } from '#src/application/ports.ts'
import { createKeepSession } from '#src/application/use-cases/keep-session.ts'
import { createLogIn } from '#src/application/use-cases/log-in.ts'
import type { OpenIdentityNeeds } from '#src/application/use-cases/open-identity.ts'
import { createRecoverPassword } from '#src/application/use-cases/recover-password.ts'
import { createRegister } from '#src/application/use-cases/register.ts'
import { createRenewPassword } from '#src/application/use-cases/renew-password.ts'
import { createResetPassword } from '#src/application/use-cases/reset-password.ts'
import { createTakeApplicationToken } from '#src/application/use-cases/take-application-token.ts'

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
