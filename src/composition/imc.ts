import { ContainerModule } from 'inversify'

import { createBrowserUpload } from '#src/adapters/browser/upload.ts'
import type { Configuration } from '#src/adapters/http/configuration.ts'
import { createImcHttpPorts } from '#src/adapters/http/imc/ports.ts'
import { createCsvReader } from '#src/adapters/system/csv-reader.ts'
import type { ImcSessionStore } from '#src/application/imc/ports.ts'
import { createLoadCode, type LoadCodeDeps } from '#src/application/platform/load-code.ts'
import { HTTP } from '#src/composition/http.ts'
import { providePasskeyDevice } from '#src/composition/passkey-device.ts'
import { AREA_PORTS, PORTS } from '#src/composition/ports.ts'
import { provide, provideFields, token } from '#src/composition/provide.ts'

const { imcSession, passkeyDevice, csv, newKey: _newKey, pageSizes: _pageSizes, ...HTTP_TOKENS } = AREA_PORTS.imc

const HTTP_PORTS = token<ReturnType<typeof createImcHttpPorts>>('imcHttpPorts')

interface CallDeps extends LoadCodeDeps {
  readonly fetch: typeof globalThis.fetch
  readonly imcSession: ImcSessionStore
}

/** The part of `http` for the back-office, which is loaded with its first screen. */
export function imc(window: Window & typeof globalThis, configuration: Configuration) {
  const sendUpload = createBrowserUpload({ window, base: configuration.imcApi })
  return new ContainerModule(({ bind }) => {
    const createPorts = ({ fetch, imcSession: session, ...loadDeps }: CallDeps) => {
      const loadCode = createLoadCode(loadDeps)
      return createImcHttpPorts(configuration, {
        fetch,
        imcSession: session,
        sendUpload,
        // The solver is loaded with the first check.
        solve: async (challenge, signal) => {
          const { solveProofOfWork } = await loadCode(() => import('#src/adapters/system/proof-of-work.ts'))
          return solveProofOfWork(challenge, signal)
        },
      })
    }
    provide(bind, HTTP_PORTS, createPorts, {
      fetch: HTTP.fetch,
      imcSession,
      clock: PORTS.clock,
      page: PORTS.page,
      reloadMark: PORTS.reloadMark,
    })
    provideFields(bind, HTTP_TOKENS, HTTP_PORTS)
    provide(bind, csv, createCsvReader, {})
    providePasskeyDevice(bind, passkeyDevice, window)
  })
}
