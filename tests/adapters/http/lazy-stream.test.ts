import { beforeEach, expect, test } from 'vitest'

import { createLazyStream } from '#src/adapters/http/lazy-stream.ts'
import { createMemoryMarketStream } from '#src/adapters/memory/market-stream.ts'
import { createMemoryPage } from '#src/adapters/memory/page.ts'
import type { StreamEvent } from '#src/domain/live/stream-event.ts'
import { flushPromises } from '#tests/support/flush-promises.ts'

let page = createMemoryPage()
beforeEach(() => {
  page = createMemoryPage()
})

const POSITION = { market: 'spot', since: 0 } as const

test('a subscriber gets the events of the loaded stream until it unsubscribes', async () => {
  const stream = createMemoryMarketStream()
  const events: StreamEvent[] = []
  const stop = createLazyStream({ load: async () => stream, page }).follow(POSITION, (received) =>
    events.push(received),
  )
  await flushPromises()
  stream.notify('spot', { kind: 'heartbeat' })
  expect(events).toEqual([{ kind: 'opened' }, { kind: 'heartbeat' }])
  stop()
  expect(stream.subscribers()).toEqual([])
})

test('a subscriber that unsubscribes before the code loads opens no stream', async () => {
  const stream = createMemoryMarketStream()
  const stop = createLazyStream({ load: async () => stream, page }).follow(POSITION, () => {})
  stop()
  await flushPromises()
  expect(stream.attempts()).toBe(0)
})

test.each([
  ['a lost connection', 'offline', { kind: 'lost' }],
  ['an unavailable stream', 'online', { kind: 'unavailable' }],
])('a failed load emits %s to the remaining subscribers when the page is %s', async (_, connection, event) => {
  const events: StreamEvent[] = []
  page.setOnline(connection === 'online')
  const stream = createLazyStream({ load: () => Promise.reject(new Error('gone')), page })
  stream.follow(POSITION, (received) => events.push(received))
  stream.follow(POSITION, (received) => events.push(received))()
  await flushPromises()
  expect(events).toEqual([event])
})
