import { expect, test } from 'vitest'

import { FALLBACK_MS, reconnectDelay, SILENCE_MS } from '#src/domain/live/live-machine.ts'
import { DIRECTION_PAUSE_MS, PLACE_LIFE_MS } from '#src/domain/live/market-feed.ts'
import { HEARTBEAT_MS } from '#src/domain/live/stream-event.ts'
import { CHART_MS, PANELS_MS, startFeed } from '#tests/support/feed-harness.ts'
import { aStreamedDeal } from '#tests/support/live-market.ts'

const MORNING = [aStreamedDeal(1), aStreamedDeal(2), aStreamedDeal(3)]

/** Read, connected, and quiet. */
async function started(prepare?: Parameters<typeof startFeed>[1]) {
  const harness = startFeed(MORNING, prepare)
  await harness.pass(0)
  harness.frames.draw()
  await harness.pass(0)
  return harness
}

test('it reads everything once, and then follows the stream from what the series includes', async () => {
  const harness = await started()
  expect(harness.calls.toSorted()).toEqual(['amounts', 'close', 'intraday', 'prices'])
  expect(harness.stream.readers()).toEqual([{ market: 'spot', since: 3 }])
  expect(harness.feed.read().connection).toBe('stream')
  expect(harness.shown()).toEqual(harness.truth())
})

test('nothing runs before somebody listens, nor once nobody does', async () => {
  const harness = await started()
  expect(harness.shown()).toEqual(harness.truth())
  harness.deal()
  harness.leave()
  expect(harness.frames.waiting()).toBe(0)
  expect([harness.stream.readers().length, harness.feed.read().close.value]).toEqual([0, null])
  harness.deal()
  await harness.pass(PANELS_MS)
  expect(harness.calls).toHaveLength(4)
  const stop = harness.feed.subscribe(() => {})
  await harness.pass(0)
  expect([harness.calls.length, harness.stream.readers().length]).toEqual([8, 1])
  expect(harness.shown()).toEqual(harness.truth())
  stop()
})

test('a deal is in every figure with the next frame, and nothing is asked for', async () => {
  const harness = await started()
  harness.deal({ price: 4_090 })
  expect(harness.shown().intraday?.times).toHaveLength(3)
  harness.frames.draw()
  expect(harness.shown().close).toMatchObject({ close: 4_090 })
  expect(harness.shown().amounts).toEqual(harness.truth().amounts)
  expect(harness.shown().intraday).toEqual(harness.truth().intraday)
  expect(harness.calls.filter((part) => part !== 'prices')).toHaveLength(3)
})

test('however many deals come before a frame, they are drawn once', async () => {
  const harness = await started()
  for (let deal = 0; deal < 500; deal += 1) harness.deal({ price: 4_102 })
  expect(harness.frames.waiting()).toBe(1)
  const before = harness.changes()
  harness.frames.draw()
  expect(harness.changes() - before).toBeLessThanOrEqual(6)
  expect(harness.shown()).toEqual(harness.truth())
})

test('an unchanged view is the very same object', async () => {
  const harness = await started()
  expect(harness.feed.read()).toBe(harness.feed.read())
})

test('while the stream lives no interval asks, and its heartbeat keeps every part fresh', async () => {
  const harness = await started()
  for (let beat = 1; beat <= 40; beat += 1) {
    await harness.pass(HEARTBEAT_MS)
    harness.beat()
  }
  expect(harness.calls).toHaveLength(4)
  const { close, prices, amounts, intraday } = harness.feed.read()
  for (const part of [close, prices, amounts, intraday]) expect(part.updatedAt).toBe(40 * HEARTBEAT_MS)
})

test('after a cut everything is asked for within 5 s and at its interval, until the stream has caught up', async () => {
  const harness = await started()
  harness.stream.serve('lost')
  harness.stream.cut()
  harness.dealUnheard()
  await harness.pass(FALLBACK_MS)
  expect(harness.calls.slice(4).toSorted()).toEqual(['amounts', 'close', 'intraday', 'prices'])
  expect([harness.feed.read().connection, harness.shown()]).toEqual(['polling', harness.truth()])
  await harness.pass(CHART_MS)
  expect(harness.calls.slice(8)).toEqual(['intraday'])
  harness.stream.serve('open')
  harness.present()
  for (let second = 0; second < 40; second += 1) await harness.pass(1_000)
  expect([harness.feed.read().connection, harness.shown()]).toEqual(['stream', harness.truth()])
})

