import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLiveTape, type LiveTape } from '#src/domain/live/live-tape.ts'
import { DAY_MS } from '#src/domain/time/bogota.ts'
import {
  anyTradingDayEvents,
  createAnnulment,
  createStreamedDeal,
  OPENING,
  type ServerEvent,
  serverStateAt,
} from '#tests/support/live-market.ts'

const deliver = (tape: LiveTape, event: ServerEvent) =>
  event.kind === 'deal' ? tape.receiveDeal(event) : tape.receiveAnnulment(event)

const findLastSequence = (events: readonly ServerEvent[]) => events.at(-1)?.sequence ?? 0

/** Expects the series and figures that the server had at the sequence of the tape. */
function expectServerState(tape: LiveTape, events: readonly ServerEvent[]) {
  const server = serverStateAt(events, tape.sequence ?? 0)
  expect(tape.series()).toEqual(server.series)
  expect(tape.figures()).toEqual(server.figures)
}

const THREE_DEALS = [createStreamedDeal(1), createStreamedDeal(2), createStreamedDeal(3)]

/** Creates a tape that has loaded the series of the server at a sequence. */
function createFollowingTape(events: readonly ServerEvent[], loadedSequence: number): LiveTape {
  const tape = createLiveTape()
  tape.load(serverStateAt(events, loadedSequence).series)
  return tape
}

test('a tape without a loaded series is incomplete and has no cursor', () => {
  const tape = createLiveTape()
  expect([tape.complete, tape.sequence, tape.figures(), tape.series().times.length]).toEqual([false, null, null, 0])
})

test('a tape adds a deal after its series and ignores a deal of its series', () => {
  const tape = createFollowingTape(THREE_DEALS, 2)
  expect(THREE_DEALS.map((deal) => deliver(tape, deal))).toEqual(['duplicate', 'duplicate', 'applied'])
  expect(deliver(tape, createStreamedDeal(3))).toBe('duplicate')
  expect([tape.sequence, tape.complete]).toEqual([3, true])
  expectServerState(tape, THREE_DEALS)
})

test('an annulment removes a streamed deal, and makes the tape incomplete for a loaded deal', () => {
  const events = [...THREE_DEALS, createAnnulment(4, 'op-3'), createAnnulment(6, 'op-1')]
  const tape = createFollowingTape(events, 2)
  expect(events.slice(2).map((event) => deliver(tape, event))).toEqual(['applied', 'applied', 'incomplete'])
  expect(tape.complete).toBe(false)
  expect(tape.load(serverStateAt(events, 6).series)).toBe(true)
  expectServerState(tape, events)
})

test('a tape applies the events that it receives while the series reloads', () => {
  const events = [...THREE_DEALS, createAnnulment(4, 'op-1'), createStreamedDeal(5), createStreamedDeal(6)]
  const tape = createFollowingTape(events, 3)
  for (const event of events.slice(3)) expect(deliver(tape, event)).toBe('incomplete')
  expect(tape.load(serverStateAt(events, 5).series)).toBe(true)
  expect(tape.sequence).toBe(6)
  expectServerState(tape, events)
})

test('loading the series applies an annulment that arrived before its deal', () => {
  const events = [...THREE_DEALS, createStreamedDeal(4), createAnnulment(5, 'op-4')]
  const tape = createFollowingTape(events, 2)
  for (const event of events.toReversed()) deliver(tape, event)
  expect(tape.complete).toBe(false)
  expect(tape.load(serverStateAt(events, 3).series)).toBe(true)
  expectServerState(tape, events)
})

test('load returns false for a series older than the sequence of a restart', () => {
  const events = [...THREE_DEALS, createStreamedDeal(4), createStreamedDeal(5)]
  const tape = createFollowingTape(events, 1)
  tape.restart(4)
  expect([tape.complete, tape.sequence]).toEqual([false, 4])
  expect(deliver(tape, createStreamedDeal(5))).toBe('incomplete')
  expect(tape.load(serverStateAt(events, 3).series)).toBe(false)
  expect(tape.load(serverStateAt(events, 4).series)).toBe(true)
  expectServerState(tape, events)
})

test('a tape follows a server that restarts its sequence at a lower number', () => {
  const tape = createFollowingTape([createStreamedDeal(900), createStreamedDeal(901)], 901)
  const events = [createStreamedDeal(1), createStreamedDeal(2)]
  tape.restart(1)
  expect(deliver(tape, createStreamedDeal(2))).toBe('incomplete')
  expect(tape.load(serverStateAt(events, 1).series)).toBe(true)
  expect(tape.sequence).toBe(2)
  expectServerState(tape, events)
})

