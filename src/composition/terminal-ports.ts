import { createBrowserClock, createBrowserTimers } from '#src/adapters/browser/clock.ts'
import { solveProofOfWork } from '#src/adapters/browser/proof-of-work.ts'
import { createHttpClient } from '#src/adapters/http/client.ts'
import { loadConfiguration } from '#src/adapters/http/configuration.ts'
import { createCookieFetch } from '#src/adapters/http/cookie-fetch.ts'
import { createAltcha } from '#src/adapters/http/identity/altcha.ts'
import { createAuthApi } from '#src/adapters/http/identity/auth-api.ts'
import { createSessionRefusals } from '#src/adapters/http/identity/session-refusals.ts'
import { createHolidayApi } from '#src/adapters/http/market/holiday-api.ts'
import { createMarketApi } from '#src/adapters/http/market/market-api.ts'
import { createMarketClock } from '#src/adapters/http/market/market-clock.ts'
import { createMarketStream } from '#src/adapters/http/market/market-stream.ts'
import { createSessionClientFactory } from '#src/adapters/http/session-client.ts'
import { createDemoPorts } from '#src/adapters/memory/demo-ports.ts'
import { createMemoryPorts } from '#src/adapters/memory/ports.ts'
import { startProblems } from '#src/application/platform/start-failure.ts'
import type { CorePorts } from '#src/application/ports.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

/** Creates the ports of a terminal with a server. The error has one message per problem (D39). */
export async function connectTerminal(origin: string): Promise<Result<CorePorts, readonly string[]>> {
  const clock = createBrowserClock()
  const fetch = createCookieFetch(origin, clock)
  const configuration = await loadConfiguration({ fetch })
  if (!configuration.ok) return err(startProblems(configuration.error))
  const { marketApi, clockShiftMs, auth, humanCheck } = configuration.value
  if (humanCheck.provider !== 'altcha') return err(['La terminal solo resuelve la verificación ALTCHA.'])

  const memoryPorts = createMemoryPorts()
  const sessionRefusals = createSessionRefusals(memoryPorts)
  const createSessionClient = createSessionClientFactory({
    session: memoryPorts.session,
    refusals: sessionRefusals,
    auth,
    fetch,
  })
  const marketClock = createMarketClock({ clock, shiftMs: clockShiftMs })
  const onMarketTime = marketClock.sync
  const http = createSessionClient({ base: marketApi, onMarketTime })
  let lastServerTime: number | null = null
  const onServerTime = (time: number) => {
    lastServerTime = time
  }
  const altchaDeps = {
    http: createHttpClient({ base: '', fetch, onServerTime }),
    address: humanCheck.challengeUrl,
    clock,
    readServerTime: () => lastServerTime,
    solve: solveProofOfWork,
  }
  return ok({
    ...memoryPorts,
    clock,
    timers: createBrowserTimers(),
    marketClock,
    market: createMarketApi({ http }),
    marketStream: createMarketStream({ http, onMarketTime }),
    holidays: createHolidayApi({ http }),
    sessionRefusals,
    identity: async () => ({
      ...(await memoryPorts.identity()),
      auth: createAuthApi({ http: createSessionClient({ base: marketApi }) }),
      humanCheck: createAltcha(altchaDeps),
    }),
  })
}

/** Creates the ports of a terminal without a server. Their clock follows the real clock. */
export const createTerminalDemo = (): CorePorts => createDemoPorts(createBrowserTimers())
