import { expect, test } from 'vitest'

import { FALLBACK_MS, OPENING_MS, reconnectDelay, SILENCE_MS, STEADY_MS } from '#src/domain/live/live-machine.ts'
import { HEARTBEAT_MS } from '#src/domain/live/stream-event.ts'
import { startLive } from '#tests/support/live-harness.ts'

/** Starts a machine with an open stream and a complete series. */
function startStreaming() {
  const live = startLive()
  live.actor.send({ type: 'SERIES_COMPLETE' })
  live.current().emit({ type: 'OPENED' })
  live.emitted.length = 0
  return live
}

test('the machine opens no connection before the series has a cursor', () => {
  const live = startLive()
  expect([live.connections.length, live.connectionStatus()]).toEqual([0, 'connecting'])
  live.actor.send({ type: 'SERIES_INCOMPLETE' })
  expect(live.connections).toHaveLength(0)
  live.actor.send({ type: 'SERIES_COMPLETE' })
  expect(live.connections).toHaveLength(1)
})

test('OPENED changes the connection status to stream', () => {
  const live = startLive()
  live.actor.send({ type: 'SERIES_COMPLETE' })
  expect([live.connectionStatus(), live.emitted]).toEqual(['connecting', []])
  live.current().emit({ type: 'OPENED' })
  expect([live.connectionStatus(), live.emitted]).toEqual(['stream', ['STREAM_OPENED']])
})

test('a lost stream reconnects, and the machine polls after 2 seconds', () => {
  const live = startStreaming()
  live.current().emit({ type: 'DISCONNECTED' })
  expect([live.connectionStatus(), live.openConnections().length]).toEqual(['connecting', 0])
  live.clock.increment(FALLBACK_MS - 1)
  expect([live.emitted, live.connections.length]).toEqual([[], 2])
  live.clock.increment(1)
  expect([live.emitted, live.connectionStatus()]).toEqual([['STREAM_LOST'], 'polling'])
  expect(FALLBACK_MS).toBeLessThanOrEqual(5_000)
})

test('a stream that reconnects within the grace period triggers no refetch', () => {
  const live = startStreaming()
  live.current().emit({ type: 'DISCONNECTED' })
  live.clock.increment(reconnectDelay(1))
  live.current().emit({ type: 'OPENED' })
  live.clock.increment(FALLBACK_MS)
  expect([live.emitted, live.connectionStatus()]).toEqual([['STREAM_OPENED'], 'stream'])
})

test('a stream that reconnects later ends the polling', () => {
  const live = startStreaming()
  live.current().emit({ type: 'DISCONNECTED' })
  live.clock.increment(FALLBACK_MS)
  live.current().emit({ type: 'OPENED' })
  expect([live.emitted, live.connectionStatus()]).toEqual([['STREAM_LOST', 'STREAM_OPENED'], 'stream'])
})

test.each([
  [1, 500],
  [2, 1_000],
  [3, 2_000],
  [6, 16_000],
  [7, 30_000],
  [50, 30_000],
])('reconnectDelay after %i disconnects is %i ms', (disconnects, pause) => {
  expect(reconnectDelay(disconnects)).toBe(pause)
})