test('a deal of another trading day makes the tape incomplete until that day is loaded', () => {
  const tape = createFollowingTape(THREE_DEALS, 3)
  const monday = createStreamedDeal(4, { time: OPENING + 3 * DAY_MS })
  expect([deliver(tape, monday), tape.complete]).toEqual(['incomplete', false])
  expect(deliver(tape, createStreamedDeal(5, { time: OPENING + 3 * DAY_MS + 1 }))).toBe('incomplete')
  expect(tape.load(serverStateAt([monday], 4).series)).toBe(true)
  expect([tape.sequence, tape.series().times.length]).toEqual([5, 2])
})

test('load returns false for a series older than the loaded series', () => {
  const tape = createFollowingTape(THREE_DEALS, 3)
  expect(tape.load(serverStateAt(THREE_DEALS, 2).series)).toBe(false)
  expect(tape.load(serverStateAt(THREE_DEALS, 3).series)).toBe(true)
})

test('any loaded series makes a tape complete after loseCursor', () => {
  const tape = createFollowingTape(THREE_DEALS, 2)
  tape.loseCursor()
  expect([tape.complete, tape.sequence]).toEqual([false, null])
  expect(tape.load(serverStateAt(THREE_DEALS, 1).series)).toBe(true)
  expect([deliver(tape, createStreamedDeal(2)), deliver(tape, createStreamedDeal(3))]).toEqual(['applied', 'applied'])
  expectServerState(tape, THREE_DEALS)
})

test.each([
  ['no sequence', { ...serverStateAt(THREE_DEALS, 3).series, sequence: null }],
  ['a price of zero', { ...serverStateAt(THREE_DEALS, 3).series, prices: Float64Array.of(4100, 0, 4100) }],
  ['an amount below one dollar', { ...serverStateAt(THREE_DEALS, 3).series, amounts: Float64Array.of(0.0001, 1, 1) }],
  ['fewer amounts than times', { ...serverStateAt(THREE_DEALS, 3).series, amounts: Float64Array.of(1) }],
])('load sets no cursor for a series with %s', (_, series) => {
  const tape = createLiveTape()
  expect(tape.load(series)).toBe(false)
  expect(tape.sequence).toBeNull()
})

test.each([
  ['no price', { price: 0 }],
  ['an amount below one dollar', { amount: 0.5 }],
  ['no time', { time: Number.NaN }],
])('a streamed deal with %s makes the tape incomplete', (_, overrides) => {
  const tape = createFollowingTape(THREE_DEALS, 3)
  expect(deliver(tape, createStreamedDeal(4, overrides))).toBe('incomplete')
  expect(tape.complete).toBe(false)
})

test('deals in order extend the same buffer, and a late deal does not change earlier columns', () => {
  const tape = createFollowingTape(THREE_DEALS, 3)
  const first = tape.series()
  const copy = structuredClone(first.times)
  deliver(tape, createStreamedDeal(4))
  const extended = tape.series()
  expect([extended.times.length, extended.times.buffer === first.times.buffer]).toEqual([4, true])
  deliver(tape, createStreamedDeal(5, { time: extended.times.at(-1) ?? 0 }))
  expect(tape.series().times.buffer).toBe(first.times.buffer)
  deliver(tape, createStreamedDeal(6, { time: OPENING }))
  const rebuilt = tape.series()
  expect([rebuilt.times[0], rebuilt.times.buffer === first.times.buffer]).toEqual([OPENING, false])
  expect([first.times, extended.times.slice(0, 3)]).toEqual([copy, copy])
})

test('an unchanged tape returns the same series object', () => {
  const tape = createFollowingTape(THREE_DEALS, 3)
  expect(tape.series()).toBe(tape.series())
})

test('a tape of 20,000 deals copies its columns fewer than ten times', () => {
  const tape = createLiveTape()
  tape.load({ times: new Float64Array(), prices: new Float64Array(), amounts: new Float64Array(), sequence: 0 })
  const buffers = new Set<unknown>()
  for (let sequence = 1; sequence <= 20_000; sequence += 1) {
    deliver(tape, createStreamedDeal(sequence, { price: 4_100 }))
    buffers.add(tape.series().prices.buffer)
  }
  expect(buffers.size).toBeLessThan(10)
})

