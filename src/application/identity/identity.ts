import { createApiKeysView } from '#src/application/identity/api-keys.ts'
import { createFetchApplicationToken } from '#src/application/identity/application-token.ts'
import { createFactorSettingsView } from '#src/application/identity/factor-settings.ts'
import { createLoginCalls, createLoginView, createStoreClientSession } from '#src/application/identity/login.ts'
import { createNewPasswordView, createRenewPassword } from '#src/application/identity/password.ts'
import type { IdentityPorts, RecoveryTokens, SessionPorts } from '#src/application/identity/ports.ts'
import { createRecoveryView, createResetView } from '#src/application/identity/recovery.ts'
import { createRegistrationView } from '#src/application/identity/registration.ts'
import type { ClientSession } from '#src/application/identity/session.ts'
import type { FlowDeps } from '#src/application/platform/flow.ts'
import type { Toasts } from '#src/application/platform/notices.ts'
import type { Page, PagePorts, PlatformPorts } from '#src/application/platform/ports.ts'

// The IMC area has the same password rules (D12, D16).
// biome-ignore lint/performance/noBarrelFile: areas see each other only through the file named like the area.
export { createFactorSettingsView, type FactorSettingsView } from '#src/application/identity/factor-settings.ts'
// The orders of visitors ask for the human check (D9).
export {
  createHumanCheckActions,
  type HumanCheckActions,
  type HumanCheckFormState,
  provideHumanCheck,
  toHumanCheckForm,
} from '#src/application/identity/human-check.ts'
export {
  createPasswordErrors,
  describePassword,
  imcPasswordMessage,
  type NewPasswordView,
} from '#src/application/identity/password.ts'
export type { HumanCheck, PasskeyDevice, SecondFactorGateway } from '#src/application/identity/ports.ts'
export {
  type FactorStepState,
  findCodeError,
  providePasskey,
  TICKET_EXPIRED,
  toFactorStepState,
} from '#src/application/identity/second-factor.ts'
export { SESSION_EXPIRED, SIGN_OUT_NOT_SENT } from '#src/application/identity/session.ts'

interface IdentityDeps
  extends FlowDeps,
    PlatformPorts,
    IdentityPorts,
    Pick<PagePorts, 'downloads' | 'clipboard'>,
    Pick<SessionPorts, 'auth' | 'session'> {
  readonly page: Page
  readonly clientSession: ClientSession
  readonly toasts: Pick<Toasts, 'show'>
}

/** Creates the use-cases and views of the identity pages. */
export function createIdentity(deps: IdentityDeps) {
  const fetchApplicationToken = createFetchApplicationToken(deps)
  const storeClientSession = createStoreClientSession({ ...deps, fetchApplicationToken })
  const loginCalls = createLoginCalls({ ...deps, storeClientSession })
  const renewPassword = createRenewPassword({ ...deps, storeClientSession })

  return {
    /** For a UI without the login form, such as a terminal. */
    loginCalls,
    createLoginView: () => createLoginView({ ...deps, loginCalls }),
    createRecoveryView: () => createRecoveryView(deps),
    /** `countries` is the configured list; null selects the default list (D62). */
    createRegistrationView: (countries: readonly string[] | null) => createRegistrationView(deps, countries),
    createResetView: (tokens: RecoveryTokens) => createResetView(deps, tokens),
    createRenewalView: () => createNewPasswordView(renewPassword, deps),
    createApiKeys: () => createApiKeysView(deps),
    createFactorSettings: () => createFactorSettingsView({ ...deps, gateway: deps.secondFactor }),
  }
}

export type Identity = ReturnType<typeof createIdentity>