test('a cut that is over before that asks for nothing and misses nothing', async () => {
  const harness = await started()
  harness.stream.cut()
  harness.deal({ price: 4_103 })
  await harness.pass(reconnectDelay(1))
  harness.deal({ price: 4_103 })
  harness.frames.draw()
  expect([harness.calls.length, harness.shown()]).toEqual([4, harness.truth()])
  expect(harness.stream.readers()).toEqual([{ market: 'spot', since: 3 }])
})

test('a stream that falls silent is cut after two heartbeats', async () => {
  const harness = await started()
  await harness.pass(SILENCE_MS - 1)
  expect(harness.stream.attempts()).toBe(1)
  await harness.pass(1)
  await harness.pass(reconnectDelay(1))
  expect(harness.stream.attempts()).toBe(2)
})

test('a deal annulled that came by the stream goes at once, one that was read has the series read again', async () => {
  const harness = await started()
  harness.deal({ price: 4_150 })
  harness.annul(4)
  harness.frames.draw()
  expect(harness.shown().intraday).toEqual(harness.truth().intraday)
  expect(harness.calls.filter((part) => part === 'intraday')).toHaveLength(1)
  harness.annul(2)
  expect(harness.feed.read().connection).toBe('polling')
  await harness.pass(0)
  harness.frames.draw()
  expect(harness.calls.filter((part) => part === 'intraday')).toHaveLength(2)
  expect([harness.feed.read().connection, harness.shown()]).toEqual(['stream', harness.truth()])
})

test('deals that come while the series is read again are not lost', async () => {
  const harness = await started()
  harness.annul(2)
  harness.deal()
  harness.deal()
  await harness.pass(0)
  harness.frames.draw()
  expect([harness.feed.read().connection, harness.shown()]).toEqual(['stream', harness.truth()])
})

test('a place that the server does not know any more gives its figures at once and has the series read', async () => {
  const harness = await started()
  harness.stream.cut()
  harness.server.events = [aStreamedDeal(900), aStreamedDeal(901)]
  harness.server.session = '2026-11-23'
  for (const event of harness.server.events) harness.stream.tell('spot', event)
  harness.server.failing = ['close', 'amounts', 'prices', 'intraday']
  harness.page.show(false)
  await harness.pass(PLACE_LIFE_MS + 1)
  harness.present()
  harness.page.show(true)
  expect(harness.stream.readers()).toEqual([{ market: 'spot', since: null }])
  await harness.pass(0)
  expect(harness.feed.read().close.value?.session).toBe('2026-11-23')
  const { intraday, ...figures } = harness.truth()
  expect(harness.shown()).toMatchObject(figures)
  expect([harness.feed.read().connection, harness.shown().intraday]).not.toEqual(['stream', intraday])
  harness.server.failing = []
  await harness.pass(2_000)
  harness.frames.draw()
  expect([harness.feed.read().connection, harness.shown()]).toEqual(['stream', harness.truth()])
})

test('a place kept fresh by asking is gone on from, however long the stream was away', async () => {
  const harness = await started()
  harness.stream.serve('lost')
  harness.stream.cut()
  for (let second = 0; second <= PLACE_LIFE_MS / 1_000; second += 1) await harness.pass(1_000)
  harness.stream.serve('open')
  for (let second = 0; second < 30; second += 1) await harness.pass(1_000)
  expect(harness.stream.readers()).toEqual([{ market: 'spot', since: 3 }])
})

test('failing to connect does not keep a place fresh', async () => {
  const harness = await started()
  harness.server.failing = ['intraday']
  harness.stream.serve('lost')
  harness.stream.cut()
  for (let second = 0; second <= PLACE_LIFE_MS / 1_000; second += 1) await harness.pass(1_000)
  harness.stream.serve('silent')
  for (let second = 0; second < 40 && harness.stream.readers().length === 0; second += 1) await harness.pass(1_000)
  expect(harness.stream.readers()).toEqual([{ market: 'spot', since: null }])
})

