import { expect, test } from 'vitest'

import { FALLBACK_MS, OPENING_MS, reconnectDelay, SILENCE_MS, STEADY_MS } from '#src/domain/live/live-machine.ts'
import { HEARTBEAT_MS } from '#src/domain/live/stream-event.ts'
import { startLive } from '#tests/support/live-harness.ts'

/** A machine whose stream is open and whose series is whole. */
function startFed() {
  const live = startLive()
  live.actor.send({ type: 'WHOLE' })
  live.current().tell({ type: 'OPENED' })
  live.emitted.length = 0
  return live
}

test('nothing is connected before there is a series to go on from', () => {
  const live = startLive()
  expect([live.connections.length, live.connection()]).toEqual([0, 'connecting'])
  live.actor.send({ type: 'BROKEN' })
  expect(live.connections).toHaveLength(0)
  live.actor.send({ type: 'WHOLE' })
  expect(live.connections).toHaveLength(1)
})

test('values come by the stream once it is open, not before', () => {
  const live = startLive()
  live.actor.send({ type: 'WHOLE' })
  expect([live.connection(), live.emitted]).toEqual(['connecting', []])
  live.current().tell({ type: 'OPENED' })
  expect([live.connection(), live.emitted]).toEqual(['stream', ['FED']])
})

test('after a cut values are asked for within 2 seconds, and the stream is tried again meanwhile', () => {
  const live = startFed()
  live.current().tell({ type: 'CUT' })
  expect([live.connection(), live.open().length]).toEqual(['connecting', 0])
  live.clock.increment(FALLBACK_MS - 1)
  expect([live.emitted, live.connections.length]).toEqual([[], 2])
  live.clock.increment(1)
  expect([live.emitted, live.connection()]).toEqual([['STARVED'], 'polling'])
  expect(FALLBACK_MS).toBeLessThanOrEqual(5_000)
})

test('a stream that is back before that has nobody ask', () => {
  const live = startFed()
  live.current().tell({ type: 'CUT' })
  live.clock.increment(reconnectDelay(1))
  live.current().tell({ type: 'OPENED' })
  live.clock.increment(FALLBACK_MS)
  expect([live.emitted, live.connection()]).toEqual([['FED'], 'stream'])
})

test('a stream that comes back later ends the asking', () => {
  const live = startFed()
  live.current().tell({ type: 'CUT' })
  live.clock.increment(FALLBACK_MS)
  live.current().tell({ type: 'OPENED' })
  expect([live.emitted, live.connection()]).toEqual([['STARVED', 'FED'], 'stream'])
})

test.each([
  [1, 500],
  [2, 1_000],
  [3, 2_000],
  [6, 16_000],
  [7, 30_000],
  [50, 30_000],
])('after %i cuts in a row the next try comes after %i ms', (cuts, pause) => {
  expect(reconnectDelay(cuts)).toBe(pause)
})

test('each failed try doubles the pause, a connection that lasted 5 s makes the next cut the first', () => {
  const live = startFed()
  for (const pause of [500, 1_000, 2_000]) {
    const tries = live.connections.length
    live.current().tell({ type: 'CUT' })
    live.clock.increment(pause - 1)
    expect(live.connections).toHaveLength(tries)
    live.clock.increment(1)
    expect(live.connections).toHaveLength(tries + 1)
  }
  live.current().tell({ type: 'OPENED' })
  live.clock.increment(STEADY_MS - 1)
  expect(live.context().cuts).toBe(3)
  live.clock.increment(1)
  expect(live.context().cuts).toBe(0)
})

test.each([
  [60_000, 60_000],
  [0, 500],
])('refused for %i ms, the next try comes after %i ms, and a later cut waits no longer for it', (pause, wait) => {
  const live = startFed()
  live.current().tell({ type: 'REFUSED', pause })
  live.clock.increment(wait - 1)
  expect(live.connections).toHaveLength(1)
  live.clock.increment(1)
  expect([live.connections.length, live.connection()]).toEqual([2, wait > FALLBACK_MS ? 'polling' : 'connecting'])
  live.current().tell({ type: 'CUT' })
  live.clock.increment(reconnectDelay(2))
  expect(live.connections).toHaveLength(3)
})

test('a heartbeat does not put off the moment from which a connection was a good one', () => {
  const live = startFed()
  live.current().tell({ type: 'CUT' })
  live.clock.increment(500)
  live.current().tell({ type: 'OPENED' })
  live.clock.increment(STEADY_MS - 1)
  live.current().tell({ type: 'BEAT' })
  live.clock.increment(1)
  expect(live.context().cuts).toBe(0)
})

test('a stream is cut after 2 heartbeats that did not come, and lives on with each that does', () => {
  const live = startFed()
  for (let beat = 0; beat < 5; beat += 1) {
    live.clock.increment(SILENCE_MS - 1)
    live.current().tell({ type: 'BEAT' })
  }
  expect([live.connections.length, live.connection()]).toEqual([1, 'stream'])
  live.clock.increment(SILENCE_MS - 1)
  expect(live.connection()).toBe('stream')
  live.clock.increment(1)
  expect([live.connection(), live.open().length]).toEqual(['connecting', 0])
  expect(SILENCE_MS).toBe(2 * HEARTBEAT_MS)
})

test('a server that does not open the stream in 10 s is left and tried again', () => {
  const live = startLive()
  live.actor.send({ type: 'WHOLE' })
  live.clock.increment(OPENING_MS - 1)
  expect(live.open()).toHaveLength(1)
  live.clock.increment(1)
  expect(live.open()).toHaveLength(0)
  live.clock.increment(reconnectDelay(1))
  expect(live.open()).toHaveLength(1)
})

