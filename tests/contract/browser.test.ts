// @vitest-environment happy-dom
import { vi } from 'vitest'

import { createBrowserClipboard } from '#src/adapters/browser/clipboard.ts'
import { createBrowserPage } from '#src/adapters/browser/page.ts'
import { createPageSizeCookie } from '#src/adapters/browser/page-size-cookie.ts'
import { createSessionStorage } from '#src/adapters/browser/session-storage.ts'
import { createThemeCookie } from '#src/adapters/browser/theme-cookie.ts'
import { createUsernameCookie } from '#src/adapters/browser/username-cookie.ts'
import { createMarketClock } from '#src/adapters/http/market/market-clock.ts'
import { createMemoryClock } from '#src/adapters/memory/platform.ts'
import { createSystemClock } from '#src/adapters/system/clock.ts'
import { createConsoleLog } from '#src/adapters/system/console-log.ts'
import { clockContract, marketClockContract } from '#tests/contract/clocks.ts'
import { clipboardContract, rememberedUsernameContract } from '#tests/contract/identity-page-ports.ts'
import { logContract, pageContract, pageSizesContract, themeStoreContract } from '#tests/contract/page-ports.ts'
import { sessionStoreContract } from '#tests/contract/session-store.ts'
import { createTestTabs } from '#tests/support/tabs.ts'

clockContract('browser', createSystemClock)

marketClockContract('browser', (now) => {
  const clock = createMemoryClock(now + 75_600_000)
  const marketClock = createMarketClock({ clock, shiftMs: -75_600_000 })
  const setFrozen = (isFrozen: boolean) => marketClock.setFrozen({ spot: isFrozen ? marketClock.now() : null })
  return { marketClock, clock, set: marketClock.sync, setFrozen }
})

pageContract('browser', () => ({
  page: createBrowserPage({ window }),
  setVisible(visible) {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visible ? 'visible' : 'hidden')
    document.dispatchEvent(new Event('visibilitychange'))
  },
  setOnline(online) {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online)
    window.dispatchEvent(new Event(online ? 'online' : 'offline'))
  },
  setDialogOpen(open) {
    document.body.innerHTML = open ? '<dialog open></dialog>' : ''
  },
}))

pageSizesContract('browser', () => {
  const store = createPageSizeCookie({ window })
  for (const list of ['usuarios', 'paquetes', 'costos']) store.write(list, null)
  return store
})

themeStoreContract('browser', () => {
  const store = createThemeCookie({ window })
  store.write('system')
  return store
})

logContract('browser', () => {
  const lines: unknown[][] = []
  return {
    log: createConsoleLog({ console: { error: (...line: unknown[]) => lines.push(line) } }),
    readLines: () => lines,
  }
})

sessionStoreContract('browser', () => {
  const tabs = createTestTabs()
  return {
    openTab: () => createSessionStorage({ window: tabs.open() }),
    corrupt: () => tabs.editManually('user', '{'),
    refuse: () => tabs.fill(),
  }
})

rememberedUsernameContract('browser', () => {
  const store = createUsernameCookie({ window })
  store.write(null)
  return store
})

clipboardContract('browser', () => {
  let text: string | null = null
  let isRefused = false
  const writeText = async (newText: string) => {
    if (isRefused) throw new DOMException('not allowed', 'NotAllowedError')
    text = newText
  }
  return {
    clipboard: createBrowserClipboard({ window: { navigator: { clipboard: { writeText } } } }),
    readText: () => text,
    refuse: () => {
      isRefused = true
    },
  }
})
