import { expect, test } from 'vitest'

import { createMemoryMarketStream } from '#src/adapters/memory/market.ts'
import { createMemoryPorts } from '#src/adapters/memory/ports.ts'
import { UNREADABLE_EVENT } from '#src/application/platform/log-messages.ts'
import { createClient, signInAndStore, type TestClient } from '#tests/support/client.ts'
import { flushPromises } from '#tests/support/flush-promises.ts'
import { readSessionState } from '#tests/support/session-harness.ts'

/** Creates a client whose market has a stream and an intraday series with the cursor 0. */
function createStreamedClient() {
  const marketStream = createMemoryMarketStream()
  const { market } = createMemoryPorts()
  const marketWithCursor: typeof market = {
    ...market,
    intraday: async (query, signal) => {
      const result = await market.intraday(query, signal)
      return result.ok
        ? { ok: true, value: { ...result.value, value: { ...result.value.value, sequence: 0 } } }
        : result
    },
  }
  return { client: createClient({}, { marketStream, market: marketWithCursor }), marketStream }
}

async function followMarket(client: TestClient, market: 'spot' | 'nextday' = 'spot') {
  const { createLiveMarket } = await client.loadMarket()
  const feed = createLiveMarket({ screen: 'market', market, delay: 0 })
  const unsubscribe = feed.subscribe(() => {}).unsubscribe
  for (let turn = 0; turn < 5; turn += 1) await flushPromises()
  return { feed, unsubscribe }
}

test('the feed opens the stream after the cursor of its series', async () => {
  const { client, marketStream } = createStreamedClient()
  await signInAndStore(client)
  const { feed, unsubscribe } = await followMarket(client, 'nextday')
  expect(marketStream.subscribers()).toEqual([{ market: 'nextday', since: 0 }])
  expect(feed.getSnapshot().connection).toBe('stream')
  unsubscribe()
  expect(marketStream.subscribers()).toEqual([])
})

test('a closed stream ends the client session when the service has no session', async () => {
  const { client, marketStream } = createStreamedClient()
  await signInAndStore(client)
  const { feed, unsubscribe } = await followMarket(client)
  await client.identity.auth.signOut()
  marketStream.notify('spot', { kind: 'closed', reason: 'Su sesión se abrió en otro equipo.' })
  for (let turn = 0; turn < 5; turn += 1) await flushPromises()
  const session = client.clientSession.getSnapshot()
  expect([session.end, session.refusal?.message]).toEqual(['refused', 'Su sesión se abrió en otro equipo.'])
  expect(feed.getSnapshot().connection).toBe('closed')
  unsubscribe()
})

test('a closed stream does not end a client session that is valid at the service', async () => {
  const { client, marketStream } = createStreamedClient()
  await signInAndStore(client)
  const { feed, unsubscribe } = await followMarket(client)
  marketStream.notify('spot', { kind: 'closed', reason: 'Inicie sesión.' })
  for (let turn = 0; turn < 5; turn += 1) await flushPromises()
  expect(readSessionState(client.clientSession)).toBe('active')
  expect(feed.getSnapshot().connection).not.toBe('closed')
  unsubscribe()
})

test('a malformed event is logged', async () => {
  const { client, marketStream } = createStreamedClient()
  const { unsubscribe } = await followMarket(client)
  marketStream.notify('spot', { kind: 'malformed', detail: { data: '{' } })
  expect(client.ports.log.entries()).toEqual([{ message: UNREADABLE_EVENT, detail: { data: '{' } }])
  unsubscribe()
})
