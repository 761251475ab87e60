import { ContainerModule } from 'inversify'

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
import type { ImcSessionStore } from '#src/application/imc/ports.ts'
import { HTTP } from '#src/composition/http.ts'
import { AREA_PORTS } from '#src/composition/ports.ts'
import { provide, token } from '#src/composition/provide.ts'

const { imc: PORT } = AREA_PORTS

const IMC_HTTP = token<HttpClient>('imcHttp')
const REFUSALS = token<WatchedImcRefusals>('watchedImcRefusals')
const WITH_SCOPE = token<WithScope>('withScope')
const UPLOAD = token<Upload>('upload')

interface RefusalDeps {
  readonly refusals: WatchedImcRefusals
}

interface ClientDeps extends RefusalDeps {
  readonly fetch: typeof globalThis.fetch
}

type ApiDeps = Omit<RequestsApiDeps, 'base'>

/** The part of `http` for the back-office, which is loaded with its first screen. */
export function imc(window: Window & typeof globalThis, { imcApi: base }: Configuration) {
  return new ContainerModule(({ bind }) => {
    provide(bind, REFUSALS, createImcRefusals, { imcSession: PORT.imcSession })
    bind(PORT.imcRefusals).toService(REFUSALS)
    provide(bind, WITH_SCOPE, ({ store }: { readonly store: ImcSessionStore }) => createWithScope(store), {
      store: PORT.imcSession,
    })
    provide(
      bind,
      IMC_HTTP,
      ({ fetch, refusals }: ClientDeps) => createHttpClient({ base, fetch, sessionWatch: refusals.watch }),
      { fetch: HTTP.fetch, refusals: REFUSALS },
    )
    provide(
      bind,
      UPLOAD,
      ({ refusals }: RefusalDeps) =>
        createUpload({ send: createBrowserUpload({ window, base }), sessionWatch: refusals.watch }),
      { refusals: REFUSALS },
    )

    const scoped = { http: IMC_HTTP, withScope: WITH_SCOPE }
    provide(bind, PORT.imcAuth, createImcSessionApi, { http: IMC_HTTP })
    provide(bind, PORT.users, (deps: ApiDeps) => createUsersApi({ ...deps, base }), { ...scoped, upload: UPLOAD })
    provide(bind, PORT.packages, createPackagesApi, scoped)
    provide(bind, PORT.screens, createScreensApi, scoped)
    provide(bind, PORT.requests, (deps: ApiDeps) => createRequestsApi({ ...deps, base }), { ...scoped, upload: UPLOAD })
    provide(bind, PORT.audit, createAuditApi, scoped)
  })
}
