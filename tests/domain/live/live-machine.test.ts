import { expect, test } from 'vitest'

import { FALLBACK_MS, OPENING_MS, reconnectDelay, SILENCE_MS, STEADY_MS } from '#src/domain/live/live-machine.ts'
import { HEARTBEAT_MS } from '#src/domain/live/stream-event.ts'
import { startLive } from '#tests/support/live-harness.ts'

/** A machine whose stream is open and whose series is complete. */
function startStreaming() {
  const live = startLive()
  live.actor.send({ type: 'SERIES_COMPLETE' })
  live.current().emit({ type: 'OPENED' })
  live.emitted.length = 0
  return live
}

test('no connection is opened before the series has a cursor', () => {
  const live = startLive()
  expect([live.connections.length, live.connection()]).toEqual([0, 'connecting'])
  live.actor.send({ type: 'SERIES_INCOMPLETE' })
  expect(live.connections).toHaveLength(0)
  live.actor.send({ type: 'SERIES_COMPLETE' })
  expect(live.connections).toHaveLength(1)
})

test('the stream delivers values once it is open', () => {
  const live = startLive()
  live.actor.send({ type: 'SERIES_COMPLETE' })
  expect([live.connection(), live.emitted]).toEqual(['connecting', []])
  live.current().emit({ type: 'OPENED' })
  expect([live.connection(), live.emitted]).toEqual(['stream', ['STREAM_OPENED']])
})

test('a lost stream starts polling after 2 seconds and reconnects meanwhile', () => {
  const live = startStreaming()
  live.current().emit({ type: 'DISCONNECTED' })
  expect([live.connection(), live.open().length]).toEqual(['connecting', 0])
  live.clock.increment(FALLBACK_MS - 1)
  expect([live.emitted, live.connections.length]).toEqual([[], 2])
  live.clock.increment(1)
  expect([live.emitted, live.connection()]).toEqual([['STREAM_LOST'], 'polling'])
  expect(FALLBACK_MS).toBeLessThanOrEqual(5_000)
})

test('a stream that reconnects within the grace period triggers no refetch', () => {
  const live = startStreaming()
  live.current().emit({ type: 'DISCONNECTED' })
  live.clock.increment(reconnectDelay(1))
  live.current().emit({ type: 'OPENED' })
  live.clock.increment(FALLBACK_MS)
  expect([live.emitted, live.connection()]).toEqual([['STREAM_OPENED'], 'stream'])
})

test('a stream that reconnects later ends the polling', () => {
  const live = startStreaming()
  live.current().emit({ type: 'DISCONNECTED' })
  live.clock.increment(FALLBACK_MS)
  live.current().emit({ type: 'OPENED' })
  expect([live.emitted, live.connection()]).toEqual([['STREAM_LOST', 'STREAM_OPENED'], 'stream'])
})

test.each([
  [1, 500],
  [2, 1_000],
  [3, 2_000],
  [6, 16_000],
  [7, 30_000],
  [50, 30_000],
])('after %i disconnects in a row the next attempt starts after %i ms', (disconnects, pause) => {
  expect(reconnectDelay(disconnects)).toBe(pause)
})

test('each failed attempt doubles the pause, a connection of 5 s resets it', () => {
  const live = startStreaming()
  for (const pause of [500, 1_000, 2_000]) {
    const attempts = live.connections.length
    live.current().emit({ type: 'DISCONNECTED' })
    live.clock.increment(pause - 1)
    expect(live.connections).toHaveLength(attempts)
    live.clock.increment(1)
    expect(live.connections).toHaveLength(attempts + 1)
  }
  live.current().emit({ type: 'OPENED' })
  live.clock.increment(STEADY_MS - 1)
  expect(live.context().disconnects).toBe(3)
  live.clock.increment(1)
  expect(live.context().disconnects).toBe(0)
})

