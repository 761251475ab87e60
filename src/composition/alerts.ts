import { ContainerModule } from 'inversify'

import { createBrowserPush } from '#src/adapters/browser/push.ts'
import { createAlertsApi } from '#src/adapters/http/alerts/alerts-api.ts'
import type { Configuration } from '#src/adapters/http/configuration.ts'
import type { CreateSessionClient } from '#src/adapters/http/session-client.ts'
import { CREATE_SESSION_CLIENT } from '#src/composition/http.ts'
import { AREA_PORTS } from '#src/composition/ports.ts'
import { provide } from '#src/composition/provide.ts'

/** The part of `http` for alerts, which is loaded with the session of a client. */
export const alerts = (window: Window & typeof globalThis, { marketApi }: Configuration) =>
  new ContainerModule(({ bind }) => {
    bind(AREA_PORTS.alerts.push).toConstantValue(createBrowserPush({ window }))
    provide(
      bind,
      AREA_PORTS.alerts.alerts,
      ({ createSessionClient }: { readonly createSessionClient: CreateSessionClient }) =>
        createAlertsApi({ http: createSessionClient({ base: marketApi }) }),
      { createSessionClient: CREATE_SESSION_CLIENT },
    )
  })
