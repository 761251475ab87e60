import { expect, test } from 'vitest'

import { createLazyStream } from '#src/adapters/http/lazy-stream.ts'
import { createMemoryMarketStream } from '#src/adapters/memory/market-stream.ts'
import type { StreamEvent } from '#src/domain/live/stream-event.ts'
import { settle } from '#tests/support/client.ts'

const PLACE = { market: 'spot', since: 0 } as const

test('the reader is brought for the first who follows, who hears all from then on and may leave', async () => {
  const stream = createMemoryMarketStream()
  const heard: StreamEvent[] = []
  const leave = createLazyStream(async () => stream).follow(PLACE, (event) => heard.push(event))
  await settle()
  stream.say('spot', { kind: 'heartbeat' })
  expect(heard).toEqual([{ kind: 'opened' }, { kind: 'heartbeat' }])
  leave()
  expect(stream.readers()).toEqual([])
})

test('who left before the reader came follows nothing', async () => {
  const stream = createMemoryMarketStream()
  const leave = createLazyStream(async () => stream).follow(PLACE, () => {})
  leave()
  await settle()
  expect(stream.attempts()).toBe(0)
})

test('a reader that cannot be had is a lost connection, for who is still there', async () => {
  const heard: StreamEvent[] = []
  const missing = createLazyStream(() => Promise.reject(new Error('offline')))
  missing.follow(PLACE, (event) => heard.push(event))
  missing.follow(PLACE, (event) => heard.push(event))()
  await settle()
  expect(heard).toEqual([{ kind: 'lost' }])
})