const anyOrder = (events: readonly ServerEvent[]) =>
  fc.shuffledSubarray([...events, ...events], { minLength: 0, maxLength: events.length * 2 })

test('a tape that gets every event, in any order and with repetitions, has the series of the server', () => {
  const deliveries = anyTradingDayEvents.chain((events) =>
    fc.record({
      events: fc.constant(events),
      loadedSequence: fc.nat(findLastSequence(events)),
      firstDeliveries: anyOrder(events),
      lastDeliveries: fc.shuffledSubarray([...events], { minLength: events.length }),
    }),
  )
  fc.assert(
    fc.property(deliveries, ({ events, loadedSequence, firstDeliveries, lastDeliveries }) => {
      const tape = createFollowingTape(events, loadedSequence)
      for (const event of [...firstDeliveries, ...lastDeliveries]) {
        deliver(tape, event)
        // Later events must extend a series that was read before.
        tape.series()
      }
      if (!tape.complete) expect(tape.load(serverStateAt(events, findLastSequence(events)).series)).toBe(true)
      expect(tape.sequence).toBe(Math.max(loadedSequence, findLastSequence(events)))
      expectServerState(tape, events)
    }),
    { numRuns: 400 },
  )
})

interface StreamPeriod {
  /** Number of events that the server makes before the subscription. */
  readonly madeBefore: number
  /** Number of events that the tape receives before the stream is lost. */
  readonly received: number
  /** Number of earlier events that the stream repeats. */
  readonly repeated: number
  /** Whether the server rejects the cursor and the tape restarts. */
  readonly isCursorTooOld: boolean
  readonly hasMalformedEvent: boolean
  /** Number of events that the server makes before the series is loaded again. */
  readonly madeBeforeLoad: number
}

const anyPeriod: fc.Arbitrary<StreamPeriod> = fc.record({
  madeBefore: fc.nat(8),
  received: fc.nat(8),
  repeated: fc.nat(3),
  isCursorTooOld: fc.boolean(),
  hasMalformedEvent: fc.boolean(),
  madeBeforeLoad: fc.nat(8),
})

/** Creates a server that makes its events in order, and a tape that follows the server. */
function createFollower(events: readonly ServerEvent[]) {
  const tape = createFollowingTape(events, 0)
  let madeCount = 0
  const findSequence = (count: number) => events[Math.min(count, events.length) - 1]?.sequence ?? 0
  const makeEvents = (count: number) => {
    madeCount += count
  }
  const loadIfIncomplete = () => {
    if (!tape.complete) tape.load(serverStateAt(events, findSequence(madeCount)).series)
  }
  function receive(count: number) {
    const since = tape.sequence ?? 0
    const newEvents = events.filter(({ sequence }) => sequence > since).slice(0, count)
    for (const event of newEvents) deliver(tape, event)
    madeCount = Math.max(madeCount, events.findLastIndex(({ sequence }) => sequence <= (tape.sequence ?? 0)) + 1)
  }
  function followPeriod({
    madeBefore,
    received,
    repeated,
    isCursorTooOld,
    hasMalformedEvent,
    madeBeforeLoad,
  }: StreamPeriod) {
    makeEvents(madeBefore)
    if (isCursorTooOld) tape.restart(findSequence(madeCount))
    for (const event of events.slice(0, repeated)) deliver(tape, event)
    receive(received)
    if (hasMalformedEvent) tape.loseCursor()
    makeEvents(madeBeforeLoad)
    loadIfIncomplete()
  }
  return { tape, followPeriod, receive, makeEvents, loadIfIncomplete }
}

test('a complete tape agrees with the server after lost, repeated, malformed and old events', () => {
  fc.assert(
    fc.property(anyTradingDayEvents, fc.array(anyPeriod, { maxLength: 8 }), (events, periods) => {
      const { tape, followPeriod, receive, makeEvents, loadIfIncomplete } = createFollower(events)
      for (const period of periods) {
        followPeriod(period)
        expect(tape.complete).toBe(true)
        expectServerState(tape, events)
      }
      receive(events.length)
      makeEvents(events.length)
      loadIfIncomplete()
      expectServerState(tape, events)
      expect(tape.sequence).toBe(findLastSequence(events))
    }),
    { numRuns: 400 },
  )
})
