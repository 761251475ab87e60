import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RecordedDeal } from '#server/market/store/market-store.ts'
import { type AudienceView, createAudienceView } from '#server/market/stream/audience-view.ts'
import { createDeal } from '#tests/support/deals.ts'

const DELAY = 900_000
const START_ID = 100

interface TestView {
  readonly view: AudienceView
  /** The emitted events: the id of a deal, `-id` of an annulment, `!` for a restart. */
  readonly events: string[]
  /** The ids of the emitted events. */
  readonly ids: number[]
}

function startView(delay: number): TestView {
  const events: string[] = []
  const ids: number[] = []
  const view = createAudienceView({ delay })
  view.subscribe({
    onEvent({ id, kind, deal }) {
      ids.push(id)
      events.push(kind === 'deal' ? deal.id : `-${deal.id}`)
    },
    onRestart: () => events.push('!'),
  })
  view.start(START_ID)
  events.length = 0
  return { view, events, ids }
}

const createRecordedDeal = (sequence: number, time: number, overrides: Partial<RecordedDeal> = {}): RecordedDeal => ({
  ...createDeal({ id: `d${sequence}`, sequence, time }),
  recordedAt: time,
  annulment: null,
  ...overrides,
})

test.each([
  [0, 1_000, 999],
  [DELAY, 1_000 + DELAY, 999 + DELAY],
])('with a delay of %i ms, a deal at 1,000 is visible at %i but not at %i', (delay, visible, before) => {
  const { view, events } = startView(delay)
  view.record(createRecordedDeal(101, 1_000))
  view.advance(before)
  expect([events, view.lastId]).toEqual([[], START_ID])
  view.advance(visible)
  expect([events, view.lastId]).toEqual([['d101'], 101])
})

test('the view emits every deal exactly once for any deals and clock steps', () => {
  const times = fc.array(fc.integer({ min: 0, max: 5_000 }), { maxLength: 40, size: 'max' })
  const steps = fc.array(fc.integer({ min: 0, max: 6_000 }), { maxLength: 10 })
  fc.assert(
    fc.property(times, steps, fc.constantFrom(0, 500), (dealTimes, clock, delay) => {
      const { view, events } = startView(delay)
      const deals = dealTimes.map((time, row) => createRecordedDeal(101 + row, time))
      for (const each of deals) view.record(each)
      for (const now of [...clock].sort((a, b) => a - b)) {
        view.advance(now)
        for (const id of events) {
          expect(deals.find((each) => each.id === id)?.time).toBeLessThanOrEqual(now - delay)
        }
      }
      view.advance(10_000)
      expect([...events].sort()).toEqual(deals.map(({ id }) => id).sort())
    }),
  )
})

test('eventsAfter returns the events after an id in their order', () => {
  const times = fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 1, maxLength: 30, size: 'max' })
  fc.assert(
    fc.property(times, fc.nat(), fc.constantFrom(0, 50), (dealTimes, at, delay) => {
      const { view, events, ids } = startView(delay)
      for (const [row, time] of dealTimes.entries()) view.record(createRecordedDeal(101 + row, time))
      view.advance(1_000)
      const index = at % (events.length + 1)
      const id = index === 0 ? START_ID : (ids[index - 1] ?? 0)
      expect(ids).toEqual([...ids].sort((one, other) => one - other))
      expect(view.eventsAfter(id)?.map((event) => event.deal.id)).toEqual(events.slice(index))
    }),
  )
})

test('eventsAfter returns null for the id of an unknown event', () => {
  const { view } = startView(DELAY)
  view.record(createRecordedDeal(101, 1_000))
  expect(view.eventsAfter(101)).toBeNull()
  expect(view.eventsAfter(START_ID)).toEqual([])
  expect(view.eventsAfter(START_ID - 1)).toBeNull()
})

test('only the live view emits a deal that is annulled within the delay, and its annulment', () => {
  for (const [delay, expected] of [
    [0, ['d101', 'd102', '-d101']],
    [DELAY, ['d102']],
  ] as const) {
    const { view, events } = startView(delay)
    view.record(createRecordedDeal(101, 1_000))
    view.record(createRecordedDeal(102, 2_000))
    view.advance(2_000)
    view.annul(createRecordedDeal(101, 1_000), { time: 3_000, sequence: 103, recordedAt: 3_000 })
    view.advance(3_000 + DELAY)
    expect(events).toEqual(expected)
  }
})

test('the delayed view never emits a deal that is annulled when it would become visible', () => {
  const { view, events } = startView(DELAY)
  view.record(createRecordedDeal(101, 1_000))
  view.annul(createRecordedDeal(101, 1_000), { time: 1_000 + DELAY, sequence: 102, recordedAt: 1_000 + DELAY })
  view.advance(1_000 + DELAY)
  expect(events).toEqual([])
})

test('the delayed view restarts after the annulment of a visible deal', () => {
  const { view, events } = startView(DELAY)
  view.record(createRecordedDeal(101, 1_000))
  view.record(createRecordedDeal(102, 2_000))
  view.advance(2_000 + DELAY)
  view.annul(createRecordedDeal(101, 1_000), { time: 1_500, sequence: 103, recordedAt: 2_500 + DELAY })
  view.record(createRecordedDeal(104, 3_000))
  view.advance(3_000 + DELAY)
  view.advance(9_000 + DELAY)
  // The snapshot of the restart includes deal 104, which became visible in the same call.
  expect([events, view.lastId]).toEqual([['d101', 'd102', '!'], 104])
  expect([view.eventsAfter(102), view.eventsAfter(103)?.length, view.eventsAfter(104)]).toEqual([null, 1, []])
})