test('a stream that opens and tells nothing does not keep a place fresh', async () => {
  const harness = await started()
  harness.server.failing = ['intraday']
  for (let second = 0; second <= PLACE_LIFE_MS / 1_000; second += 1) {
    harness.stream.cut()
    await harness.pass(1_000)
  }
  for (let second = 0; second < 40 && harness.stream.readers().length === 0; second += 1) await harness.pass(1_000)
  expect(harness.stream.readers()).toEqual([{ market: 'spot', since: null }])
})

test('whatever a stream tells is a sign of life, not its heartbeat alone', async () => {
  const harness = await started()
  const told = [
    () => harness.deal(),
    () => harness.annul(4),
    () => harness.stream.say('spot', { kind: 'clock', now: 5, delay: 0 }),
  ]
  for (const tell of told) {
    await harness.pass(SILENCE_MS - 1)
    tell()
  }
  await harness.pass(SILENCE_MS - 1)
  expect([harness.stream.attempts(), harness.feed.read().connection]).toEqual([1, 'stream'])
  await harness.pass(1)
  await harness.pass(reconnectDelay(1))
  expect(harness.stream.attempts()).toBe(2)
})

test('hidden it leaves the stream and asks for nothing; shown it catches up without asking', async () => {
  const harness = await started()
  harness.page.show(false)
  harness.deal({ price: 4_102 })
  await harness.pass(PLACE_LIFE_MS)
  expect([harness.stream.readers().length, harness.calls.length, harness.feed.read().connection]).toEqual([
    0,
    4,
    'paused',
  ])
  harness.page.show(true)
  await harness.pass(0)
  harness.frames.draw()
  expect([harness.calls.length, harness.feed.read().connection]).toEqual([4, 'stream'])
  expect(harness.shown()).toEqual(harness.truth())
})

test('back online it asks once for everything and goes on with the stream', async () => {
  const harness = await started()
  harness.page.connect(false)
  await harness.pass(PANELS_MS)
  expect([harness.stream.readers().length, harness.calls.length]).toEqual([0, 4])
  harness.page.connect(true)
  await harness.pass(0)
  harness.frames.draw()
  expect([harness.calls.length, harness.stream.readers().length, harness.shown()]).toEqual([8, 1, harness.truth()])
})

test('an unreadable event is reported and answered by reading, then the stream goes on', async () => {
  const harness = await started()
  harness.stream.say('spot', { kind: 'garbled', detail: '{' })
  harness.deal()
  expect([harness.reports, harness.stream.readers().length]).toEqual([[['garbled', '{']], 0])
  await harness.pass(reconnectDelay(1))
  harness.frames.draw()
  expect(harness.stream.readers()).toEqual([{ market: 'spot', since: 3 }])
  expect(harness.shown().intraday).toEqual(harness.truth().intraday)
})

test('a server that refuses the stream for now is left alone for so long', async () => {
  const harness = await started()
  harness.stream.say('spot', { kind: 'refused', pause: 60_000 })
  await harness.pass(59_999)
  expect([harness.stream.attempts(), harness.feed.read().connection]).toEqual([1, 'polling'])
  await harness.pass(1)
  expect(harness.stream.attempts()).toBe(2)
})

test('a server without a stream is asked at the interval of each part', async () => {
  const harness = await started((_, stream) => stream.serve('unavailable'))
  expect(harness.feed.read().connection).toBe('polling')
  await harness.pass(PANELS_MS)
  expect(harness.stream.attempts()).toBe(1)
  expect(harness.calls.filter((part) => part === 'close')).toHaveLength(2)
})

test('a series that says no place has no stream followed', async () => {
  const harness = await started((server) => {
    server.sequence = false
  })
  await harness.pass(FALLBACK_MS)
  expect([harness.stream.attempts(), harness.feed.read().connection]).toEqual([0, 'polling'])
})

test('a closed stream has the session asked about with its reason', async () => {
  const harness = await started()
  harness.server.sessionGood = false
  harness.stream.say('spot', { kind: 'closed', reason: 'Su sesión se abrió en otro equipo.' })
  await harness.pass(60_000)
  expect(harness.reasons).toEqual(['Su sesión se abrió en otro equipo.'])
  expect([harness.feed.read().connection, harness.stream.attempts()]).toEqual(['closed', 1])
})

