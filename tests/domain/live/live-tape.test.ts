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

const deliver = (tape: LiveTape, event: ServerEvent) => (event.kind === 'deal' ? tape.deal(event) : tape.annul(event))

const findLastSequence = (events: readonly ServerEvent[]) => events.at(-1)?.sequence ?? 0

/** Expects the tape to have exactly what the server had at its sequence. */
function expectAgreement(tape: LiveTape, events: readonly ServerEvent[]) {
  const server = serverStateAt(events, tape.sequence ?? 0)
  expect(tape.series()).toEqual(server.series)
  expect(tape.figures()).toEqual(server.figures)
}

const THREE = [createStreamedDeal(1), createStreamedDeal(2), createStreamedDeal(3)]

function createFollowingTape(events: readonly ServerEvent[], base: number): LiveTape {
  const tape = createLiveTape()
  tape.load(serverStateAt(events, base).series)
  return tape
}

test('a tape without a loaded series is incomplete and has no cursor', () => {
  const tape = createLiveTape()
  expect([tape.complete, tape.sequence, tape.figures(), tape.series().times.length]).toEqual([false, null, null, 0])
})

test('a deal after the loaded series is added, a deal of the series is a duplicate', () => {
  const tape = createFollowingTape(THREE, 2)
  expect(THREE.map((deal) => deliver(tape, deal))).toEqual(['duplicate', 'duplicate', 'applied'])
  expect(deliver(tape, createStreamedDeal(3))).toBe('duplicate')
  expect([tape.sequence, tape.complete]).toEqual([3, true])
  expectAgreement(tape, THREE)
})

test('the annulment of a streamed deal removes it, that of a loaded deal makes the tape incomplete', () => {
  const events = [...THREE, createAnnulment(4, 'op-3'), createAnnulment(6, 'op-1')]
  const tape = createFollowingTape(events, 2)
  expect(events.slice(2).map((event) => deliver(tape, event))).toEqual(['applied', 'applied', 'incomplete'])
  expect(tape.complete).toBe(false)
  expect(tape.load(serverStateAt(events, 6).series)).toBe(true)
  expectAgreement(tape, events)
})

test('events received while the series is loaded again are applied', () => {
  const events = [...THREE, createAnnulment(4, 'op-1'), createStreamedDeal(5), createStreamedDeal(6)]
  const tape = createFollowingTape(events, 3)
  for (const event of events.slice(3)) expect(deliver(tape, event)).toBe('incomplete')
  expect(tape.load(serverStateAt(events, 5).series)).toBe(true)
  expect(tape.sequence).toBe(6)
  expectAgreement(tape, events)
})

test('an annulment received before its deal is applied once the series is loaded', () => {
  const events = [...THREE, createStreamedDeal(4), createAnnulment(5, 'op-4')]
  const tape = createFollowingTape(events, 2)
  for (const event of events.toReversed()) deliver(tape, event)
  expect(tape.complete).toBe(false)
  expect(tape.load(serverStateAt(events, 3).series)).toBe(true)
  expectAgreement(tape, events)
})

test('a series older than the first received event leaves the tape incomplete', () => {
  const events = [...THREE, createStreamedDeal(4), createStreamedDeal(5)]
  const tape = createFollowingTape(events, 1)
  tape.restart(4)
  expect([tape.complete, tape.sequence]).toEqual([false, 4])
  expect(deliver(tape, createStreamedDeal(5))).toBe('incomplete')
  expect(tape.load(serverStateAt(events, 3).series)).toBe(false)
  expect(tape.load(serverStateAt(events, 4).series)).toBe(true)
  expectAgreement(tape, events)
})

test('a tape follows a server that restarts its sequence at a lower number', () => {
  const tape = createFollowingTape([createStreamedDeal(900), createStreamedDeal(901)], 901)
  const events = [createStreamedDeal(1), createStreamedDeal(2)]
  tape.restart(1)
  expect(deliver(tape, createStreamedDeal(2))).toBe('incomplete')
  expect(tape.load(serverStateAt(events, 1).series)).toBe(true)
  expect(tape.sequence).toBe(2)
  expectAgreement(tape, events)
})

