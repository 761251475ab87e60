import { createMemoryUsername } from '#src/adapters/memory/identity.ts'
import { createMemoryMarket } from '#src/adapters/memory/market.ts'
import {
  createMemoryClipboard,
  createMemoryClock,
  createMemoryDownloads,
  createMemoryLog,
  createMemoryMarketClock,
  createMemoryPage,
  createMemoryPageSizes,
  createMemoryThemeStore,
} from '#src/adapters/memory/platform.ts'
import { createMemoryPorts } from '#src/adapters/memory/ports.ts'
import { createMemorySessionStorage } from '#src/adapters/memory/session.ts'
import { createSimulatedDays } from '#src/simulator/simulated-days.ts'
import { clockContract, marketClockContract } from '#tests/contract/clocks.ts'
import { daysContract } from '#tests/contract/days.ts'
import { downloadsContract } from '#tests/contract/downloads.ts'
import { holidayGatewayContract } from '#tests/contract/holiday-gateway.ts'
import { clipboardContract, rememberedUsernameContract } from '#tests/contract/identity-page-ports.ts'
import { marketChartsContract } from '#tests/contract/market-charts.ts'
import { AFTER_SPOT, type CreateMarket, marketGatewayContract } from '#tests/contract/market-gateway.ts'
import { newsGatewayContract } from '#tests/contract/news-gateway.ts'
import { logContract, pageContract, pageSizesContract, themeStoreContract } from '#tests/contract/page-ports.ts'
import { quotesGatewayContract } from '#tests/contract/quotes-gateway.ts'
import { sessionStoreContract } from '#tests/contract/session-store.ts'
import { trmContract } from '#tests/contract/trm.ts'

const createPortsAt = (instant: number) => {
  const ports = createMemoryPorts()
  ports.marketClock.set(instant)
  return ports
}

/** All tests share these days, because the simulation of a year is slow. */
const days = createSimulatedDays(1)

const createMarket: CreateMarket = async (instant) => {
  const { marketClock } = createPortsAt(instant)
  return { market: createMemoryMarket({ marketClock, days }), marketNow: marketClock.now }
}

marketGatewayContract('memory', createMarket)

marketChartsContract('memory', createMarket)

trmContract('memory', createMarket)

daysContract('memory', createMarket)

quotesGatewayContract('memory', async () => {
  const { quotes, marketClock } = createPortsAt(AFTER_SPOT)
  return { quotes, marketNow: marketClock.now }
})

newsGatewayContract('memory', async () => createPortsAt(AFTER_SPOT).news)

holidayGatewayContract('memory', async () => createMemoryPorts().holidays)

clockContract('memory', () => createMemoryPorts().clock)

marketClockContract('memory', (now) => {
  const clock = createMemoryClock(now + 1)
  const marketClock = createMemoryMarketClock({ clock, startsAt: now })
  return { marketClock, clock, set: marketClock.set, setFrozen: marketClock.freeze }
})

pageContract('memory', () => {
  const page = createMemoryPage()
  return { page, setVisible: page.setVisible, setOnline: page.setOnline, setDialogOpen: page.setBusy }
})

themeStoreContract('memory', createMemoryThemeStore)

pageSizesContract('memory', createMemoryPageSizes)

logContract('memory', () => {
  const log = createMemoryLog()
  return { log, readLines: () => log.entries().map(({ message, detail }) => [message, detail]) }
})

downloadsContract('memory', () => {
  const downloads = createMemoryDownloads()
  return { downloads, files: async () => downloads.files(), refuse: () => downloads.setAllowed(false) }
})

sessionStoreContract('memory', () => {
  const storage = createMemorySessionStorage()
  return { openTab: storage.openTab, corrupt: storage.corrupt, refuse: () => storage.setEnabled(false) }
})

rememberedUsernameContract('memory', createMemoryUsername)

clipboardContract('memory', () => {
  const clipboard = createMemoryClipboard()
  return { clipboard, readText: clipboard.text, refuse: () => clipboard.setAllowed(false) }
})
