// @vitest-environment happy-dom
import { vi } from 'vitest'

import { createBrowserClock } from '#src/adapters/browser/clock.ts'
import { createConsoleLog } from '#src/adapters/browser/console-log.ts'
import { createBrowserPage } from '#src/adapters/browser/page.ts'
import { createThemeCookie } from '#src/adapters/browser/theme-cookie.ts'
import { createMarketClock } from '#src/adapters/http/market-clock.ts'
import { createMemoryClock } from '#src/adapters/memory/clocks.ts'
import { clockContract, marketClockContract } from '#tests/contract/clocks.ts'
import { logContract, pageContract, themeStoreContract } from '#tests/contract/page-ports.ts'

clockContract('browser', createBrowserClock)

marketClockContract('led by answers', (now) => {
  const clock = createMemoryClock(now + 75_600_000)
  const marketClock = createMarketClock({ clock, shiftMs: -75_600_000 })
  return { marketClock, clock, set: marketClock.follow }
})

pageContract('browser', () => ({
  page: createBrowserPage({ window }),
  show(visible) {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visible ? 'visible' : 'hidden')
    document.dispatchEvent(new Event('visibilitychange'))
  },
  connect(online) {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online)
    window.dispatchEvent(new Event(online ? 'online' : 'offline'))
  },
}))

themeStoreContract('browser', () => {
  const store = createThemeCookie({ window })
  store.write('system')
  return store
})

logContract('browser', () => {
  const written: unknown[][] = []
  return {
    log: createConsoleLog({ window: { console: { error: (...line: unknown[]) => written.push(line) } } }),
    written: () => written,
  }
})