test('a deal of another trading day makes the tape incomplete until that day is loaded', () => {
  const tape = createFollowingTape(THREE, 3)
  const monday = createStreamedDeal(4, { time: OPENING + 3 * DAY_MS })
  expect([deliver(tape, monday), tape.complete]).toEqual(['incomplete', false])
  expect(deliver(tape, createStreamedDeal(5, { time: OPENING + 3 * DAY_MS + 1 }))).toBe('incomplete')
  expect(tape.load(serverStateAt([monday], 4).series)).toBe(true)
  expect([tape.sequence, tape.series().times.length]).toEqual([5, 2])
})

test('a series older than the loaded one leaves the tape incomplete', () => {
  const tape = createFollowingTape(THREE, 3)
  expect(tape.load(serverStateAt(THREE, 2).series)).toBe(false)
  expect(tape.load(serverStateAt(THREE, 3).series)).toBe(true)
})

test('after a malformed event any loaded series makes the tape complete', () => {
  const tape = createFollowingTape(THREE, 2)
  tape.loseCursor()
  expect([tape.complete, tape.sequence]).toEqual([false, null])
  expect(tape.load(serverStateAt(THREE, 1).series)).toBe(true)
  expect([deliver(tape, createStreamedDeal(2)), deliver(tape, createStreamedDeal(3))]).toEqual(['applied', 'applied'])
  expectAgreement(tape, THREE)
})

test.each([
  ['no sequence', { ...serverStateAt(THREE, 3).series, sequence: null }],
  ['a price of zero', { ...serverStateAt(THREE, 3).series, prices: Float64Array.of(4100, 0, 4100) }],
  [
    'a part of a dollar and nothing else',
    { ...serverStateAt(THREE, 3).series, amounts: Float64Array.of(0.0001, 1, 1) },
  ],
  ['fewer amounts than times', { ...serverStateAt(THREE, 3).series, amounts: Float64Array.of(1) }],
])('a series with %s gives no cursor', (_, series) => {
  const tape = createLiveTape()
  expect(tape.load(series)).toBe(false)
  expect(tape.sequence).toBeNull()
})

test.each([
  ['no price', { price: 0 }],
  ['a part of a dollar', { amount: 0.5 }],
  ['no time', { time: Number.NaN }],
])('a streamed deal with %s makes the tape incomplete', (_, overrides) => {
  const tape = createFollowingTape(THREE, 3)
  expect(deliver(tape, createStreamedDeal(4, overrides))).toBe('incomplete')
  expect(tape.complete).toBe(false)
})

test('deals in order extend the same memory, a late deal does not change earlier columns', () => {
  const tape = createFollowingTape(THREE, 3)
  const first = tape.series()
  const copy = structuredClone(first.times)
  deliver(tape, createStreamedDeal(4))
  const grown = tape.series()
  expect([grown.times.length, grown.times.buffer === first.times.buffer]).toEqual([4, true])
  deliver(tape, createStreamedDeal(5, { time: grown.times.at(-1) ?? 0 }))
  expect(tape.series().times.buffer).toBe(first.times.buffer)
  deliver(tape, createStreamedDeal(6, { time: OPENING }))
  const rebuilt = tape.series()
  expect([rebuilt.times[0], rebuilt.times.buffer === first.times.buffer]).toEqual([OPENING, false])
  expect([first.times, grown.times.slice(0, 3)]).toEqual([copy, copy])
})

test('an unchanged tape returns the same series object', () => {
  const tape = createFollowingTape(THREE, 3)
  expect(tape.series()).toBe(tape.series())
})

