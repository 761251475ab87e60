import { ContainerModule } from 'inversify'
import { loadConfiguration } from '#src/adapters/http/configuration.ts'
import { createCookieFetch } from '#src/adapters/http/cookie-fetch.ts'
import { createAltcha } from '#src/adapters/http/identity/altcha.ts'
import { createImcHttpPorts } from '#src/adapters/http/imc/ports.ts'
import { parseNothing } from '#src/adapters/http/market/html-table.ts'
import { createMemoryImcSession } from '#src/adapters/memory/imc/session.ts'
import { createDemoPorts } from '#src/adapters/memory/ports.ts'
import { createSystemTimers } from '#src/adapters/system/clock.ts'
import { createConsoleLog } from '#src/adapters/system/console-log.ts'
import { createHeadlessIdentity, createHeadlessImc, createHeadlessPorts } from '#src/adapters/system/headless-ports.ts'
import { solveProofOfWork } from '#src/adapters/system/proof-of-work.ts'
import type { HumanCheck } from '#src/application/identity/ports.ts'
import { createTimerFrames } from '#src/application/platform/clocks.ts'
import type { Timers } from '#src/application/platform/ports.ts'
import { startProblems } from '#src/application/platform/start-failure.ts'
import type { Portal } from '#src/application/portal.ts'
import { HTTP, http } from '#src/composition/http.ts'
import { openMemory } from '#src/composition/memory.ts'
import { open } from '#src/composition/open.ts'
import { givenPorts } from '#src/composition/ports.ts'
import { provide } from '#src/composition/provide.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

/** The portal of a terminal, with the ports that its program uses itself. */
export interface TerminalPortal {
  readonly portal: Portal
  readonly timers: Timers
  readonly humanCheck: HumanCheck
}

/**
 * Opens the portal of a terminal over a server. The error has one message per problem (D39).
 */
export async function openTerminal(origin: string): Promise<Result<TerminalPortal, readonly string[]>> {
  const ports = createHeadlessPorts()
  const { clock, timers, session } = ports
  const fetch = createCookieFetch(origin, clock)
  const configuration = await loadConfiguration({ fetch })
  if (!configuration.ok) return err(startProblems(configuration.error))
  const { humanCheck: setting } = configuration.value
  if (setting.provider !== 'altcha') return err(['La terminal solo resuelve la verificación ALTCHA.'])

  const humanCheck = createAltcha({ fetch, address: setting.challengeUrl, clock, solve: solveProofOfWork })
  const imcSession = createMemoryImcSession({ onClear: session.wipe })
  const calls = new ContainerModule(({ bind }) => {
    provide(bind, HTTP.fetch, () => fetch, {})
    provide(bind, HTTP.parseHtml, () => parseNothing, {})
    provide(bind, HTTP.shareStream, () => (stream) => stream, {})
  })
  const given = givenPorts({
    ...ports,
    identity: createHeadlessIdentity(humanCheck),
    imc: {
      ...createImcHttpPorts(configuration.value, { fetch, imcSession, solve: solveProofOfWork }),
      ...createHeadlessImc(),
      imcSession,
    },
  })
  return ok({ portal: open({ modules: [http(configuration.value), calls, given] }), timers, humanCheck })
}

/** Opens the portal of a terminal without a server. Its clock follows the real clock. */
export function openTerminalDemo(): TerminalPortal {
  const ports = createDemoPorts(createSystemTimers())
  const portal = openMemory({ ...ports, frames: createTimerFrames(ports.timers), log: createConsoleLog({ console }) })
  return { portal, timers: ports.timers, humanCheck: ports.identity.humanCheck }
}
