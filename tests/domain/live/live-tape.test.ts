import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLiveTape, type LiveTape } from '#src/domain/live/live-tape.ts'
import { DAY_MS } from '#src/domain/time/bogota.ts'
import {
  anAnnulment,
  anySession,
  aStreamedDeal,
  OPENING,
  type ServerEvent,
  serverAt,
} from '#tests/support/live-market.ts'

const deliver = (tape: LiveTape, event: ServerEvent) => (event.kind === 'deal' ? tape.deal(event) : tape.annul(event))

const lastOf = (events: readonly ServerEvent[]) => events.at(-1)?.sequence ?? 0

/** The tape has exactly what the server had at its sequence. */
function agrees(tape: LiveTape, events: readonly ServerEvent[]) {
  const server = serverAt(events, tape.sequence ?? 0)
  expect(tape.series()).toEqual(server.series)
  expect(tape.figures()).toEqual(server.figures)
}

const THREE = [aStreamedDeal(1), aStreamedDeal(2), aStreamedDeal(3)]

function following(events: readonly ServerEvent[], base: number): LiveTape {
  const tape = createLiveTape()
  tape.read(serverAt(events, base).series)
  return tape
}

test('a tape that has read nothing is not whole and goes on from nowhere', () => {
  const tape = createLiveTape()
  expect([tape.whole, tape.sequence, tape.figures(), tape.series().times.length]).toEqual([false, null, null, 0])
})

test('a deal after the series read is added, one that the series has is known', () => {
  const tape = following(THREE, 2)
  expect(THREE.map((deal) => deliver(tape, deal))).toEqual(['known', 'known', 'taken'])
  expect(deliver(tape, aStreamedDeal(3))).toBe('known')
  expect([tape.sequence, tape.whole]).toEqual([3, true])
  agrees(tape, THREE)
})

test('the annulment of a streamed deal removes it, of one that was read it asks for the series', () => {
  const events = [...THREE, anAnnulment(4, 'op-3'), anAnnulment(6, 'op-1')]
  const tape = following(events, 2)
  expect(events.slice(2).map((event) => deliver(tape, event))).toEqual(['taken', 'taken', 'lost'])
  expect(tape.whole).toBe(false)
  expect(tape.read(serverAt(events, 6).series)).toBe(true)
  agrees(tape, events)
})

test('what is told while the series is being read again is not lost', () => {
  const events = [...THREE, anAnnulment(4, 'op-1'), aStreamedDeal(5), aStreamedDeal(6)]
  const tape = following(events, 3)
  for (const event of events.slice(3)) expect(deliver(tape, event)).toBe('lost')
  expect(tape.read(serverAt(events, 5).series)).toBe(true)
  expect(tape.sequence).toBe(6)
  agrees(tape, events)
})

test('an annulment that came before its deal counts once the series was read', () => {
  const events = [...THREE, aStreamedDeal(4), anAnnulment(5, 'op-4')]
  const tape = following(events, 2)
  for (const event of events.toReversed()) deliver(tape, event)
  expect(tape.whole).toBe(false)
  expect(tape.read(serverAt(events, 3).series)).toBe(true)
  agrees(tape, events)
})

test('a series older than the beginning of what was told is not enough', () => {
  const events = [...THREE, aStreamedDeal(4), aStreamedDeal(5)]
  const tape = following(events, 1)
  tape.restart(4)
  expect([tape.whole, tape.sequence]).toEqual([false, 4])
  expect(deliver(tape, aStreamedDeal(5))).toBe('lost')
  expect(tape.read(serverAt(events, 3).series)).toBe(false)
  expect(tape.read(serverAt(events, 4).series)).toBe(true)
  agrees(tape, events)
})

test('a server that counts again from lower down is followed from there', () => {
  const tape = following([aStreamedDeal(900), aStreamedDeal(901)], 901)
  const events = [aStreamedDeal(1), aStreamedDeal(2)]
  tape.restart(1)
  expect(deliver(tape, aStreamedDeal(2))).toBe('lost')
  expect(tape.read(serverAt(events, 1).series)).toBe(true)
  expect(tape.sequence).toBe(2)
  agrees(tape, events)
})

test('a deal of another day has its own session read: the place was the end of one and the beginning of the next', () => {
  const tape = following(THREE, 3)
  const monday = aStreamedDeal(4, { time: OPENING + 3 * DAY_MS })
  expect([deliver(tape, monday), tape.whole]).toEqual(['lost', false])
  expect(deliver(tape, aStreamedDeal(5, { time: OPENING + 3 * DAY_MS + 1 }))).toBe('lost')
  expect(tape.read(serverAt([monday], 4).series)).toBe(true)
  expect([tape.sequence, tape.series().times.length]).toEqual([5, 2])
})

test('an answer that was overtaken by a newer one is not enough either', () => {
  const tape = following(THREE, 3)
  expect(tape.read(serverAt(THREE, 2).series)).toBe(false)
  expect(tape.read(serverAt(THREE, 3).series)).toBe(true)
})

test('after an event that could not be read only a series counts, whichever', () => {
  const tape = following(THREE, 2)
  tape.spoil()
  expect([tape.whole, tape.sequence]).toEqual([false, null])
  expect(tape.read(serverAt(THREE, 1).series)).toBe(true)
  expect([deliver(tape, aStreamedDeal(2)), deliver(tape, aStreamedDeal(3))]).toEqual(['taken', 'taken'])
  agrees(tape, THREE)
})

