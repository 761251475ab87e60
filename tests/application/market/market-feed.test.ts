import { expect, test } from 'vitest'

import { CURSOR_LIFETIME_MS } from '#src/application/market/feed.ts'
import { DIRECTION_REFETCH_MS } from '#src/application/market/feed-publisher.ts'
import { UNEXPECTED_ERROR, UNREADABLE_EVENT } from '#src/application/platform/log-messages.ts'
import { FALLBACK_MS, reconnectDelay, SILENCE_MS } from '#src/domain/live/live-machine.ts'
import { HEARTBEAT_MS } from '#src/domain/live/stream-event.ts'
import { CHART_MS, PANELS_MS, startFeed } from '#tests/support/feed-harness.ts'
import { createStreamedDeal } from '#tests/support/live-market.ts'

const MORNING = [createStreamedDeal(1), createStreamedDeal(2), createStreamedDeal(3)]

/** Starts a feed and waits for its first loads and its first connection attempt. */
async function openStartedFeed(prepare?: Parameters<typeof startFeed>[1]) {
  const harness = startFeed(MORNING, prepare)
  await harness.pass(0)
  harness.frames.draw()
  await harness.pass(0)
  return harness
}

test('a feed loads every part once and then opens the stream after the cursor of the series', async () => {
  const harness = await openStartedFeed()
  expect(harness.calls.toSorted()).toEqual(['amounts', 'close', 'intraday', 'prices'])
  expect(harness.stream.subscribers()).toEqual([{ market: 'spot', since: 3 }])
  expect(harness.feed.getSnapshot().connection).toBe('stream')
  expect(harness.shown()).toEqual(harness.expected())
})

test('a feed runs only while it has a subscriber', async () => {
  const harness = await openStartedFeed()
  expect(harness.shown()).toEqual(harness.expected())
  harness.deal()
  harness.unsubscribe()
  expect(harness.frames.waitingCount()).toBe(0)
  expect([harness.stream.subscribers().length, harness.feed.getSnapshot().close.value]).toEqual([0, null])
  harness.deal()
  await harness.pass(PANELS_MS)
  expect(harness.calls).toHaveLength(4)
  const unsubscribe = harness.feed.subscribe(() => {}).unsubscribe
  await harness.pass(0)
  expect([harness.calls.length, harness.stream.subscribers().length]).toEqual([8, 1])
  expect(harness.shown()).toEqual(harness.expected())
  unsubscribe()
})

test('a deal changes the close, the amounts and the series in the next animation frame without a load', async () => {
  const harness = await openStartedFeed()
  harness.deal({ price: 4_090 })
  expect(harness.shown().intraday?.times).toHaveLength(3)
  harness.frames.draw()
  expect(harness.shown().close).toMatchObject({ close: 4_090 })
  expect(harness.shown().amounts).toEqual(harness.expected().amounts)
  expect(harness.shown().intraday).toEqual(harness.expected().intraday)
  expect(harness.calls.filter((part) => part !== 'prices')).toHaveLength(3)
})

test('many deals before an animation frame request one frame and cause at most six notifications', async () => {
  const harness = await openStartedFeed()
  for (let deal = 0; deal < 500; deal += 1) harness.deal({ price: 4_102 })
  expect(harness.frames.waitingCount()).toBe(1)
  const before = harness.changes()
  harness.frames.draw()
  expect(harness.changes() - before).toBeLessThanOrEqual(6)
  expect(harness.shown()).toEqual(harness.expected())
})

test('an unchanged feed returns the same snapshot', async () => {
  const harness = await openStartedFeed()
  expect(harness.feed.getSnapshot()).toBe(harness.feed.getSnapshot())
})

test('an open stream schedules no load, and each heartbeat sets updatedAt of every part', async () => {
  const harness = await openStartedFeed()
  for (let beat = 1; beat <= 40; beat += 1) {
    await harness.pass(HEARTBEAT_MS)
    harness.heartbeat()
  }
  expect(harness.calls).toHaveLength(4)
  const { close, prices, amounts, intraday } = harness.feed.getSnapshot()
  for (const part of [close, prices, amounts, intraday]) expect(part.updatedAt).toBe(40 * HEARTBEAT_MS)
})

test('a feed whose stream is lost loads every part after 2 s and polls until the stream is back', async () => {
  const harness = await openStartedFeed()
  harness.stream.setMode('lost')
  harness.stream.disconnect()
  harness.addUnstreamedDeal()
  await harness.pass(FALLBACK_MS)
  expect(harness.calls.slice(4).toSorted()).toEqual(['amounts', 'close', 'intraday', 'prices'])
  expect([harness.feed.getSnapshot().connection, harness.shown()]).toEqual(['polling', harness.expected()])
  await harness.pass(CHART_MS)
  expect(harness.calls.slice(8)).toEqual(['intraday'])
  harness.stream.setMode('open')
  harness.setSnapshot()
  for (let second = 0; second < 40; second += 1) await harness.pass(1_000)
  expect([harness.feed.getSnapshot().connection, harness.shown()]).toEqual(['stream', harness.expected()])
})