test('each failed attempt doubles the pause, and a connection of 5 s resets the pause', () => {
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
  expect([live.connections.length, live.connectionStatus()]).toEqual([2, wait > FALLBACK_MS ? 'polling' : 'connecting'])
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

test('the machine closes a stream only after 2 missed heartbeats', () => {
  const live = startStreaming()
  for (let heartbeat = 0; heartbeat < 5; heartbeat += 1) {
    live.clock.increment(SILENCE_MS - 1)
    live.current().emit({ type: 'HEARTBEAT' })
  }
  expect([live.connections.length, live.connectionStatus()]).toEqual([1, 'stream'])
  live.clock.increment(SILENCE_MS - 1)
  expect(live.connectionStatus()).toBe('stream')
  live.clock.increment(1)
  expect([live.connectionStatus(), live.openConnections().length]).toEqual(['connecting', 0])
  expect(SILENCE_MS).toBe(2 * HEARTBEAT_MS)
})

test('a stream that does not open within 10 s is closed and opened again', () => {
  const live = startLive()
  live.actor.send({ type: 'SERIES_COMPLETE' })
  live.clock.increment(OPENING_MS - 1)
  expect(live.openConnections()).toHaveLength(1)
  live.clock.increment(1)
  expect(live.openConnections()).toHaveLength(0)
  live.clock.increment(reconnectDelay(1))
  expect(live.openConnections()).toHaveLength(1)
})

test('the machine polls a server without a stream and does not connect again', () => {
  const live = startLive()
  live.actor.send({ type: 'SERIES_COMPLETE' })
  live.current().emit({ type: 'UNAVAILABLE' })
  expect(live.connectionStatus()).toBe('polling')
  for (const type of ['HIDDEN', 'SHOWN', 'OFFLINE', 'ONLINE', 'SERIES_INCOMPLETE', 'SERIES_COMPLETE'] as const) {
    live.actor.send({ type })
    live.clock.increment(60_000)
  }
  expect([live.connections.length, live.emitted]).toEqual([1, ['STREAM_LOST']])
})

test.each([
  ['HIDDEN', 'SHOWN'],
  ['OFFLINE', 'ONLINE'],
] as const)('%s closes the stream without polling, and %s reconnects immediately', (leaveEvent, returnEvent) => {
  const live = startStreaming()
  live.actor.send({ type: leaveEvent })
  expect([live.connectionStatus(), live.openConnections().length]).toEqual(['paused', 0])
  live.clock.increment(600_000)
  expect([live.connections.length, live.emitted]).toEqual([1, []])
  live.actor.send({ type: returnEvent })
  expect([live.connections.length, live.connectionStatus()]).toEqual([2, 'connecting'])
  live.current().emit({ type: 'OPENED' })
  expect([live.connectionStatus(), live.emitted]).toEqual(['stream', ['STREAM_OPENED']])
})

test('a shown page polls after 2 seconds when its stream does not open', () => {
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
  expect([live.connections.length, live.connectionStatus()]).toEqual([0, 'paused'])
  live.actor.send({ type: 'SHOWN' })
  expect(live.connections).toHaveLength(1)
})

test('SHOWN while offline opens no connection', () => {
  const live = startStreaming()
  live.actor.send({ type: 'OFFLINE' })
  live.actor.send({ type: 'HIDDEN' })
  live.actor.send({ type: 'SHOWN' })
  expect([live.connections.length, live.connectionStatus()]).toEqual([1, 'paused'])
})

test('SERIES_INCOMPLETE starts polling without closing the stream, and SERIES_COMPLETE ends the polling', () => {
  const live = startStreaming()
  live.actor.send({ type: 'SERIES_INCOMPLETE' })
  expect([live.emitted, live.connectionStatus(), live.openConnections().length]).toEqual([
    ['STREAM_LOST'],
    'polling',
    1,
  ])
  live.actor.send({ type: 'SERIES_COMPLETE' })
  expect([live.emitted, live.connectionStatus(), live.connections.length]).toEqual([
    ['STREAM_LOST', 'STREAM_OPENED'],
    'stream',
    1,
  ])
})

test('CURSOR_LOST closes the stream until a series is loaded', () => {
  const live = startStreaming()
  live.actor.send({ type: 'CURSOR_LOST' })
  expect([live.emitted, live.openConnections().length]).toEqual([['STREAM_LOST'], 0])
  live.clock.increment(60_000)
  expect(live.connections).toHaveLength(1)
  live.actor.send({ type: 'SERIES_COMPLETE' })
  expect(live.connections).toHaveLength(2)
})

test('loading a series does not shorten the pause after CURSOR_LOST', () => {
  const live = startStreaming()
  live.actor.send({ type: 'CURSOR_LOST' })
  live.actor.send({ type: 'SERIES_COMPLETE' })
  expect(live.connections).toHaveLength(1)
  live.clock.increment(reconnectDelay(1))
  expect(live.connections).toHaveLength(2)
})

test('CLOSED verifies the session, and the machine stays closed when the session is invalid', async () => {
  const live = startStreaming()
  live.current().emit({ type: 'CLOSED', reason: 'Su sesión se abrió en otro equipo.' })
  expect([live.connectionStatus(), live.checks.map(({ reason }) => reason)]).toEqual([
    'closed',
    ['Su sesión se abrió en otro equipo.'],
  ])
  await live.checks[0]?.resolve(false)
  for (const type of ['HIDDEN', 'SHOWN', 'SERIES_COMPLETE'] as const) live.actor.send({ type })
  live.clock.increment(600_000)
  expect([live.connectionStatus(), live.connections.length, live.checks.length]).toEqual(['closed', 1, 1])
})

test('after CLOSED, the machine reconnects after a pause when the session is valid', async () => {
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
  expect([live.connections.length, live.connectionStatus()]).toEqual([1, 'paused'])
})

test('a session check that throws is logged, and the stream reconnects', async () => {
  const live = startStreaming()
  live.current().emit({ type: 'CLOSED', reason: null })
  await live.checks[0]?.reject()
  live.clock.increment(reconnectDelay(1))
  expect([live.emitted.includes('CRASHED'), live.connections.length]).toEqual([true, 2])
})

test('the machine ignores events of an earlier connection', () => {
  const live = startStreaming()
  const oldConnection = live.current()
  oldConnection.emit({ type: 'DISCONNECTED' })
  live.clock.increment(reconnectDelay(1))
  oldConnection.emit({ type: 'OPENED' })
  oldConnection.emit({ type: 'CLOSED', reason: 'old' })
  expect([live.connectionStatus(), live.checks.length]).toEqual(['connecting', 0])
})