test.each([
  ['no sequence', { ...serverAt(THREE, 3).series, sequence: null }],
  ['a price that is none', { ...serverAt(THREE, 3).series, prices: Float64Array.of(4100, 0, 4100) }],
  ['a part of a dollar and nothing else', { ...serverAt(THREE, 3).series, amounts: Float64Array.of(0.0001, 1, 1) }],
  ['fewer amounts than times', { ...serverAt(THREE, 3).series, amounts: Float64Array.of(1) }],
])('a series with %s is nothing to go on from', (_, series) => {
  const tape = createLiveTape()
  expect(tape.read(series)).toBe(false)
  expect(tape.sequence).toBeNull()
})

test.each([
  ['no price', { price: 0 }],
  ['a part of a dollar', { amount: 0.5 }],
  ['no time', { time: Number.NaN }],
])('a streamed deal with %s asks for the series', (_, but) => {
  const tape = following(THREE, 3)
  expect(deliver(tape, aStreamedDeal(4, but))).toBe('lost')
  expect(tape.whole).toBe(false)
})

test('deals in order make longer views of the same memory, a late one leaves what was handed out as it was', () => {
  const tape = following(THREE, 3)
  const first = tape.series()
  const copy = structuredClone(first.times)
  deliver(tape, aStreamedDeal(4))
  const grown = tape.series()
  expect([grown.times.length, grown.times.buffer === first.times.buffer]).toEqual([4, true])
  deliver(tape, aStreamedDeal(5, { time: grown.times.at(-1) ?? 0 }))
  expect(tape.series().times.buffer).toBe(first.times.buffer)
  deliver(tape, aStreamedDeal(6, { time: OPENING }))
  const rebuilt = tape.series()
  expect([rebuilt.times[0], rebuilt.times.buffer === first.times.buffer]).toEqual([OPENING, false])
  expect([first.times, grown.times.slice(0, 3)]).toEqual([copy, copy])
})

test('nothing new is the very same series', () => {
  const tape = following(THREE, 3)
  expect(tape.series()).toBe(tape.series())
})

test('columns that grow are copied seldom: a row costs the same however many there are', () => {
  const tape = createLiveTape()
  tape.read({ times: new Float64Array(), prices: new Float64Array(), amounts: new Float64Array(), sequence: 0 })
  const memories = new Set<unknown>()
  for (let sequence = 1; sequence <= 20_000; sequence += 1) {
    deliver(tape, aStreamedDeal(sequence, { price: 4_100 }))
    memories.add(tape.series().prices.buffer)
  }
  expect(memories.size).toBeLessThan(10)
})

const arrangement = (events: readonly ServerEvent[]) =>
  fc.shuffledSubarray([...events, ...events], { minLength: 0, maxLength: events.length * 2 })

test('in whatever order and however often events come, the series ends as the server has it', () => {
  const deliveries = anySession.chain((events) =>
    fc.record({
      events: fc.constant(events),
      base: fc.nat(lastOf(events)),
      noise: arrangement(events),
      rest: fc.shuffledSubarray([...events], { minLength: events.length }),
    }),
  )
  fc.assert(
    fc.property(deliveries, ({ events, base, noise, rest }) => {
      const tape = following(events, base)
      for (const event of [...noise, ...rest]) {
        deliver(tape, event)
        // what was drawn before must not show in what is drawn later
        tape.series()
      }
      if (!tape.whole) expect(tape.read(serverAt(events, lastOf(events)).series)).toBe(true)
      expect(tape.sequence).toBe(Math.max(base, lastOf(events)))
      agrees(tape, events)
    }),
    { numRuns: 400 },
  )
})

interface Leg {
  /** How many events have been made when the stream is joined, and how many of those to come are heard before the cut. */
  readonly made: number
  readonly heard: number
  readonly repeated: number
  readonly tooOld: boolean
  readonly garbled: boolean
  readonly readAt: number
}

const leg: fc.Arbitrary<Leg> = fc.record({
  made: fc.nat(8),
  heard: fc.nat(8),
  repeated: fc.nat(3),
  tooOld: fc.boolean(),
  garbled: fc.boolean(),
  readAt: fc.nat(8),
})

/** A server whose events come to be one after the other, and a tape that follows it as a page does. */
function createFollower(events: readonly ServerEvent[]) {
  const tape = following(events, 0)
  let made = 0
  const sequenceAt = (count: number) => events[Math.min(count, events.length) - 1]?.sequence ?? 0
  const make = (count: number) => {
    made += count
  }
  const readIfBroken = () => {
    if (!tape.whole) tape.read(serverAt(events, sequenceAt(made)).series)
  }
  function hear(count: number) {
    const since = tape.sequence ?? 0
    const missed = events.filter(({ sequence }) => sequence > since).slice(0, count)
    for (const event of missed) deliver(tape, event)
    made = Math.max(made, events.findLastIndex(({ sequence }) => sequence <= (tape.sequence ?? 0)) + 1)
  }
  function live({ made: before, heard, repeated, tooOld, garbled, readAt }: Leg) {
    make(before)
    if (tooOld) tape.restart(sequenceAt(made))
    for (const event of events.slice(0, repeated)) deliver(tape, event)
    hear(heard)
    if (garbled) tape.spoil()
    make(readAt)
    readIfBroken()
  }
  return { tape, live, hear, make, readIfBroken }
}

test("whatever is cut, repeated, garbled or too old, a whole series is the server's of its sequence, and ends complete", () => {
  fc.assert(
    fc.property(anySession, fc.array(leg, { maxLength: 8 }), (events, legs) => {
      const { tape, live, hear, make, readIfBroken } = createFollower(events)
      for (const one of legs) {
        live(one)
        expect(tape.whole).toBe(true)
        agrees(tape, events)
      }
      hear(events.length)
      make(events.length)
      readIfBroken()
      agrees(tape, events)
      expect(tape.sequence).toBe(lastOf(events))
    }),
    { numRuns: 400 },
  )
})