test('a feed whose stream reconnects within the grace period loads nothing and loses no deal', async () => {
  const harness = await openStartedFeed()
  harness.stream.disconnect()
  harness.deal({ price: 4_103 })
  await harness.pass(reconnectDelay(1))
  harness.deal({ price: 4_103 })
  harness.frames.draw()
  expect([harness.calls.length, harness.shown()]).toEqual([4, harness.expected()])
  expect(harness.stream.subscribers()).toEqual([{ market: 'spot', since: 3 }])
})

test('a feed reconnects its stream after two missing heartbeats', async () => {
  const harness = await openStartedFeed()
  await harness.pass(SILENCE_MS - 1)
  expect(harness.stream.attempts()).toBe(1)
  await harness.pass(1)
  await harness.pass(reconnectDelay(1))
  expect(harness.stream.attempts()).toBe(2)
})

test('an annulment removes a streamed deal, and reloads the series for a loaded deal', async () => {
  const harness = await openStartedFeed()
  harness.deal({ price: 4_150 })
  harness.annul(4)
  harness.frames.draw()
  expect(harness.shown().intraday).toEqual(harness.expected().intraday)
  expect(harness.calls.filter((part) => part === 'intraday')).toHaveLength(1)
  harness.annul(2)
  expect(harness.feed.getSnapshot().connection).toBe('polling')
  await harness.pass(0)
  harness.frames.draw()
  expect(harness.calls.filter((part) => part === 'intraday')).toHaveLength(2)
  expect([harness.feed.getSnapshot().connection, harness.shown()]).toEqual(['stream', harness.expected()])
})

test('a feed loses no deal that is streamed while the series reloads', async () => {
  const harness = await openStartedFeed()
  harness.annul(2)
  harness.deal()
  harness.deal()
  await harness.pass(0)
  harness.frames.draw()
  expect([harness.feed.getSnapshot().connection, harness.shown()]).toEqual(['stream', harness.expected()])
})

test("after the cursor's lifetime, the feed publishes the snapshot's figures and loads the series", async () => {
  const harness = await openStartedFeed()
  harness.stream.disconnect()
  harness.server.events = [createStreamedDeal(900), createStreamedDeal(901)]
  harness.server.tradingDay = '2026-11-23'
  for (const event of harness.server.events) harness.stream.publish('spot', event)
  harness.server.failing = ['close', 'amounts', 'prices', 'intraday']
  harness.page.setVisible(false)
  await harness.pass(CURSOR_LIFETIME_MS + 1)
  harness.setSnapshot()
  harness.page.setVisible(true)
  expect(harness.stream.subscribers()).toEqual([{ market: 'spot', since: null }])
  await harness.pass(0)
  expect(harness.feed.getSnapshot().close.value?.tradingDay).toBe('2026-11-23')
  const { intraday, ...figures } = harness.expected()
  expect(harness.shown()).toMatchObject(figures)
  expect(harness.shown().intraday).not.toEqual(intraday)
  harness.server.failing = []
  await harness.pass(2_000)
  harness.frames.draw()
  expect([harness.feed.getSnapshot().connection, harness.shown()]).toEqual(['stream', harness.expected()])
})

test('polling renews the cursor during a long time without a stream', async () => {
  const harness = await openStartedFeed()
  harness.stream.setMode('lost')
  harness.stream.disconnect()
  for (let second = 0; second <= CURSOR_LIFETIME_MS / 1_000; second += 1) await harness.pass(1_000)
  harness.stream.setMode('open')
  for (let second = 0; second < 30; second += 1) await harness.pass(1_000)
  expect(harness.stream.subscribers()).toEqual([{ market: 'spot', since: 3 }])
})

test("failed connections do not extend the cursor's lifetime", async () => {
  const harness = await openStartedFeed()
  harness.server.failing = ['intraday']
  harness.stream.setMode('lost')
  harness.stream.disconnect()
  for (let second = 0; second <= CURSOR_LIFETIME_MS / 1_000; second += 1) await harness.pass(1_000)
  harness.stream.setMode('silent')
  for (let second = 0; second < 40 && harness.stream.subscribers().length === 0; second += 1) await harness.pass(1_000)
  expect(harness.stream.subscribers()).toEqual([{ market: 'spot', since: null }])
})

test("a stream that opens without data does not extend the cursor's lifetime", async () => {
  const harness = await openStartedFeed()
  harness.server.failing = ['intraday']
  for (let second = 0; second <= CURSOR_LIFETIME_MS / 1_000; second += 1) {
    harness.stream.disconnect()
    await harness.pass(1_000)
  }
  for (let second = 0; second < 40 && harness.stream.subscribers().length === 0; second += 1) await harness.pass(1_000)
  expect(harness.stream.subscribers()).toEqual([{ market: 'spot', since: null }])
})