/** A deal or an annulment that the server records. */
interface RecordedEvent {
  /** Instant at which the server records the event. */
  readonly at: number
  readonly row: number
  readonly time: number
  readonly isAnnulment: boolean
}

const anyTime = fc.integer({ min: 0, max: 3_000 })

/** Deals, some of them late or annulled, and their annulments, in the order of recording. */
const anyRecords = fc
  .array(
    fc.record({
      time: anyTime,
      lateBy: fc.option(anyTime, { freq: 3 }),
      annulledAfter: fc.option(anyTime, { freq: 3 }),
    }),
    { maxLength: 20 },
  )
  .map((drafts) =>
    drafts
      .flatMap(({ time, lateBy, annulledAfter }, row): RecordedEvent[] => {
        const at = time + (lateBy ?? 0)
        const recorded = { at, row, time, isAnnulment: false }
        const annulled = { at: at + 1 + (annulledAfter ?? 0), row, time, isAnnulment: true }
        return annulledAfter === null ? [recorded] : [recorded, annulled]
      })
      .sort((one, other) => one.at - other.at || one.row - other.row),
  )

/** Records deals and annulments in a view while its clock advances. Returns the database rows. */
function recordAll(
  view: AudienceView,
  records: readonly RecordedEvent[],
  clock: readonly number[],
): readonly RecordedDeal[] {
  const rows = new Map<number, RecordedDeal>()
  const ticks = [...clock].sort((a, b) => a - b)
  for (const [index, { at, row, time, isAnnulment }] of records.entries()) {
    while ((ticks[0] ?? Infinity) < at) view.advance(ticks.shift() ?? 0)
    const sequence = START_ID + 1 + index
    const known = rows.get(row)
    if (isAnnulment && known) {
      const annulment = { time, sequence, recordedAt: at }
      rows.set(row, { ...known, annulment })
      view.annul(known, annulment)
    } else {
      rows.set(row, createRecordedDeal(sequence, time, { recordedAt: at }))
      view.record(createRecordedDeal(sequence, time, { recordedAt: at }))
    }
    view.advance(at)
  }
  view.advance(10_000)
  return [...rows.values()]
}

test('a restarted server assigns the same event ids, also to corrections', () => {
  const steps = fc.array(fc.integer({ min: 0, max: 6_000 }), { maxLength: 6 })
  fc.assert(
    fc.property(anyRecords, steps, fc.constantFrom(0, 500), (records, clock, delay) => {
      const { view } = startView(delay)
      const rows = recordAll(view, records, clock)
      const restarted = createAudienceView({ delay })
      restarted.start(START_ID, 10_000, rows)
      const readAfter = (from: AudienceView, id: number) =>
        from.eventsAfter(id)?.map((event) => `${event.id} ${event.kind} ${event.deal.id}`)
      expect(restarted.lastId).toBe(view.lastId)
      for (let id = START_ID; id <= view.lastId; id += 1) expect(readAfter(restarted, id)).toEqual(readAfter(view, id))
    }),
  )
})

test('event ids follow the order in which deals become visible, also for a late report', () => {
  const { view, ids, events } = startView(DELAY)
  view.record(createRecordedDeal(101, 2_000))
  view.record(createRecordedDeal(102, 1_000, { recordedAt: 1_500 + DELAY }))
  view.advance(1_500 + DELAY)
  view.advance(2_000 + DELAY)
  expect([events, ids]).toEqual([
    ['d102', 'd101'],
    [101, 102],
  ])
})

test('the delayed view restarts once when a deal and its late annulment are due in one call', () => {
  const { view, events } = startView(DELAY)
  view.record(createRecordedDeal(101, 1_000))
  view.annul(createRecordedDeal(101, 1_000), { time: 2_000, sequence: 102, recordedAt: 1_001 + DELAY })
  view.advance(1_001 + DELAY)
  expect([events, view.eventsAfter(START_ID)]).toEqual([['!'], null])
})

test('the delayed view emits a late report at the instant of its recording', () => {
  const { view, events } = startView(DELAY)
  view.record(createRecordedDeal(101, 5_000))
  view.advance(5_000 + DELAY)
  view.record(createRecordedDeal(102, 1_000, { recordedAt: 6_000 + DELAY }))
  view.advance(5_999 + DELAY)
  expect(events).toEqual(['d101'])
  view.advance(6_000 + DELAY)
  expect(events).toEqual(['d101', 'd102'])
})

test('the live view emits deals in the order of their sequence numbers', () => {
  const { view, events } = startView(0)
  view.record(createRecordedDeal(102, 1_000))
  view.record(createRecordedDeal(101, 2_000))
  view.advance(2_000)
  expect(events).toEqual(['d101', 'd102'])
})

test('an uncounted deal changes the version and emits no event', () => {
  for (const overrides of [{ sector: 2 }, { origin: 'registered' }] as const) {
    const { view, events } = startView(DELAY)
    view.record(createRecordedDeal(101, 1_000, overrides))
    const before = view.version
    view.advance(1_000 + DELAY)
    expect([events, view.lastId, view.version > before]).toEqual([[], START_ID, true])
  }
})

test('the version changes only when a deal becomes visible', () => {
  const { view } = startView(DELAY)
  view.record(createRecordedDeal(101, 1_000))
  const before = view.version
  view.advance(999 + DELAY)
  expect(view.version).toBe(before)
  view.advance(1_000 + DELAY)
  expect(view.version).toBeGreaterThan(before)
})

test('the start of a trading day removes emitted and pending events', () => {
  const { view, events } = startView(0)
  view.record(createRecordedDeal(101, 1_000))
  view.start(200)
  view.advance(2_000)
  expect([events, view.lastId, view.eventsAfter(START_ID)]).toEqual([['!'], 200, null])
})
