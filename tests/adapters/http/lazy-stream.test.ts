import { beforeEach, expect, test } from 'vitest'

import { createLazyStream } from '#src/adapters/http/market/lazy-stream.ts'
import { createMemoryMarketStream } from '#src/adapters/memory/market-stream.ts'
import { createMemoryPage } from '#src/adapters/memory/page.ts'
import type { StreamEvent } from '#src/domain/live/stream-event.ts'
import { flushPromises } from '#tests/support/flush-promises.ts'

let page = createMemoryPage()
beforeEach(() => {
  page = createMemoryPage()
})

const CURSOR = { market: 'spot', since: 0 } as const

test('a subscriber gets the events of the loaded stream until it unsubscribes', async () => {
  const stream = createMemoryMarketStream()
  const events: StreamEvent[] = []
  const unsubscribe = createLazyStream({ load: async () => stream, page }).follow(CURSOR, (event) => events.push(event))
  await flushPromises()
  stream.notify('spot', { kind: 'heartbeat' })
  expect(events).toEqual([{ kind: 'opened' }, { kind: 'heartbeat' }])
  unsubscribe()
  expect(stream.subscribers()).toEqual([])
})

test('a subscriber that unsubscribes before the code loads opens no stream', async () => {
  const stream = createMemoryMarketStream()
  const unsubscribe = createLazyStream({ load: async () => stream, page }).follow(CURSOR, () => {})
  unsubscribe()
  await flushPromises()
  expect(stream.attempts()).toBe(0)
})

test.each([
  ['lost', 'offline', { kind: 'lost' }],
  ['unavailable', 'online', { kind: 'unavailable' }],
])(
  'a failed load of the code emits %s to the remaining subscribers when the page is %s',
  async (_, connection, expected) => {
    const events: StreamEvent[] = []
    page.setOnline(connection === 'online')
    const stream = createLazyStream({ load: () => Promise.reject(new Error('gone')), page })
    stream.follow(CURSOR, (event) => events.push(event))
    stream.follow(CURSOR, (event) => events.push(event))()
    await flushPromises()
    expect(events).toEqual([expected])
  },
)
