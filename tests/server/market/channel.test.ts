import fc from 'fast-check'
import { expect, test } from 'vitest'

import { type Channel, type ChannelEvent, createChannel } from '#server/market/channel.ts'
import type { RecordedDeal } from '#server/market/market-store.ts'
import { aDeal } from '#tests/support/deals.ts'

const DELAY = 900_000
const BASE = 100

interface Heard {
  readonly channel: Channel
  /** Ids of deals, `-id` of annulments, `!` where it began anew. */
  readonly words: string[]
}

function listening(delay: number): Heard {
  const words: string[] = []
  const word = ({ kind, deal }: ChannelEvent) => (kind === 'deal' ? deal.id : `-${deal.id}`)
  const listener = { happened: (event: ChannelEvent) => words.push(word(event)), restarted: () => words.push('!') }
  const channel = createChannel({ delay, listener })
  channel.open(BASE)
  words.length = 0
  return { channel, words }
}

const deal = (sequence: number, time: number, but: Partial<RecordedDeal> = {}): RecordedDeal => ({
  ...aDeal({ id: `d${sequence}`, sequence, time }),
  recordedAt: time,
  annulment: null,
  ...but,
})

test.each([
  [0, 1_000, 999],
  [DELAY, 1_000 + DELAY, 999 + DELAY],
])('with a delay of %i a deal of 1,000 is told at %i and not at %i', (delay, visible, before) => {
  const { channel, words } = listening(delay)
  channel.take(deal(101, 1_000))
  channel.advance(before)
  expect([words, channel.lastId]).toEqual([[], BASE])
  channel.advance(visible)
  expect([words, channel.lastId]).toEqual([['d101'], 101])
})

test('nobody is told twice, and nothing is left out, whatever the deals and the steps of the clock', () => {
  const times = fc.array(fc.integer({ min: 0, max: 5_000 }), { maxLength: 40, size: 'max' })
  const steps = fc.array(fc.integer({ min: 0, max: 6_000 }), { maxLength: 10 })
  fc.assert(
    fc.property(times, steps, fc.constantFrom(0, 500), (dealTimes, clock, delay) => {
      const { channel, words } = listening(delay)
      const deals = dealTimes.map((time, row) => deal(101 + row, time))
      for (const one of deals) channel.take(one)
      for (const now of [...clock].sort((a, b) => a - b)) {
        channel.advance(now)
        for (const id of words) {
          expect(deals.find((one) => one.id === id)?.time).toBeLessThanOrEqual(now - delay)
        }
      }
      channel.advance(10_000)
      expect([...words].sort()).toEqual(deals.map(({ id }) => id).sort())
    }),
  )
})

test('from any event on, what was told after it is told again in the same order', () => {
  const times = fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 1, maxLength: 30, size: 'max' })
  fc.assert(
    fc.property(times, fc.nat(), fc.constantFrom(0, 50), (dealTimes, at, delay) => {
      const { channel, words } = listening(delay)
      for (const [row, time] of dealTimes.entries()) channel.take(deal(101 + row, time))
      channel.advance(1_000)
      const place = at % (words.length + 1)
      const id = place === 0 ? BASE : Number(words[place - 1]?.slice(1))
      expect(channel.after(id)?.map((event) => event.deal.id)).toEqual(words.slice(place))
    }),
  )
})

test('an event that was never told here cannot be gone on from', () => {
  const { channel } = listening(DELAY)
  channel.take(deal(101, 1_000))
  expect(channel.after(101)).toBeNull()
  expect(channel.after(BASE)).toEqual([])
  expect(channel.after(BASE - 1)).toBeNull()
})

test('the live audience hears of an annulment in its place, the delayed one of neither', () => {
  for (const [delay, expected] of [
    [0, ['d101', 'd102', '-d101']],
    [DELAY, ['d102']],
  ] as const) {
    const { channel, words } = listening(delay)
    channel.take(deal(101, 1_000))
    channel.take(deal(102, 2_000))
    channel.advance(2_000)
    channel.annul(deal(101, 1_000), { time: 3_000, sequence: 103 })
    channel.advance(3_000 + DELAY)
    expect(words).toEqual(expected)
  }
})

test('a deal annulled in the very moment it becomes visible was never seen by the delayed audience', () => {
  const { channel, words } = listening(DELAY)
  channel.take(deal(101, 1_000))
  channel.annul(deal(101, 1_000), { time: 1_000 + DELAY, sequence: 102 })
  channel.advance(1_000 + DELAY)
  expect(words).toEqual([])
})

test('a correction of what the delayed audience saw already makes it begin anew', () => {
  const { channel, words } = listening(DELAY)
  channel.take(deal(101, 1_000))
  channel.take(deal(102, 2_000))
  channel.advance(2_000 + DELAY)
  channel.annul(deal(101, 1_000), { time: 1_500, sequence: 103 })
  channel.take(deal(104, 3_000))
  channel.advance(3_000 + DELAY)
  channel.advance(9_000 + DELAY)
  expect([words, channel.lastId]).toEqual([['d101', 'd102', 'd104', '!'], 103])
  expect([channel.after(102), channel.after(103)]).toEqual([null, []])
})

test('a late report is told to the delayed audience when it comes in, after what was told before', () => {
  const { channel, words } = listening(DELAY)
  channel.take(deal(101, 5_000))
  channel.advance(5_000 + DELAY)
  channel.take(deal(102, 1_000, { recordedAt: 6_000 + DELAY }))
  channel.advance(5_999 + DELAY)
  expect(words).toEqual(['d101'])
  channel.advance(6_000 + DELAY)
  expect(words).toEqual(['d101', 'd102'])
})

test('the live audience is told in the order of the sequence, also of late reports', () => {
  const { channel, words } = listening(0)
  channel.take(deal(102, 1_000))
  channel.take(deal(101, 2_000))
  channel.advance(2_000)
  expect(words).toEqual(['d101', 'd102'])
})

test('what does not count is not told, but an answer may become another by it', () => {
  for (const but of [{ sector: 2 }, { origin: 'registered' }] as const) {
    const { channel, words } = listening(DELAY)
    channel.take(deal(101, 1_000, but))
    const before = channel.version
    channel.advance(1_000 + DELAY)
    expect([words, channel.lastId, channel.version > before]).toEqual([[], BASE, true])
  }
})

test('the version stands still while nothing becomes visible', () => {
  const { channel } = listening(DELAY)
  channel.take(deal(101, 1_000))
  const before = channel.version
  channel.advance(999 + DELAY)
  expect(channel.version).toBe(before)
  channel.advance(1_000 + DELAY)
  expect(channel.version).toBeGreaterThan(before)
})

test('a new session begins with nothing told and nothing waiting', () => {
  const { channel, words } = listening(0)
  channel.take(deal(101, 1_000))
  channel.open(200)
  channel.advance(2_000)
  expect([words, channel.lastId, channel.after(BASE)]).toEqual([['!'], 200, null])
})