test.each([
  [60_000, 60_000],
  [0, 500],
])('a stream refused for %i ms reconnects after %i ms, and later disconnects ignore the refusal', (pause, wait) => {
  const live = startStreaming()
  live.current().emit({ type: 'REFUSED', pause })
  live.clock.increment(wait - 1)
  expect(live.connections).toHaveLength(1)
  live.clock.increment(1)
  expect([live.connections.length, live.connection()]).toEqual([2, wait > FALLBACK_MS ? 'polling' : 'connecting'])
  live.current().emit({ type: 'DISCONNECTED' })
  live.clock.increment(reconnectDelay(2))
  expect(live.connections).toHaveLength(3)
})

test('a heartbeat does not postpone the reset of the disconnects', () => {
  const live = startStreaming()
  live.current().emit({ type: 'DISCONNECTED' })
  live.clock.increment(500)
  live.current().emit({ type: 'OPENED' })
  live.clock.increment(STEADY_MS - 1)
  live.current().emit({ type: 'HEARTBEAT' })
  live.clock.increment(1)
  expect(live.context().disconnects).toBe(0)
})

test('a stream is closed after 2 missed heartbeats and stays open with each one received', () => {
  const live = startStreaming()
  for (let heartbeat = 0; heartbeat < 5; heartbeat += 1) {
    live.clock.increment(SILENCE_MS - 1)
    live.current().emit({ type: 'HEARTBEAT' })
  }
  expect([live.connections.length, live.connection()]).toEqual([1, 'stream'])
  live.clock.increment(SILENCE_MS - 1)
  expect(live.connection()).toBe('stream')
  live.clock.increment(1)
  expect([live.connection(), live.open().length]).toEqual(['connecting', 0])
  expect(SILENCE_MS).toBe(2 * HEARTBEAT_MS)
})

test('a stream that does not open within 10 s is closed and opened again', () => {
  const live = startLive()
  live.actor.send({ type: 'SERIES_COMPLETE' })
  live.clock.increment(OPENING_MS - 1)
  expect(live.open()).toHaveLength(1)
  live.clock.increment(1)
  expect(live.open()).toHaveLength(0)
  live.clock.increment(reconnectDelay(1))
  expect(live.open()).toHaveLength(1)
})

test('a server without a stream is connected once and polled from then on', () => {
  const live = startLive()
  live.actor.send({ type: 'SERIES_COMPLETE' })
  live.current().emit({ type: 'UNAVAILABLE' })
  expect(live.connection()).toBe('polling')
  for (const type of ['HIDDEN', 'SHOWN', 'OFFLINE', 'ONLINE', 'SERIES_INCOMPLETE', 'SERIES_COMPLETE'] as const) {
    live.actor.send({ type })
    live.clock.increment(60_000)
  }
  expect([live.connections.length, live.emitted]).toEqual([1, ['STREAM_LOST']])
})

test.each([
  ['HIDDEN', 'SHOWN'],
  ['OFFLINE', 'ONLINE'],
] as const)('%s closes the stream and polls nothing, %s reconnects at once', (away, back) => {
  const live = startStreaming()
  live.actor.send({ type: away })
  expect([live.connection(), live.open().length]).toEqual(['paused', 0])
  live.clock.increment(600_000)
  expect([live.connections.length, live.emitted]).toEqual([1, []])
  live.actor.send({ type: back })
  expect([live.connections.length, live.connection()]).toEqual([2, 'connecting'])
  live.current().emit({ type: 'OPENED' })
  expect([live.connection(), live.emitted]).toEqual(['stream', ['STREAM_OPENED']])
})

test('a shown page whose stream does not open polls after 2 seconds', () => {
  const live = startStreaming()
  live.actor.send({ type: 'HIDDEN' })
  live.clock.increment(600_000)
  live.actor.send({ type: 'SHOWN' })
  live.clock.increment(FALLBACK_MS - 1)
  expect(live.emitted).toEqual([])
  live.clock.increment(1)
  expect(live.emitted).toEqual(['STREAM_LOST'])
})

test('a page that starts hidden opens no connection', () => {
  const live = startLive({ visible: false })
  live.actor.send({ type: 'SERIES_COMPLETE' })
  expect([live.connections.length, live.connection()]).toEqual([0, 'paused'])
  live.actor.send({ type: 'SHOWN' })
  expect(live.connections).toHaveLength(1)
})

