import { Container, ContainerModule } from 'inversify'
import { createImcStorage } from '#src/adapters/browser/imc-storage.ts'
import { createBrowserUpload } from '#src/adapters/browser/upload.ts'
import { createHttpClient, type HttpClient } from '#src/adapters/http/client.ts'
import type { Configuration } from '#src/adapters/http/configuration.ts'
import { createAuditApi } from '#src/adapters/http/imc/audit.ts'
import { createPackagesApi } from '#src/adapters/http/imc/packages.ts'
import { createRequestsApi, type RequestsApiDeps } from '#src/adapters/http/imc/requests.ts'
import { createWithScope, type WithScope } from '#src/adapters/http/imc/scope.ts'
import { createScreensApi } from '#src/adapters/http/imc/screens.ts'
import { createImcRefusals, createImcSessionApi, type WatchedImcRefusals } from '#src/adapters/http/imc/session.ts'
import { createUpload, type Upload } from '#src/adapters/http/imc/upload.ts'
import { createUsersApi } from '#src/adapters/http/imc/users.ts'
import type { ImcPorts, ImcSessionStore } from '#src/application/imc/ports.ts'
import { provide, type Tokens, token } from '#src/composition/provide.ts'

/** The dependencies of the back-office ports. */
export interface ImcNeeds {
  readonly window: Window & typeof globalThis
  readonly fetch: typeof globalThis.fetch
  readonly configuration: Configuration
}

const IMC: Tokens<ImcPorts> = {
  imcSession: token('imcSession'),
  imcAuth: token('imcAuth'),
  imcRefusals: token('imcRefusals'),
  users: token('users'),
  packages: token('packages'),
  screens: token('screens'),
  requests: token('requests'),
  audit: token('audit'),
  newKey: token('newKey'),
}

const HTTP = token<HttpClient>('imcHttp')
const REFUSALS = token<WatchedImcRefusals>('watchedImcRefusals')
const WITH_SCOPE = token<WithScope>('withScope')
const UPLOAD = token<Upload>('upload')
const ALL_PORTS = token<ImcPorts>('imcPorts')

interface RefusalDeps {
  readonly refusals: WatchedImcRefusals
}

type ApiDeps = Omit<RequestsApiDeps, 'base'>

function imcAdapters({ window, fetch, configuration }: ImcNeeds) {
  const base = configuration.imcApi
  const { crypto } = window

  return new ContainerModule(({ bind }) => {
    provide(bind, IMC.imcSession, () => createImcStorage({ window }), {})
    provide(bind, REFUSALS, createImcRefusals, { imcSession: IMC.imcSession })
    provide(bind, IMC.imcRefusals, ({ refusals }: RefusalDeps) => refusals, { refusals: REFUSALS })
    provide(bind, WITH_SCOPE, ({ store }: { readonly store: ImcSessionStore }) => createWithScope(store), {
      store: IMC.imcSession,
    })
    provide(
      bind,
      HTTP,
      ({ refusals }: RefusalDeps) => createHttpClient({ base, fetch, sessionWatch: refusals.watch }),
      { refusals: REFUSALS },
    )
    provide(
      bind,
      UPLOAD,
      ({ refusals }: RefusalDeps) =>
        createUpload({ send: createBrowserUpload({ window, base }), sessionWatch: refusals.watch }),
      { refusals: REFUSALS },
    )

    const scoped = { http: HTTP, withScope: WITH_SCOPE }
    provide(bind, IMC.imcAuth, createImcSessionApi, { http: HTTP })
    provide(bind, IMC.users, (deps: ApiDeps) => createUsersApi({ ...deps, base }), { ...scoped, upload: UPLOAD })
    provide(bind, IMC.packages, createPackagesApi, scoped)
    provide(bind, IMC.screens, createScreensApi, scoped)
    provide(bind, IMC.requests, (deps: ApiDeps) => createRequestsApi({ ...deps, base }), { ...scoped, upload: UPLOAD })
    provide(bind, IMC.audit, createAuditApi, scoped)
    provide(bind, IMC.newKey, () => () => crypto.randomUUID(), {})
  })
}

/** Creates the ports of the back-office. This code is loaded with the first screen of the area. */
export function openImcPorts(needs: ImcNeeds): ImcPorts {
  const container = new Container({ defaultScope: 'Singleton' })
  container.load(imcAdapters(needs))
  provide(
    (id) => container.bind(id),
    ALL_PORTS,
    (ports: ImcPorts) => ports,
    IMC,
  )
  return container.get<ImcPorts>(ALL_PORTS)
}