test('a server without a stream is asked once, and values are asked for instead for good', () => {
  const live = startLive()
  live.actor.send({ type: 'WHOLE' })
  live.current().tell({ type: 'UNAVAILABLE' })
  expect(live.connection()).toBe('polling')
  for (const type of ['HIDDEN', 'SHOWN', 'OFFLINE', 'ONLINE', 'BROKEN', 'WHOLE'] as const) {
    live.actor.send({ type })
    live.clock.increment(60_000)
  }
  expect([live.connections.length, live.emitted]).toEqual([1, ['STARVED']])
})

test.each([
  ['HIDDEN', 'SHOWN'],
  ['OFFLINE', 'ONLINE'],
] as const)('%s leaves the stream and asks for nothing, %s goes on at once', (away, back) => {
  const live = startFed()
  live.actor.send({ type: away })
  expect([live.connection(), live.open().length]).toEqual(['paused', 0])
  live.clock.increment(600_000)
  expect([live.connections.length, live.emitted]).toEqual([1, []])
  live.actor.send({ type: back })
  expect([live.connections.length, live.connection()]).toEqual([2, 'connecting'])
  live.current().tell({ type: 'OPENED' })
  expect([live.connection(), live.emitted]).toEqual(['stream', ['FED']])
})

test('back on the page with a stream that does not come, values are asked for after 2 seconds', () => {
  const live = startFed()
  live.actor.send({ type: 'HIDDEN' })
  live.clock.increment(600_000)
  live.actor.send({ type: 'SHOWN' })
  live.clock.increment(FALLBACK_MS - 1)
  expect(live.emitted).toEqual([])
  live.clock.increment(1)
  expect(live.emitted).toEqual(['STARVED'])
})

test('a page opened hidden or offline connects nothing', () => {
  const live = startLive({ visible: false })
  live.actor.send({ type: 'WHOLE' })
  expect([live.connections.length, live.connection()]).toEqual([0, 'paused'])
  live.actor.send({ type: 'SHOWN' })
  expect(live.connections).toHaveLength(1)
})

test('shown but offline is still away', () => {
  const live = startFed()
  live.actor.send({ type: 'OFFLINE' })
  live.actor.send({ type: 'HIDDEN' })
  live.actor.send({ type: 'SHOWN' })
  expect([live.connections.length, live.connection()]).toEqual([1, 'paused'])
})

test('a series with a gap is asked for at once while the stream stays open, and then feeds again', () => {
  const live = startFed()
  live.actor.send({ type: 'BROKEN' })
  expect([live.emitted, live.connection(), live.open().length]).toEqual([['STARVED'], 'polling', 1])
  live.actor.send({ type: 'WHOLE' })
  expect([live.emitted, live.connection(), live.connections.length]).toEqual([['STARVED', 'FED'], 'stream', 1])
})

test('after an unreadable event the stream is left, and opened again only with a series that was read', () => {
  const live = startFed()
  live.actor.send({ type: 'SPOILT' })
  expect([live.emitted, live.open().length]).toEqual([['STARVED'], 0])
  live.clock.increment(60_000)
  expect(live.connections).toHaveLength(1)
  live.actor.send({ type: 'WHOLE' })
  expect(live.connections).toHaveLength(2)
})

test('a series read during the pause after an unreadable event does not shorten it', () => {
  const live = startFed()
  live.actor.send({ type: 'SPOILT' })
  live.actor.send({ type: 'WHOLE' })
  expect(live.connections).toHaveLength(1)
  live.clock.increment(reconnectDelay(1))
  expect(live.connections).toHaveLength(2)
})

test('a closed stream has the session asked about with its reason, and ends with it', async () => {
  const live = startFed()
  live.current().tell({ type: 'CLOSED', reason: 'Su sesión se abrió en otro equipo.' })
  expect([live.connection(), live.asked.map(({ reason }) => reason)]).toEqual([
    'closed',
    ['Su sesión se abrió en otro equipo.'],
  ])
  await live.asked[0]?.answer(false)
  for (const type of ['HIDDEN', 'SHOWN', 'WHOLE'] as const) live.actor.send({ type })
  live.clock.increment(600_000)
  expect([live.connection(), live.connections.length, live.asked.length]).toEqual(['closed', 1, 1])
})

test('a stream closed on a session that is still good is opened again after a pause', async () => {
  const live = startFed()
  live.current().tell({ type: 'CLOSED', reason: null })
  await live.asked[0]?.answer(true)
  expect(live.connections).toHaveLength(1)
  live.clock.increment(reconnectDelay(1))
  expect(live.connections).toHaveLength(2)
})

test('a page that was hidden while the session was asked about stays away', async () => {
  const live = startFed()
  live.current().tell({ type: 'CLOSED', reason: null })
  live.actor.send({ type: 'HIDDEN' })
  await live.asked[0]?.answer(true)
  live.clock.increment(60_000)
  expect([live.connections.length, live.connection()]).toEqual([1, 'paused'])
})

test('asking about the session that throws is told, and the stream tried again', async () => {
  const live = startFed()
  live.current().tell({ type: 'CLOSED', reason: null })
  await live.asked[0]?.fail()
  live.clock.increment(reconnectDelay(1))
  expect([live.emitted.includes('CRASHED'), live.connections.length]).toEqual([true, 2])
})

test('what an earlier connection still says is not heard', () => {
  const live = startFed()
  const old = live.current()
  old.tell({ type: 'CUT' })
  live.clock.increment(reconnectDelay(1))
  old.tell({ type: 'OPENED' })
  old.tell({ type: 'CLOSED', reason: 'old' })
  expect([live.connection(), live.asked.length]).toEqual(['connecting', 0])
})