test('SHOWN while offline opens no connection', () => {
  const live = startStreaming()
  live.actor.send({ type: 'OFFLINE' })
  live.actor.send({ type: 'HIDDEN' })
  live.actor.send({ type: 'SHOWN' })
  expect([live.connections.length, live.connection()]).toEqual([1, 'paused'])
})

test('an incomplete series is polled at once while the stream stays open, and then streams again', () => {
  const live = startStreaming()
  live.actor.send({ type: 'SERIES_INCOMPLETE' })
  expect([live.emitted, live.connection(), live.open().length]).toEqual([['STREAM_LOST'], 'polling', 1])
  live.actor.send({ type: 'SERIES_COMPLETE' })
  expect([live.emitted, live.connection(), live.connections.length]).toEqual([
    ['STREAM_LOST', 'STREAM_OPENED'],
    'stream',
    1,
  ])
})

test('a malformed event closes the stream until a series is loaded', () => {
  const live = startStreaming()
  live.actor.send({ type: 'CURSOR_LOST' })
  expect([live.emitted, live.open().length]).toEqual([['STREAM_LOST'], 0])
  live.clock.increment(60_000)
  expect(live.connections).toHaveLength(1)
  live.actor.send({ type: 'SERIES_COMPLETE' })
  expect(live.connections).toHaveLength(2)
})

test('a series loaded during the pause after a malformed event does not shorten it', () => {
  const live = startStreaming()
  live.actor.send({ type: 'CURSOR_LOST' })
  live.actor.send({ type: 'SERIES_COMPLETE' })
  expect(live.connections).toHaveLength(1)
  live.clock.increment(reconnectDelay(1))
  expect(live.connections).toHaveLength(2)
})

test('a stream closed with a reason verifies the session and ends with it', async () => {
  const live = startStreaming()
  live.current().emit({ type: 'CLOSED', reason: 'Su sesión se abrió en otro equipo.' })
  expect([live.connection(), live.checks.map(({ reason }) => reason)]).toEqual([
    'closed',
    ['Su sesión se abrió en otro equipo.'],
  ])
  await live.checks[0]?.resolve(false)
  for (const type of ['HIDDEN', 'SHOWN', 'SERIES_COMPLETE'] as const) live.actor.send({ type })
  live.clock.increment(600_000)
  expect([live.connection(), live.connections.length, live.checks.length]).toEqual(['closed', 1, 1])
})

test('a stream closed on a valid session is opened again after a pause', async () => {
  const live = startStreaming()
  live.current().emit({ type: 'CLOSED', reason: null })
  await live.checks[0]?.resolve(true)
  expect(live.connections).toHaveLength(1)
  live.clock.increment(reconnectDelay(1))
  expect(live.connections).toHaveLength(2)
})

test('a page hidden while the session is verified opens no connection', async () => {
  const live = startStreaming()
  live.current().emit({ type: 'CLOSED', reason: null })
  live.actor.send({ type: 'HIDDEN' })
  await live.checks[0]?.resolve(true)
  live.clock.increment(60_000)
  expect([live.connections.length, live.connection()]).toEqual([1, 'paused'])
})

test('a session check that throws emits a crash, and the stream reconnects', async () => {
  const live = startStreaming()
  live.current().emit({ type: 'CLOSED', reason: null })
  await live.checks[0]?.reject()
  live.clock.increment(reconnectDelay(1))
  expect([live.emitted.includes('CRASHED'), live.connections.length]).toEqual([true, 2])
})

test('events of an earlier connection are ignored', () => {
  const live = startStreaming()
  const old = live.current()
  old.emit({ type: 'DISCONNECTED' })
  live.clock.increment(reconnectDelay(1))
  old.emit({ type: 'OPENED' })
  old.emit({ type: 'CLOSED', reason: 'old' })
  expect([live.connection(), live.checks.length]).toEqual(['connecting', 0])
})
