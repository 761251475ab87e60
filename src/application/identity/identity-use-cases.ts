import { createCountdownView } from '#src/application/identity/countdown-view.ts'
import { createFetchApplicationToken } from '#src/application/identity/fetch-application-token.ts'
import { createLogIn } from '#src/application/identity/log-in.ts'
import { createLoginView } from '#src/application/identity/login-view.ts'
import { createNewPasswordView } from '#src/application/identity/new-password-view.ts'
import type { RecoveryTokens } from '#src/application/identity/password-gateway.ts'
import { createRecoverPassword } from '#src/application/identity/recover-password.ts'
import { createRecoveryView } from '#src/application/identity/recovery-view.ts'
import { createRegister } from '#src/application/identity/register.ts'
import { createRegistrationView } from '#src/application/identity/registration-view.ts'
import { createRenewPassword } from '#src/application/identity/renew-password.ts'
import { createResetPassword } from '#src/application/identity/reset-password.ts'
import { createResetView } from '#src/application/identity/reset-view.ts'
import { createStoreClientSession } from '#src/application/identity/store-client-session.ts'
import type { TokenNotice } from '#src/application/identity/token-notice.ts'
import type { CorePorts, IdentityPorts } from '#src/application/ports.ts'
import type { ClientSession } from '#src/domain/identity/client-session.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

export interface IdentityDeps extends CorePorts {
  readonly clientSession: ClientSession
  readonly tokenNotice: TokenNotice
}

/**
 * Creates the use-cases and views of the identity pages. `loadIdentity` loads this code with the
 * first identity page.
 */
export function createIdentityUseCases(ports: IdentityDeps & IdentityPorts) {
  const { clock, timers, log, passwords } = ports
  const fetchApplicationToken = createFetchApplicationToken(ports)
  const storeClientSession = createStoreClientSession({ ...ports, fetchApplicationToken })
  const logIn = createLogIn({ ...ports, storeClientSession })
  const recoverPassword = createRecoverPassword(ports)
  const register = createRegister(ports)
  const resetPassword = createResetPassword(ports)
  const renewPassword = createRenewPassword({ ...ports, storeClientSession })
  const { verifyTokens } = passwords

  return {
    /** For a UI without the login form, such as a terminal. */
    logIn,
    createLoginView: () => createLoginView({ ...ports, logIn }),
    createRecoveryView: () => createRecoveryView({ ...ports, recoverPassword }),
    /** `countries` is the configured list; null selects the default list (D62). */
    createRegistrationView: (countries: readonly string[] | null) =>
      createRegistrationView({ ...ports, register, countries }),
    createResetView: (tokens: RecoveryTokens) => createResetView({ verifyTokens, resetPassword, log }, tokens),
    createRenewalView: () => createNewPasswordView(renewPassword, log),
    /** Counts the seconds until the proof of a human check expires. */
    createCountdownView: (until: Instant) => createCountdownView({ until, now: clock.now }, timers),
  }
}

export type IdentityUseCases = ReturnType<typeof createIdentityUseCases>