test("a stream that gives a visitor's view is none for a client: the session is asked about", async () => {
  const harness = await started()
  harness.present()
  harness.stream.say('spot', { kind: 'lost' })
  harness.stream.present('spot', {
    session: '2026-11-20',
    delay: 15,
    close: { close: 1, average: 1, time: 1 },
    amounts: harness.answers.amounts(),
    prices: harness.answers.prices(),
  })
  harness.page.show(false)
  await harness.pass(PLACE_LIFE_MS + 1)
  harness.page.show(true)
  await harness.pass(0)
  expect(harness.reasons).toEqual([null])
  expect(harness.shown()).toEqual(harness.truth())
})

test.each([
  [0, []],
  [null, []],
  [1, [null]],
  [15, [null]],
])(
  'gone on from its place, a stream whose clock says a delay of %j min has the session asked about: %j',
  async (delay, asked) => {
    const harness = await started()
    harness.stream.say('spot', { kind: 'clock', now: 5, delay })
    await harness.pass(0)
    expect(harness.reasons).toEqual(asked)
  },
)

test('a new extreme whose direction only the server knows has the prices asked for, once a second at most', async () => {
  const previous = { open: 4_000, low: 4_050, high: 4_200 }
  const harness = await started((server) => {
    server.previous = previous
  })
  const asked = () => harness.calls.filter((part) => part === 'prices').length
  harness.deal({ price: 4_040 })
  harness.frames.draw()
  expect(harness.shown().prices?.low).toEqual({ value: 4_040, change: 'UP' })
  expect(asked()).toBe(2)
  await harness.pass(0)
  expect(harness.shown().prices?.low).toEqual({ value: 4_040, change: 'DOWN' })
  harness.deal({ price: 4_030 })
  harness.frames.draw()
  expect([harness.shown().prices?.low, asked()]).toEqual([{ value: 4_030, change: 'DOWN' }, 2])
  harness.deal({ price: 4_201 })
  harness.frames.draw()
  expect(asked()).toBe(2)
  await harness.pass(DIRECTION_PAUSE_MS)
  harness.deal({ price: 4_202 })
  harness.frames.draw()
  await harness.pass(0)
  expect([asked(), harness.shown().prices?.high]).toEqual([3, { value: 4_202, change: 'UP' }])
})

test('deals that come while a direction is asked for neither give up the question nor are lost', async () => {
  const harness = await started((server) => {
    server.previous = { open: 4_000, low: 4_050, high: 4_200 }
  })
  harness.deal({ price: 4_040 })
  harness.frames.draw()
  harness.deal({ price: 4_030 })
  harness.frames.draw()
  await harness.pass(0)
  harness.frames.draw()
  expect(harness.shown().prices?.low).toEqual({ value: 4_030, change: 'DOWN' })
  expect(harness.calls.filter((part) => part === 'prices')).toHaveLength(2)
})

test('a part that could not be read goes on being asked for while the stream lives', async () => {
  const harness = await started((server) => {
    server.failing = ['prices']
  })
  expect([harness.feed.read().connection, harness.feed.read().prices.failures]).toEqual(['stream', 1])
  harness.server.failing = []
  await harness.pass(2_000)
  expect(harness.shown().prices).toEqual(harness.truth().prices)
})

test('a series that could not be read has no stream until it could', async () => {
  const harness = await started((server) => {
    server.failing = ['intraday']
  })
  expect(harness.stream.attempts()).toBe(0)
  harness.server.failing = []
  await harness.pass(2_000)
  harness.frames.draw()
  expect([harness.feed.read().connection, harness.shown()]).toEqual(['stream', harness.truth()])
})

test('a person may try one part again', async () => {
  const harness = await started()
  harness.feed.retry('amounts')
  await harness.pass(0)
  expect(harness.calls.slice(4)).toEqual(['amounts'])
})

test('what throws is reported', async () => {
  const harness = startFeed(MORNING)
  harness.leave()
  const crash = new Error('nobody foresaw this')
  harness.stream.follow = () => {
    throw crash
  }
  const stop = harness.feed.subscribe(() => {})
  await harness.pass(0)
  expect(harness.reports).toEqual([['crash', crash]])
  stop()
})
