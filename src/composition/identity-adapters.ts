import { Container, ContainerModule } from 'inversify'
import { createBrowserClipboard } from '#src/adapters/browser/clipboard.ts'
import { createUsernameCookie } from '#src/adapters/browser/username-cookie.ts'
import { createHttpClient, type HttpClient } from '#src/adapters/http/client.ts'
import type { Configuration } from '#src/adapters/http/configuration.ts'
import { createApplicationTokenApi } from '#src/adapters/http/identity/application-token-api.ts'
import { createAuthApi } from '#src/adapters/http/identity/auth-api.ts'
import { createPasswordApi } from '#src/adapters/http/identity/password-api.ts'
import { createRegistrationApi } from '#src/adapters/http/identity/registration-api.ts'
import type { WatchedSessionRefusals } from '#src/adapters/http/identity/session-refusals.ts'
import { createSessionClientFactory } from '#src/adapters/http/session-client.ts'
import type { IdentityPorts, SessionStore } from '#src/application/identity/ports.ts'
import type { LoadCode } from '#src/application/platform/load-code.ts'
import type { Clock } from '#src/application/platform/ports.ts'
import { createHumanCheck } from '#src/composition/human-check.ts'
import { provide, type Tokens, token } from '#src/composition/provide.ts'

/** The dependencies of the identity ports. */
export interface IdentityNeeds {
  readonly window: Window & typeof globalThis
  readonly fetch: typeof globalThis.fetch
  readonly configuration: Configuration
  readonly clock: Clock
  readonly session: SessionStore
  readonly refusals: WatchedSessionRefusals
  readonly loadCode: LoadCode
}

const IDENTITY: Tokens<IdentityPorts> = {
  auth: token('auth'),
  passwords: token('passwords'),
  registrations: token('registrations'),
  humanCheck: token('humanCheck'),
  applicationToken: token('applicationToken'),
  rememberedUsername: token('rememberedUsername'),
  clipboard: token('clipboard'),
}

const AUTH_HTTP = token<HttpClient>('authHttp')
const PASSWORD_HTTP = token<HttpClient>('passwordHttp')
const ALL_PORTS = token<IdentityPorts>('identityPorts')

function identityAdapters({ window, fetch, configuration, clock, session, refusals, loadCode }: IdentityNeeds) {
  const { marketApi, passwordService, registrationWebhook, applicationToken, auth } = configuration
  const createSessionClient = createSessionClientFactory({ session, refusals, auth, fetch })
  const createPlainClient = (base: string) => createHttpClient({ base, fetch })

  return new ContainerModule(({ bind }) => {
    provide(bind, AUTH_HTTP, () => createSessionClient({ base: marketApi }), {})
    provide(bind, PASSWORD_HTTP, () => createSessionClient({ base: passwordService }), {})

    provide(bind, IDENTITY.auth, createAuthApi, { http: AUTH_HTTP })
    provide(bind, IDENTITY.passwords, createPasswordApi, { http: PASSWORD_HTTP })
    provide(
      bind,
      IDENTITY.registrations,
      () => createRegistrationApi({ http: createPlainClient(''), address: registrationWebhook }),
      {},
    )
    provide(
      bind,
      IDENTITY.applicationToken,
      () =>
        createApplicationTokenApi({
          hosts: applicationToken.hosts.map(createPlainClient),
          requiresCopy: applicationToken.requiresCopy,
          clock,
        }),
      {},
    )
    provide(
      bind,
      IDENTITY.humanCheck,
      () => createHumanCheck({ window, fetch, clock, loadCode, setting: configuration.humanCheck }),
      {},
    )
    provide(bind, IDENTITY.rememberedUsername, () => createUsernameCookie({ window }), {})
    provide(bind, IDENTITY.clipboard, () => createBrowserClipboard({ window }), {})
  })
}

/** Creates the ports of identity. This code is loaded with the first screen that needs a port. */
export function openIdentityPorts(needs: IdentityNeeds): IdentityPorts {
  const container = new Container({ defaultScope: 'Singleton' })
  container.load(identityAdapters(needs))
  provide(
    (id) => container.bind(id),
    ALL_PORTS,
    (ports: IdentityPorts) => ports,
    IDENTITY,
  )
  return container.get<IdentityPorts>(ALL_PORTS)
}
