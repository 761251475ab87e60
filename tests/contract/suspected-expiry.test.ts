import { expect, test } from 'vitest'

import { createAuthApi } from '#src/adapters/http/identity/auth-api.ts'
import { createSessionRefusals } from '#src/adapters/http/identity/session-refusals.ts'
import { createMarketApi } from '#src/adapters/http/market/market-api.ts'
import { createSessionClientFactory } from '#src/adapters/http/session-client.ts'
import { createMemoryIdentity } from '#src/adapters/memory/identity.ts'
import { createMemoryClock } from '#src/adapters/memory/platform.ts'
import { createMemoryPorts } from '#src/adapters/memory/ports.ts'
import { createMemorySessionStorage } from '#src/adapters/memory/session.ts'
import type { MarketGateway } from '#src/application/market/ports.ts'
import { openMemory } from '#src/composition/memory.ts'
import { SESSION } from '#tests/contract/session-store.ts'
import { createBrowser, IDLE_SCHEDULER, json } from '#tests/support/identity.ts'
import { historyEnv } from '#tests/support/market-history.ts'
import { LOW_EFFORT, startTestServer } from '#tests/support/server.ts'
import { readSessionState } from '#tests/support/session-harness.ts'

const { url } = await startTestServer(await historyEnv('2026-11-20T10:40'), {
  identity: { effort: LOW_EFFORT, scheduler: IDLE_SCHEDULER },
})
const SESSION_CALL = '/users/session'

/**
 * Signs a client in at the real server and creates its use cases with the cookie of the browser.
 */
async function createSignedInClient(usr: string, passwordExpired = false) {
  const browser = createBrowser(url)
  const { user } = json(await browser.takeOver(usr))
  let cookie = `md_cliente=${browser.cookie}`
  const requestedPaths: string[] = []
  const fetch = (input: RequestInfo | URL, init?: RequestInit) => {
    requestedPaths.push(new URL(String(input)).pathname)
    const headers = new Headers(init?.headers)
    headers.set('cookie', cookie)
    return globalThis.fetch(input, { ...init, headers })
  }
  const clock = createMemoryClock(SESSION.startedAt)
  const session = createMemorySessionStorage().openTab()
  session.write({ ...SESSION, username: usr, user: { ...SESSION.user, id: user.id, passwordExpired } })
  const sessionRefusals = createSessionRefusals({ session })
  const http = createSessionClientFactory({ session, refusals: sessionRefusals, auth: null, fetch })({
    base: `${url}/api/market`,
  })
  const market = createMarketApi({ http })
  const identity = { ...createMemoryIdentity({ clock }).browser(), auth: createAuthApi({ http }) }
  const ports = { ...createMemoryPorts({ clock, identity }), session, sessionRefusals, market }
  const { clientSession } = openMemory(ports)
  return {
    market,
    clock,
    readStatus: () => readSessionState(clientSession),
    countChecks: () => requestedPaths.filter((path) => path.endsWith(SESSION_CALL)).length,
    loseCookie() {
      cookie = ''
    },
  }
}

const QUERY = { date: '2026-11-20', market: 'spot', delay: 0 } as const
const CALLS: readonly (readonly [string, (market: MarketGateway) => Promise<{ readonly ok: boolean }>])[] = [
  ['the close and the average', (market) => market.closeAndAverage(QUERY)],
  ['prices', (market) => market.prices(QUERY)],
  ['amounts', (market) => market.amounts(QUERY)],
  ['the live chart', (market) => market.intraday(QUERY)],
  ['statistics', (market) => market.statistics(1)],
  ...(['prices', 'averages', 'candles', 'bollinger'] as const).map(
    (view) =>
      [
        `the chart of ${view}`,
        (market: MarketGateway) => market.periodChart({ ...QUERY, view, period: '1d', narrow: false }),
      ] as const,
  ),
]

test.each(CALLS)('HTTP: a load of %s without the session cookie ends the session', async (_what, load) => {
  const client = await createSignedInClient('demo')
  expect(await load(client.market)).toMatchObject({ ok: true })
  expect(client.countChecks()).toBe(0)
  client.loseCookie()
  expect(await load(client.market)).toMatchObject({ ok: true })
  await expect.poll(client.readStatus).toBe('refused')
})

test('HTTP: several delayed replies verify the session only once', async () => {
  const client = await createSignedInClient('demo')
  client.loseCookie()
  await Promise.all(CALLS.map(([, load]) => load(client.market)))
  await expect.poll(client.readStatus).toBe('refused')
  expect(client.countChecks()).toBe(1)
})

test('HTTP: a request with a longer delay verifies the session and does not end it', async () => {
  const client = await createSignedInClient('demo')
  await client.market.prices({ ...QUERY, delay: 15 })
  await expect.poll(client.countChecks).toBe(1)
  await client.market.statistics(1)
  expect(client.readStatus()).toBe('active')
})

test('HTTP: delayed replies do not end a session with an expired password', async () => {
  const client = await createSignedInClient('demovencida', true)
  await client.market.statistics(1)
  await client.market.prices({ ...QUERY, delay: 15 })
  expect([client.readStatus(), client.countChecks()]).toEqual(['active', 0])
})
