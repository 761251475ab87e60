import { createMemoryAlerts, NO_PUSH } from '#src/adapters/memory/alerts.ts'
import { createMemoryBackend } from '#src/adapters/memory/backend.ts'
import { createMemoryIdentity } from '#src/adapters/memory/identity.ts'
import { createMemoryBackOffice } from '#src/adapters/memory/imc/imc.ts'
import {
  createMemoryHolidays,
  createMemoryMarket,
  createMemoryMarketStream,
  createMemoryQuotes,
  createSimulatedNews,
  type MemoryMarketStream,
} from '#src/adapters/memory/market.ts'
import { createMemoryPayment, type MemoryPaymentPorts } from '#src/adapters/memory/payment.ts'
import {
  createMemoryClipboard,
  createMemoryClock,
  createMemoryDownloads,
  createMemoryFrames,
  createMemoryLog,
  createMemoryMarketClock,
  createMemoryPage,
  createMemoryReloadMark,
  createMemoryScroll,
  createMemoryThemeStore,
  type MemoryClipboard,
  type MemoryClock,
  type MemoryDownloads,
  type MemoryFrames,
  type MemoryLog,
  type MemoryMarketClock,
  type MemoryPage,
  type MemoryScroll,
} from '#src/adapters/memory/platform.ts'
import {
  createMemoryReturnAddress,
  createMemorySessionRefusals,
  createMemorySessionStorage,
  type MemorySessionRefusals,
} from '#src/adapters/memory/session.ts'
import { createMemorySettings } from '#src/adapters/memory/settings.ts'
import type { AuthGateway } from '#src/application/identity/ports.ts'
import type { Timers } from '#src/application/platform/ports.ts'
import type { AreaPorts, Ports } from '#src/application/portal.ts'
import { HOUR_MS, toInstant } from '#src/domain/time/bogota.ts'
import { createSimulatedDays } from '#src/simulator/simulated-days.ts'

/** The market time at the start: a Friday while spot is open. */
export const MEMORY_START = toInstant('2026-11-20', '12:43:15')

const MEMORY_SEED = 1
/** Real clock minus market clock, so that a test fails if code confuses the two clocks. */
const REAL_AHEAD_MS = 21 * HOUR_MS

/**
 * All ports in memory. A test can control or read clocks, page, stream, frames, log, downloads,
 * clipboard and refusals.
 */
export interface MemoryPorts extends Ports, AreaPorts {
  readonly clock: MemoryClock
  readonly marketClock: MemoryMarketClock
  readonly page: MemoryPage
  readonly scroll: MemoryScroll
  readonly marketStream: MemoryMarketStream
  readonly frames: MemoryFrames
  readonly log: MemoryLog
  readonly downloads: MemoryDownloads
  readonly clipboard: MemoryClipboard
  readonly sessionRefusals: MemorySessionRefusals
  readonly identity: AreaPorts['identity'] & { readonly auth: AuthGateway }
  readonly payment: MemoryPaymentPorts
}

/** Shared by all ports, because the days do not change and each takes milliseconds to simulate. */
const SIMULATED_DAYS = createSimulatedDays(MEMORY_SEED)

/**
 * Creates all ports with data of the simulator. Market time starts at `MEMORY_START`. A port in
 * `overrides` replaces the default port.
 */
export function createMemoryPorts(overrides: Partial<MemoryPorts> = {}): MemoryPorts {
  const clock = overrides.clock ?? createMemoryClock(MEMORY_START + REAL_AHEAD_MS)
  const marketClock = overrides.marketClock ?? createMemoryMarketClock({ clock, startsAt: MEMORY_START })
  const { accounts, humanCheck, browser } = createMemoryIdentity({ clock })
  const identity = overrides.identity ?? browser()
  const session = overrides.session ?? createMemorySessionStorage().openTab()
  const findClient = () => {
    const sessionState = session.read()
    return sessionState.kind === 'session' ? accounts.findById(sessionState.session.user.id) : null
  }
  const payment = createMemoryPayment({ accounts, humanCheck, clock }).browser(findClient)
  const imc = createMemoryBackOffice({ clock }).browser({ onClear: session.wipe })
  return {
    clock,
    timers: clock,
    marketClock,
    market: createMemoryMarket({ marketClock, days: SIMULATED_DAYS }),
    quotes: createMemoryQuotes({ seed: MEMORY_SEED, marketClock }),
    news: createSimulatedNews({ seed: MEMORY_SEED, marketClock, days: SIMULATED_DAYS }),
    settings: createMemorySettings({ findClient }),
    visitorSettings: createMemorySettings({ findClient: () => ({ id: 'visitor' }) }),
    holidays: createMemoryHolidays(),
    page: createMemoryPage(),
    scroll: createMemoryScroll(),
    reloadMark: createMemoryReloadMark(),
    returnAddress: createMemoryReturnAddress(),
    marketStream: createMemoryMarketStream(),
    frames: createMemoryFrames(),
    log: createMemoryLog(),
    downloads: createMemoryDownloads(),
    clipboard: createMemoryClipboard(),
    theme: createMemoryThemeStore(),
    session,
    sessionRefusals: createMemorySessionRefusals(),
    auth: identity.auth,
    identity,
    imc,
    payment,
    alerts: { alerts: createMemoryAlerts({ findClient, marketClock }), push: NO_PUSH },
    ...overrides,
  }
}

/** Interval between two steps of the demo's clock, in ms. */
const DEMO_STEP_MS = 250

/**
 * Creates the ports of a demo without a page, such as a terminal: a simulated service whose market
 * runs. `timers` advance its clock until the process ends.
 */
export function createDemoPorts(timers: Timers): Ports & AreaPorts {
  const clock = createMemoryClock(MEMORY_START + REAL_AHEAD_MS)
  const pagePorts = createMemoryPorts({ clock })
  const { log, imc } = pagePorts
  const { ports } = createMemoryBackend({
    clock,
    timers: clock,
    log,
    startsAt: MEMORY_START,
    seed: MEMORY_SEED,
    newKey: imc.newKey,
  })
  function advanceClock() {
    clock.advance(DEMO_STEP_MS)
    timers.setTimeout(advanceClock, DEMO_STEP_MS)
  }
  timers.setTimeout(advanceClock, DEMO_STEP_MS)
  return { ...pagePorts, ...ports }
}
