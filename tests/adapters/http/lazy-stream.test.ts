import { expect, test } from 'vitest'

import { createLazyStream } from '#src/adapters/http/lazy-stream.ts'
import { createMemoryMarketStream } from '#src/adapters/memory/market-stream.ts'
import type { StreamEvent } from '#src/domain/live/stream-event.ts'
import { flushPromises } from '#tests/support/client.ts'

const POSITION = { market: 'spot', since: 0 } as const

test('a subscriber gets the events of the loaded stream until it stops', async () => {
  const stream = createMemoryMarketStream()
  const events: StreamEvent[] = []
  const stop = createLazyStream(async () => stream).follow(POSITION, (event) => events.push(event))
  await flushPromises()
  stream.notify('spot', { kind: 'heartbeat' })
  expect(events).toEqual([{ kind: 'opened' }, { kind: 'heartbeat' }])
  stop()
  expect(stream.subscribers()).toEqual([])
})

test('a subscriber that stops before the code loads opens no stream', async () => {
  const stream = createMemoryMarketStream()
  const stop = createLazyStream(async () => stream).follow(POSITION, () => {})
  stop()
  await flushPromises()
  expect(stream.attempts()).toBe(0)
})

test('a failed load is a lost connection for the remaining subscribers', async () => {
  const events: StreamEvent[] = []
  const missing = createLazyStream(() => Promise.reject(new Error('offline')))
  missing.follow(POSITION, (event) => events.push(event))
  missing.follow(POSITION, (event) => events.push(event))()
  await flushPromises()
  expect(events).toEqual([{ kind: 'lost' }])
})
