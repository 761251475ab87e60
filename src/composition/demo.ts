import { createRandomKey } from '#src/adapters/browser/random-key.ts'
import { createTextStore, openTabStorage } from '#src/adapters/browser/storage.ts'
import { createMemoryBackend, type MemoryBackendPorts, type MemoryControl } from '#src/adapters/memory/backend.ts'
import { createSystemClock, createSystemTimers } from '#src/adapters/system/clock.ts'
import { createConsoleLog } from '#src/adapters/system/console-log.ts'
import type { HumanCheck } from '#src/application/identity/ports.ts'
import type { Portal } from '#src/application/portal.ts'
import { browser } from '#src/composition/browser.ts'
import { memory } from '#src/composition/memory.ts'
import { open } from '#src/composition/open.ts'
import type { GivenPorts } from '#src/composition/ports.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** The seed of the simulated market. */
const SEED = 1

/** The portal of the static demo, and what its bar needs beyond the portal. */
export interface Demo {
  readonly portal: Portal
  /** Plays the network and the provider of payments, and shows the mails of the service. */
  readonly control: MemoryControl
  readonly humanCheck: HumanCheck
}

/** Returns the ports that stand in the place of `http`: all except those of the browser. */
function toServicePorts(ports: MemoryBackendPorts): GivenPorts {
  const { clock: _clock, timers: _timers, session: _session, returnAddress: _address, ...service } = ports
  const { rememberedUsername: _username, ...identity } = ports.identity
  const { imcSession: _imcSession, newKey: _imcKey, pageSizes: _sizes, ...imc } = ports.imc
  const { newKey: _paymentKey, ...payment } = ports.payment
  return { ...service, identity, imc, payment }
}

/**
 * Opens the static demo: `memory` is loaded in the place of `http`. Its sessions end with the tab,
 * as its service does.
 */
export function openDemo(window: Window & typeof globalThis, startsAt: Instant): Demo {
  const { ports, control } = createMemoryBackend({
    clock: createSystemClock(),
    timers: createSystemTimers(),
    log: createConsoleLog(window),
    startsAt,
    seed: SEED,
    newKey: () => createRandomKey(window),
    store: createTextStore(openTabStorage(window, 'demo.'), 'servicio'),
  })
  // Another prefix: a sign-out of the back-office clears it, and must not clear the service.
  const sessions = openTabStorage(window, 'demo.sesion.')
  return {
    portal: open({ modules: [browser(window, sessions), memory(toServicePorts(ports))] }),
    control,
    humanCheck: ports.identity.humanCheck,
  }
}
