import {
  createMemoryClock,
  createMemoryMarketClock,
  type MemoryClock,
  type MemoryMarketClock,
} from '#src/adapters/memory/clocks.ts'
import { createMemoryDownloads, type MemoryDownloads } from '#src/adapters/memory/downloads.ts'
import { createMemoryFrames, type MemoryFrames } from '#src/adapters/memory/frames.ts'
import { createMemoryHolidays } from '#src/adapters/memory/holidays.ts'
import { createMemoryIdentity } from '#src/adapters/memory/identity-ports.ts'
import { createMemoryBackOffice } from '#src/adapters/memory/imc-ports.ts'
import { createMemoryLog, type MemoryLog } from '#src/adapters/memory/log.ts'
import { createMemoryMarket } from '#src/adapters/memory/market.ts'
import { createMemoryMarketStream, type MemoryMarketStream } from '#src/adapters/memory/market-stream.ts'
import { createSimulatedNews } from '#src/adapters/memory/news.ts'
import { createMemoryPage, type MemoryPage } from '#src/adapters/memory/page.ts'
import { createMemoryPayment, type MemoryPaymentPorts } from '#src/adapters/memory/payments.ts'
import { createMemoryQuotes } from '#src/adapters/memory/quotes.ts'
import { createMemoryReloadMark } from '#src/adapters/memory/reload-mark.ts'
import { createMemoryReturnAddress } from '#src/adapters/memory/return-address.ts'
import { createMemoryScroll, type MemoryScroll } from '#src/adapters/memory/scroll-positions.ts'
import { createMemorySessionRefusals, type MemorySessionRefusals } from '#src/adapters/memory/session-refusals.ts'
import { createMemorySessionStorage } from '#src/adapters/memory/session-store.ts'
import { createMemoryThemeStore } from '#src/adapters/memory/theme-store.ts'
import type { AuthGateway } from '#src/application/identity/ports.ts'
import type { AreaPorts, Ports } from '#src/application/portal.ts'
import { HOUR_MS, toInstant } from '#src/domain/time/bogota.ts'
import { createSimulatedDays } from '#src/simulator/simulated-days.ts'

/** The market time at the start: a Friday while spot is open. */
export const MEMORY_START = toInstant('2026-11-20', '12:43:15')

const MEMORY_SEED = 1
/** Real clock minus market clock, so that a test fails if code confuses the two clocks. */
const REAL_AHEAD_MS = 21 * HOUR_MS

/**
 * All ports in memory. A test can control or read clocks, page, stream, frames, log, downloads and
 * refusals.
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
  const { accounts, browser } = createMemoryIdentity({ clock })
  const identity = overrides.identity ?? browser()
  const session = overrides.session ?? createMemorySessionStorage().openTab()
  const findClient = () => {
    const sessionState = session.read()
    return sessionState.kind === 'session' ? accounts.findById(sessionState.session.user.id) : null
  }
  const payment = createMemoryPayment({ accounts, clock }).browser(findClient)
  const imc = createMemoryBackOffice({ clock }).browser({ onClear: session.wipe })
  return {
    clock,
    timers: clock,
    marketClock,
    market: createMemoryMarket({ marketClock, days: SIMULATED_DAYS }),
    quotes: createMemoryQuotes({ seed: MEMORY_SEED, marketClock }),
    news: createSimulatedNews({ seed: MEMORY_SEED, marketClock, days: SIMULATED_DAYS }),
    holidays: createMemoryHolidays(),
    page: createMemoryPage(),
    scroll: createMemoryScroll(),
    reloadMark: createMemoryReloadMark(),
    returnAddress: createMemoryReturnAddress(),
    marketStream: createMemoryMarketStream(),
    frames: createMemoryFrames(),
    log: createMemoryLog(),
    downloads: createMemoryDownloads(),
    theme: createMemoryThemeStore(),
    session,
    sessionRefusals: createMemorySessionRefusals(),
    auth: identity.auth,
    identity,
    imc,
    payment,
    ...overrides,
  }
}