test('growing columns are copied rarely: the cost of a row does not grow with their number', () => {
  const tape = createLiveTape()
  tape.load({ times: new Float64Array(), prices: new Float64Array(), amounts: new Float64Array(), sequence: 0 })
  const memories = new Set<unknown>()
  for (let sequence = 1; sequence <= 20_000; sequence += 1) {
    deliver(tape, createStreamedDeal(sequence, { price: 4_100 }))
    memories.add(tape.series().prices.buffer)
  }
  expect(memories.size).toBeLessThan(10)
})

const anyOrder = (events: readonly ServerEvent[]) =>
  fc.shuffledSubarray([...events, ...events], { minLength: 0, maxLength: events.length * 2 })

test('a tape that gets every event, in any order and with repetitions, has the series of the server', () => {
  const deliveries = anyTradingDayEvents.chain((events) =>
    fc.record({
      events: fc.constant(events),
      base: fc.nat(findLastSequence(events)),
      noise: anyOrder(events),
      rest: fc.shuffledSubarray([...events], { minLength: events.length }),
    }),
  )
  fc.assert(
    fc.property(deliveries, ({ events, base, noise, rest }) => {
      const tape = createFollowingTape(events, base)
      for (const event of [...noise, ...rest]) {
        deliver(tape, event)
        // a series that was read earlier must not change
        tape.series()
      }
      if (!tape.complete) expect(tape.load(serverStateAt(events, findLastSequence(events)).series)).toBe(true)
      expect(tape.sequence).toBe(Math.max(base, findLastSequence(events)))
      expectAgreement(tape, events)
    }),
    { numRuns: 400 },
  )
})

interface Leg {
  /** Events before the subscription, and events received before the stream is lost. */
  readonly made: number
  readonly received: number
  readonly repeated: number
  readonly tooOld: boolean
  readonly malformed: boolean
  readonly loadedAt: number
}

const leg: fc.Arbitrary<Leg> = fc.record({
  made: fc.nat(8),
  received: fc.nat(8),
  repeated: fc.nat(3),
  tooOld: fc.boolean(),
  malformed: fc.boolean(),
  loadedAt: fc.nat(8),
})

/** A server whose events happen one after the other, and a tape that follows it as a page does. */
function createFollower(events: readonly ServerEvent[]) {
  const tape = createFollowingTape(events, 0)
  let made = 0
  const sequenceAt = (count: number) => events[Math.min(count, events.length) - 1]?.sequence ?? 0
  const make = (count: number) => {
    made += count
  }
  const loadIfIncomplete = () => {
    if (!tape.complete) tape.load(serverStateAt(events, sequenceAt(made)).series)
  }
  function receive(count: number) {
    const since = tape.sequence ?? 0
    const missed = events.filter(({ sequence }) => sequence > since).slice(0, count)
    for (const event of missed) deliver(tape, event)
    made = Math.max(made, events.findLastIndex(({ sequence }) => sequence <= (tape.sequence ?? 0)) + 1)
  }
  function live({ made: before, received, repeated, tooOld, malformed, loadedAt }: Leg) {
    make(before)
    if (tooOld) tape.restart(sequenceAt(made))
    for (const event of events.slice(0, repeated)) deliver(tape, event)
    receive(received)
    if (malformed) tape.loseCursor()
    make(loadedAt)
    loadIfIncomplete()
  }
  return { tape, live, receive, make, loadIfIncomplete }
}

test('a complete tape agrees with the server after lost, repeated, malformed and old events', () => {
  fc.assert(
    fc.property(anyTradingDayEvents, fc.array(leg, { maxLength: 8 }), (events, legs) => {
      const { tape, live, receive, make, loadIfIncomplete } = createFollower(events)
      for (const one of legs) {
        live(one)
        expect(tape.complete).toBe(true)
        expectAgreement(tape, events)
      }
      receive(events.length)
      make(events.length)
      loadIfIncomplete()
      expectAgreement(tape, events)
      expect(tape.sequence).toBe(findLastSequence(events))
    }),
    { numRuns: 400 },
  )
})
