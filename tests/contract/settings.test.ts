import { createHttpClient } from '#src/adapters/http/client.ts'
import { createSettingsApi } from '#src/adapters/http/market/settings-api.ts'
import { createMemoryIdentity } from '#src/adapters/memory/identity.ts'
import { createMemoryClock } from '#src/adapters/memory/platform.ts'
import { createMemorySettings, type SettingsState } from '#src/adapters/memory/settings.ts'
import { createState } from '#src/application/platform/readable.ts'
import { toInstant } from '#src/domain/time/bogota.ts'
import { signIn } from '#tests/contract/identity-under-test.ts'
import { type SettingsUnderTest, settingsGatewayContract } from '#tests/contract/settings-gateway.ts'
import { createBrowser, startIdentity, type TestBrowser } from '#tests/support/identity.ts'

async function createHttpService(): Promise<SettingsUnderTest> {
  const { url } = await startIdentity()
  const createGateway = (browser: TestBrowser) => {
    const fetch: typeof globalThis.fetch = (input, init) => {
      const headers = new Headers(init?.headers)
      headers.set('cookie', browser.cookies())
      return globalThis.fetch(input, { ...init, headers })
    }
    return createSettingsApi({ http: createHttpClient({ base: `${url}/api/market`, fetch }) })
  }
  return {
    visitor: createGateway(createBrowser(url)),
    async client(username) {
      const browser = createBrowser(url)
      await browser.logIn(username)
      return createGateway(browser)
    },
  }
}

async function createMemoryService(): Promise<SettingsUnderTest> {
  const identity = createMemoryIdentity({ clock: createMemoryClock(toInstant('2026-11-21', '09:43:15')) })
  const state = createState<SettingsState>([])
  return {
    visitor: createMemorySettings({ findClient: () => null, state }),
    async client(username) {
      const browser = identity.browser()
      await signIn(browser, username)
      return createMemorySettings({ findClient: browser.findClient, state })
    },
  }
}

settingsGatewayContract('memory', createMemoryService)
settingsGatewayContract('HTTP', createHttpService)
