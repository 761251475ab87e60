import { ContainerModule } from 'inversify'

import { createCaptchaWidget } from '#src/adapters/browser/captcha-widget.ts'
import { createHttpClient } from '#src/adapters/http/client.ts'
import type { Configuration } from '#src/adapters/http/configuration.ts'
import { CLIENT_PASSKEY_PATHS } from '#src/adapters/http/contract/identity/passkeys.ts'
import { CLIENT_FACTOR_PATHS } from '#src/adapters/http/contract/identity/second-factor.ts'
import { createAltcha } from '#src/adapters/http/identity/altcha.ts'
import { createApiKeysApi } from '#src/adapters/http/identity/api-keys-api.ts'
import { createApplicationTokenApi } from '#src/adapters/http/identity/application-token-api.ts'
import { createPasswordApi } from '#src/adapters/http/identity/password-api.ts'
import { createRegistrationApi } from '#src/adapters/http/identity/registration-api.ts'
import { createSecondFactorApi } from '#src/adapters/http/identity/second-factor-api.ts'
import type { CreateSessionClient } from '#src/adapters/http/session-client.ts'
import type { HumanCheck } from '#src/application/identity/ports.ts'
import { createLoadCode, type LoadCodeDeps } from '#src/application/platform/load-code.ts'
import type { Clock } from '#src/application/platform/ports.ts'
import { CREATE_SESSION_CLIENT, HTTP } from '#src/composition/http.ts'
import { providePasskeyDevice } from '#src/composition/passkey-device.ts'
import { AREA_PORTS, PORTS } from '#src/composition/ports.ts'
import { provide } from '#src/composition/provide.ts'

const { identity: PORT } = AREA_PORTS

interface CallDeps {
  readonly fetch: typeof globalThis.fetch
  readonly clock: Clock
}

type HumanCheckDeps = CallDeps & LoadCodeDeps

/** The part of `http` for the identity pages, which is loaded with their first screen. */
export function identity(window: Window & typeof globalThis, configuration: Configuration) {
  const { passwordService, registrationWebhook, applicationToken, humanCheck } = configuration

  /** Creates the configured human check (D9). Its solver is loaded with the first check. */
  function createHumanCheck({ fetch, clock, ...loadDeps }: HumanCheckDeps): HumanCheck {
    if (humanCheck.provider !== 'altcha') return createCaptchaWidget({ window, clock, ...humanCheck })
    const loadCode = createLoadCode({ ...loadDeps, clock })
    return createAltcha({
      fetch,
      address: humanCheck.challengeUrl,
      clock,
      solve: async (challenge, signal) => {
        const { solveProofOfWork } = await loadCode(() => import('#src/adapters/system/proof-of-work.ts'))
        return solveProofOfWork(challenge, signal)
      },
    })
  }

  return new ContainerModule(({ bind }) => {
    provide(
      bind,
      PORT.passwords,
      ({ createSessionClient }: { readonly createSessionClient: CreateSessionClient }) =>
        createPasswordApi({ http: createSessionClient({ base: passwordService }) }),
      { createSessionClient: CREATE_SESSION_CLIENT },
    )
    provide(
      bind,
      PORT.secondFactor,
      ({ createSessionClient }: { readonly createSessionClient: CreateSessionClient }) =>
        createSecondFactorApi({
          http: createSessionClient({ base: configuration.marketApi }),
          paths: CLIENT_FACTOR_PATHS,
          passkeyPaths: CLIENT_PASSKEY_PATHS,
        }),
      { createSessionClient: CREATE_SESSION_CLIENT },
    )
    provide(
      bind,
      PORT.apiKeys,
      ({ createSessionClient }: { readonly createSessionClient: CreateSessionClient }) =>
        createApiKeysApi({ http: createSessionClient({ base: configuration.marketApi }) }),
      { createSessionClient: CREATE_SESSION_CLIENT },
    )
    providePasskeyDevice(bind, PORT.passkeyDevice, window)
    provide(
      bind,
      PORT.registrations,
      ({ fetch }: Pick<CallDeps, 'fetch'>) =>
        createRegistrationApi({ http: createHttpClient({ base: '', fetch }), address: registrationWebhook }),
      { fetch: HTTP.fetch },
    )
    provide(
      bind,
      PORT.applicationToken,
      ({ fetch, clock }: CallDeps) =>
        createApplicationTokenApi({
          hosts: applicationToken.hosts.map((base) => createHttpClient({ base, fetch })),
          requiresCopy: applicationToken.requiresCopy,
          clock,
        }),
      { fetch: HTTP.fetch, clock: PORTS.clock },
    )
    provide(bind, PORT.humanCheck, createHumanCheck, {
      fetch: HTTP.fetch,
      clock: PORTS.clock,
      page: PORTS.page,
      reloadMark: PORTS.reloadMark,
    })
  })
}
