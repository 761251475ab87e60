import { createFetchApplicationToken } from '#src/application/identity/fetch-application-token.ts'
import { createLogIn } from '#src/application/identity/log-in.ts'
import { createRecoverPassword } from '#src/application/identity/recover-password.ts'
import { createRegister } from '#src/application/identity/register.ts'
import { createRenewPassword } from '#src/application/identity/renew-password.ts'
import { createResetPassword } from '#src/application/identity/reset-password.ts'
import { createStoreClientSession } from '#src/application/identity/store-client-session.ts'
import type { TokenNotice } from '#src/application/identity/token-notice.ts'
import type { CorePorts, IdentityPorts } from '#src/application/ports.ts'
import type { ClientSession } from '#src/domain/identity/client-session.ts'

export interface IdentityDeps extends CorePorts {
  readonly clientSession: ClientSession
  readonly tokenNotice: TokenNotice
}

/** All that the screens of identity may ask, one line each; it comes with them (`loadIdentity`). */
export function createIdentityUseCases(ports: IdentityDeps & IdentityPorts) {
  const fetchApplicationToken = createFetchApplicationToken(ports)
  const storeClientSession = createStoreClientSession({ ...ports, fetchApplicationToken })

  return {
    /** For `createLoginMachine<LoginFailure>()`. */
    logIn: createLogIn({ ...ports, storeClientSession }),
    /** For `createCheckedRequestMachine<string, void, RecoveryFailure>()`. */
    recoverPassword: createRecoverPassword(ports),
    /** For `createCheckedRequestMachine<RegistrationRecord, void, GatewayFailure>()`. */
    register: createRegister(ports),
    verifyTokens: ports.passwords.verifyTokens,
    resetPassword: createResetPassword(ports),
    renewPassword: createRenewPassword({ ...ports, storeClientSession }),
    humanCheck: ports.humanCheck,
    /** The user name kept from an earlier login, null without one (D7). */
    rememberedUsername: ports.rememberedUsername.read,
  }
}

export type IdentityUseCases = ReturnType<typeof createIdentityUseCases>
