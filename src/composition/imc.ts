import { ContainerModule } from 'inversify'

import { createBrowserUpload } from '#src/adapters/browser/upload.ts'
import type { Configuration } from '#src/adapters/http/configuration.ts'
import { createImcHttpPorts } from '#src/adapters/http/imc/ports.ts'
import { createCsvReader } from '#src/adapters/system/csv-reader.ts'
import type { ImcSessionStore } from '#src/application/imc/ports.ts'
import { HTTP } from '#src/composition/http.ts'
import { providePasskeyDevice } from '#src/composition/passkey-device.ts'
import { AREA_PORTS } from '#src/composition/ports.ts'
import { provide, provideFields, token } from '#src/composition/provide.ts'

const {
  imcSession,
  passkeyDevice,
  csv,
  newKey: _newKey,
  clipboard: _clipboard,
  pageSizes: _pageSizes,
  ...HTTP_TOKENS
} = AREA_PORTS.imc

const HTTP_PORTS = token<ReturnType<typeof createImcHttpPorts>>('imcHttpPorts')

interface CallDeps {
  readonly fetch: typeof globalThis.fetch
  readonly imcSession: ImcSessionStore
}

/** The part of `http` for the back-office, which is loaded with its first screen. */
export function imc(window: Window & typeof globalThis, configuration: Configuration) {
  const sendUpload = createBrowserUpload({ window, base: configuration.imcApi })
  return new ContainerModule(({ bind }) => {
    provide(bind, HTTP_PORTS, (deps: CallDeps) => createImcHttpPorts(configuration, { ...deps, sendUpload }), {
      fetch: HTTP.fetch,
      imcSession,
    })
    provideFields(bind, HTTP_TOKENS, HTTP_PORTS)
    provide(bind, csv, createCsvReader, {})
    providePasskeyDevice(bind, passkeyDevice, window)
  })
}
