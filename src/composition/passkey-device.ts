import type { Bind } from 'inversify'
import { createPasskeyDevice, loadWebAuthn } from '#src/adapters/browser/passkey-device.ts'
import type { PasskeyDevice } from '#src/application/identity/ports.ts'
import { createLoadCode, type LoadCodeDeps } from '#src/application/platform/load-code.ts'
import { PORTS } from '#src/composition/ports.ts'
import { provide, type Token } from '#src/composition/provide.ts'

/** Binds the passkeys of the browser. The library is loaded with their first use. */
export function providePasskeyDevice(
  bind: Bind,
  target: Token<PasskeyDevice>,
  window: Window & typeof globalThis,
): void {
  const create = (deps: LoadCodeDeps) => {
    const loadCode = createLoadCode(deps)
    return createPasskeyDevice({ window, load: () => loadCode(loadWebAuthn) })
  }
  provide(bind, target, create, { page: PORTS.page, clock: PORTS.clock, reloadMark: PORTS.reloadMark })
}
