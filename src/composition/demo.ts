import { openTabStorage } from '#src/adapters/browser/storage.ts'
import { createMemoryIdentity } from '#src/adapters/memory/identity.ts'
import { createMemoryBackOffice } from '#src/adapters/memory/imc/imc.ts'
import {
  createMemoryHolidays,
  createMemoryMarket,
  createMemoryMarketStream,
  createMemoryQuotes,
  createSimulatedNews,
} from '#src/adapters/memory/market.ts'
import { createMemoryPayment } from '#src/adapters/memory/payment.ts'
import { createMemoryMarketClock } from '#src/adapters/memory/platform.ts'
import { createMemorySessionRefusals } from '#src/adapters/memory/session.ts'
import { createSystemClock } from '#src/adapters/system/clock.ts'
import type { Portal } from '#src/application/portal.ts'
import { browser } from '#src/composition/browser.ts'
import { memory } from '#src/composition/memory.ts'
import { open } from '#src/composition/open.ts'
import type { GivenPorts } from '#src/composition/ports.ts'
import type { Instant } from '#src/domain/time/bogota.ts'
import { createSimulatedDays } from '#src/simulator/simulated-days.ts'

const SEED = 1

/** Creates the ports of the service that the demo simulates in the page. */
function createService(startsAt: Instant): GivenPorts {
  const clock = createSystemClock()
  const marketClock = createMemoryMarketClock({ clock, startsAt })
  const days = createSimulatedDays(SEED)
  const { accounts, browser: openIdentity } = createMemoryIdentity({ clock })
  const { auth, findClient, passwords, registrations, humanCheck, applicationToken } = openIdentity()
  const { payments, checkout } = createMemoryPayment({ accounts, clock }).browser(findClient)
  const { imcSession: _session, newKey: _newKey, ...imc } = createMemoryBackOffice({ clock }).browser()
  return {
    marketClock,
    market: createMemoryMarket({ marketClock, days }),
    marketStream: createMemoryMarketStream(),
    quotes: createMemoryQuotes({ seed: SEED, marketClock }),
    news: createSimulatedNews({ seed: SEED, marketClock, days }),
    holidays: createMemoryHolidays(),
    auth,
    sessionRefusals: createMemorySessionRefusals(),
    identity: { passwords, registrations, humanCheck, applicationToken },
    imc,
    payment: { payments, checkout },
  }
}

/** Opens the portal of the static demo: `memory` is loaded in the place of `http`. */
export const openDemo = (window: Window & typeof globalThis, startsAt: Instant): Portal =>
  open({ modules: [browser(window, openTabStorage(window, 'demo.sesion.')), memory(createService(startsAt))] })