test('a deal, an annulment and a clock event count as heartbeats', async () => {
  const harness = await openStartedFeed()
  const events = [
    () => harness.deal(),
    () => harness.annul(4),
    () => harness.stream.notify('spot', { kind: 'clock', now: 5, delay: 0 }),
  ]
  for (const send of events) {
    await harness.pass(SILENCE_MS - 1)
    send()
  }
  await harness.pass(SILENCE_MS - 1)
  expect([harness.stream.attempts(), harness.feed.getSnapshot().connection]).toEqual([1, 'stream'])
  await harness.pass(1)
  await harness.pass(reconnectDelay(1))
  expect(harness.stream.attempts()).toBe(2)
})

test('a hidden page closes the stream, and a shown page resumes the stream without a load', async () => {
  const harness = await openStartedFeed()
  harness.page.setVisible(false)
  harness.deal({ price: 4_102 })
  await harness.pass(CURSOR_LIFETIME_MS)
  expect([harness.stream.subscribers().length, harness.calls.length, harness.feed.getSnapshot().connection]).toEqual([
    0,
    4,
    'paused',
  ])
  harness.page.setVisible(true)
  await harness.pass(0)
  harness.frames.draw()
  expect([harness.calls.length, harness.feed.getSnapshot().connection]).toEqual([4, 'stream'])
  expect(harness.shown()).toEqual(harness.expected())
})

test('a page that is online again loads every part once and follows the stream', async () => {
  const harness = await openStartedFeed()
  harness.page.setOnline(false)
  await harness.pass(PANELS_MS)
  expect([harness.stream.subscribers().length, harness.calls.length]).toEqual([0, 4])
  harness.page.setOnline(true)
  await harness.pass(0)
  harness.frames.draw()
  expect([harness.calls.length, harness.stream.subscribers().length, harness.shown()]).toEqual([
    8,
    1,
    harness.expected(),
  ])
})

test('a malformed event is logged and reconnects the stream', async () => {
  const harness = await openStartedFeed()
  harness.stream.notify('spot', { kind: 'malformed', detail: '{' })
  harness.deal()
  expect([harness.log.entries(), harness.stream.subscribers().length]).toEqual([
    [{ message: UNREADABLE_EVENT, detail: '{' }],
    0,
  ])
  await harness.pass(reconnectDelay(1))
  harness.frames.draw()
  expect(harness.stream.subscribers()).toEqual([{ market: 'spot', since: 3 }])
  expect(harness.shown().intraday).toEqual(harness.expected().intraday)
})

test('a refused stream is opened again after the pause of the refusal', async () => {
  const harness = await openStartedFeed()
  harness.stream.notify('spot', { kind: 'refused', pause: 60_000 })
  await harness.pass(59_999)
  expect([harness.stream.attempts(), harness.feed.getSnapshot().connection]).toEqual([1, 'polling'])
  await harness.pass(1)
  expect(harness.stream.attempts()).toBe(2)
})

test('the feed polls a server without a stream and does not connect again', async () => {
  const harness = await openStartedFeed((_, stream) => stream.setMode('unavailable'))
  expect(harness.feed.getSnapshot().connection).toBe('polling')
  await harness.pass(PANELS_MS)
  expect(harness.stream.attempts()).toBe(1)
  expect(harness.calls.filter((part) => part === 'close')).toHaveLength(2)
})

test('a feed opens no stream when the series has no cursor', async () => {
  const harness = await openStartedFeed((server) => {
    server.hasCursor = false
  })
  await harness.pass(FALLBACK_MS)
  expect([harness.stream.attempts(), harness.feed.getSnapshot().connection]).toEqual([0, 'polling'])
})

test('a feed verifies the client session with the reason of a closed stream and stops if it is invalid', async () => {
  const harness = await openStartedFeed()
  harness.server.sessionValid = false
  harness.stream.notify('spot', { kind: 'closed', reason: 'Su sesión se abrió en otro equipo.' })
  await harness.pass(60_000)
  expect(harness.reasons).toEqual(['Su sesión se abrió en otro equipo.'])
  expect([harness.feed.getSnapshot().connection, harness.stream.attempts()]).toEqual(['closed', 1])
})

test("the feed does not show a snapshot with a visitor's delay, and verifies the client session", async () => {
  const harness = await openStartedFeed()
  harness.setSnapshot()
  harness.stream.notify('spot', { kind: 'lost' })
  harness.stream.setSnapshot('spot', {
    tradingDay: '2026-11-20',
    delay: 15,
    close: { close: 1, average: 1, time: 1 },
    amounts: harness.values.amounts(),
    prices: harness.values.prices(),
  })
  harness.page.setVisible(false)
  await harness.pass(CURSOR_LIFETIME_MS + 1)
  harness.page.setVisible(true)
  await harness.pass(0)
  expect(harness.reasons).toEqual([null])
  expect(harness.shown()).toEqual(harness.expected())
})

