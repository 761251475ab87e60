import fc from 'fast-check'
import { expect, test } from 'vitest'

import { type AudienceView, createAudienceView } from '#server/market/audience-view.ts'
import type { RecordedDeal } from '#server/market/market-store.ts'
import { createDeal } from '#tests/support/deals.ts'

const DELAY = 900_000
const START_ID = 100

interface TestView {
  readonly view: AudienceView
  /** The emitted events: the id of a deal, `-id` of an annulment, `!` for a restart. */
  readonly events: string[]
}

function startView(delay: number): TestView {
  const events: string[] = []
  const view = createAudienceView({ delay })
  view.subscribe({
    onEvent: ({ kind, deal }) => events.push(kind === 'deal' ? deal.id : `-${deal.id}`),
    onRestart: () => events.push('!'),
  })
  view.start(START_ID)
  events.length = 0
  return { view, events }
}

const deal = (sequence: number, time: number, overrides: Partial<RecordedDeal> = {}): RecordedDeal => ({
  ...createDeal({ id: `d${sequence}`, sequence, time }),
  recordedAt: time,
  annulment: null,
  ...overrides,
})

test.each([
  [0, 1_000, 999],
  [DELAY, 1_000 + DELAY, 999 + DELAY],
])('with a delay of %i a deal at 1,000 is visible at %i and not at %i', (delay, visible, before) => {
  const { view, events } = startView(delay)
  view.record(deal(101, 1_000))
  view.advance(before)
  expect([events, view.lastId]).toEqual([[], START_ID])
  view.advance(visible)
  expect([events, view.lastId]).toEqual([['d101'], 101])
})

test('every deal is emitted exactly once, for any deals and clock steps', () => {
  const times = fc.array(fc.integer({ min: 0, max: 5_000 }), { maxLength: 40, size: 'max' })
  const steps = fc.array(fc.integer({ min: 0, max: 6_000 }), { maxLength: 10 })
  fc.assert(
    fc.property(times, steps, fc.constantFrom(0, 500), (dealTimes, clock, delay) => {
      const { view, events } = startView(delay)
      const deals = dealTimes.map((time, row) => deal(101 + row, time))
      for (const one of deals) view.record(one)
      for (const now of [...clock].sort((a, b) => a - b)) {
        view.advance(now)
        for (const id of events) {
          expect(deals.find((one) => one.id === id)?.time).toBeLessThanOrEqual(now - delay)
        }
      }
      view.advance(10_000)
      expect([...events].sort()).toEqual(deals.map(({ id }) => id).sort())
    }),
  )
})

test('eventsAfter returns the later events in their order', () => {
  const times = fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 1, maxLength: 30, size: 'max' })
  fc.assert(
    fc.property(times, fc.nat(), fc.constantFrom(0, 50), (dealTimes, at, delay) => {
      const { view, events } = startView(delay)
      for (const [row, time] of dealTimes.entries()) view.record(deal(101 + row, time))
      view.advance(1_000)
      const index = at % (events.length + 1)
      const id = index === 0 ? START_ID : Number(events[index - 1]?.slice(1))
      expect(view.eventsAfter(id)?.map((event) => event.deal.id)).toEqual(events.slice(index))
    }),
  )
})

test('eventsAfter returns null for an unknown event', () => {
  const { view } = startView(DELAY)
  view.record(deal(101, 1_000))
  expect(view.eventsAfter(101)).toBeNull()
  expect(view.eventsAfter(START_ID)).toEqual([])
  expect(view.eventsAfter(START_ID - 1)).toBeNull()
})

test('the live view emits a deal and its annulment, the delayed view neither', () => {
  for (const [delay, expected] of [
    [0, ['d101', 'd102', '-d101']],
    [DELAY, ['d102']],
  ] as const) {
    const { view, events } = startView(delay)
    view.record(deal(101, 1_000))
    view.record(deal(102, 2_000))
    view.advance(2_000)
    view.annul(deal(101, 1_000), { time: 3_000, sequence: 103 })
    view.advance(3_000 + DELAY)
    expect(events).toEqual(expected)
  }
})

test('the delayed view never emits a deal that is annulled at its visible instant', () => {
  const { view, events } = startView(DELAY)
  view.record(deal(101, 1_000))
  view.annul(deal(101, 1_000), { time: 1_000 + DELAY, sequence: 102 })
  view.advance(1_000 + DELAY)
  expect(events).toEqual([])
})

test('the delayed view restarts after the annulment of a visible deal', () => {
  const { view, events } = startView(DELAY)
  view.record(deal(101, 1_000))
  view.record(deal(102, 2_000))
  view.advance(2_000 + DELAY)
  view.annul(deal(101, 1_000), { time: 1_500, sequence: 103 })
  view.record(deal(104, 3_000))
  view.advance(3_000 + DELAY)
  view.advance(9_000 + DELAY)
  expect([events, view.lastId]).toEqual([['d101', 'd102', 'd104', '!'], 103])
  expect([view.eventsAfter(102), view.eventsAfter(103)]).toEqual([null, []])
})

test('the delayed view emits a late report when it is recorded', () => {
  const { view, events } = startView(DELAY)
  view.record(deal(101, 5_000))
  view.advance(5_000 + DELAY)
  view.record(deal(102, 1_000, { recordedAt: 6_000 + DELAY }))
  view.advance(5_999 + DELAY)
  expect(events).toEqual(['d101'])
  view.advance(6_000 + DELAY)
  expect(events).toEqual(['d101', 'd102'])
})

test('the live view emits late reports in the order of the sequence', () => {
  const { view, events } = startView(0)
  view.record(deal(102, 1_000))
  view.record(deal(101, 2_000))
  view.advance(2_000)
  expect(events).toEqual(['d101', 'd102'])
})

test('a deal that does not count changes the version and emits no event', () => {
  for (const overrides of [{ sector: 2 }, { origin: 'registered' }] as const) {
    const { view, events } = startView(DELAY)
    view.record(deal(101, 1_000, overrides))
    const before = view.version
    view.advance(1_000 + DELAY)
    expect([events, view.lastId, view.version > before]).toEqual([[], START_ID, true])
  }
})

test('the version does not change while nothing becomes visible', () => {
  const { view } = startView(DELAY)
  view.record(deal(101, 1_000))
  const before = view.version
  view.advance(999 + DELAY)
  expect(view.version).toBe(before)
  view.advance(1_000 + DELAY)
  expect(view.version).toBeGreaterThan(before)
})

test('a new trading day starts without emitted or pending events', () => {
  const { view, events } = startView(0)
  view.record(deal(101, 1_000))
  view.start(200)
  view.advance(2_000)
  expect([events, view.lastId, view.eventsAfter(START_ID)]).toEqual([['!'], 200, null])
})