test.each([1, 15])(
  'a clock event with a delay of %i min verifies the client session, without a reason',
  async (delay) => {
    const harness = await openStartedFeed()
    harness.stream.notify('spot', { kind: 'clock', now: 5, delay })
    await harness.pass(0)
    expect(harness.reasons).toEqual([null])
  },
)

test.each([0, null])('a clock event with a delay of %j min does not verify the client session', async (delay) => {
  const harness = await openStartedFeed()
  harness.stream.notify('spot', { kind: 'clock', now: 5, delay })
  await harness.pass(0)
  expect(harness.reasons).toEqual([])
})

const PREVIOUS = { open: 4_000, low: 4_050, high: 4_200, last: 4_100 }

test('the feed derives a direction from the previous figure without a load (D66)', async () => {
  const harness = await openStartedFeed((server) => {
    server.previous = PREVIOUS
  })
  harness.deal({ price: 4_040 })
  harness.frames.draw()
  expect(harness.shown().prices).toMatchObject({
    low: { value: 4_040, change: 'DOWN', previous: 4_050 },
    previousClose: 4_100,
  })
  expect(harness.calls.filter((part) => part === 'prices')).toHaveLength(1)
})

test('an unknown direction loads the prices, at most once a second', async () => {
  const harness = await openStartedFeed((server) => {
    server.previous = PREVIOUS
    server.sendsPrevious = false
  })
  const countLoads = () => harness.calls.filter((part) => part === 'prices').length
  harness.deal({ price: 4_040 })
  harness.frames.draw()
  expect(harness.shown().prices?.low).toMatchObject({ value: 4_040, change: 'UP' })
  expect(countLoads()).toBe(2)
  await harness.pass(0)
  expect(harness.shown().prices?.low).toMatchObject({ value: 4_040, change: 'DOWN' })
  harness.deal({ price: 4_030 })
  harness.frames.draw()
  expect([harness.shown().prices?.low, countLoads()]).toMatchObject([{ value: 4_030, change: 'DOWN' }, 2])
  harness.deal({ price: 4_201 })
  harness.frames.draw()
  expect(countLoads()).toBe(2)
  await harness.pass(DIRECTION_REFETCH_MS)
  harness.deal({ price: 4_202 })
  harness.frames.draw()
  await harness.pass(0)
  expect([countLoads(), harness.shown().prices?.high]).toMatchObject([3, { value: 4_202, change: 'UP' }])
})

test('the feed publishes deals that arrive during the load of a direction', async () => {
  const harness = await openStartedFeed((server) => {
    server.previous = PREVIOUS
    server.sendsPrevious = false
  })
  harness.deal({ price: 4_040 })
  harness.frames.draw()
  harness.deal({ price: 4_030 })
  harness.frames.draw()
  await harness.pass(0)
  harness.frames.draw()
  expect(harness.shown().prices?.low).toMatchObject({ value: 4_030, change: 'DOWN' })
  expect(harness.calls.filter((part) => part === 'prices')).toHaveLength(2)
})

test('the feed retries a failed part while the stream is open', async () => {
  const harness = await openStartedFeed((server) => {
    server.failing = ['prices']
  })
  expect([harness.feed.getSnapshot().connection, harness.feed.getSnapshot().prices.failures]).toEqual(['stream', 1])
  harness.server.failing = []
  await harness.pass(2_000)
  expect(harness.shown().prices).toEqual(harness.expected().prices)
})

test('the feed opens no stream until the series is loaded', async () => {
  const harness = await openStartedFeed((server) => {
    server.failing = ['intraday']
  })
  expect(harness.stream.attempts()).toBe(0)
  harness.server.failing = []
  await harness.pass(2_000)
  harness.frames.draw()
  expect([harness.feed.getSnapshot().connection, harness.shown()]).toEqual(['stream', harness.expected()])
})

test('retry loads one part', async () => {
  const harness = await openStartedFeed()
  harness.feed.retry('amounts')
  await harness.pass(0)
  expect(harness.calls.slice(4)).toEqual(['amounts'])
})

test('an error that the stream throws is logged', async () => {
  const harness = startFeed(MORNING)
  harness.unsubscribe()
  const crash = new Error('unforeseen')
  harness.stream.follow = () => {
    throw crash
  }
  const unsubscribe = harness.feed.subscribe(() => {}).unsubscribe
  await harness.pass(0)
  expect(harness.log.entries()).toEqual([{ message: UNEXPECTED_ERROR, detail: crash }])
  unsubscribe()
})
