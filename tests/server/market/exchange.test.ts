import { describe, expect, test } from 'vitest'

import type { MarketEvent } from '#server/market/batch.ts'
import type { ChannelListener } from '#server/market/channel.ts'
import { createExchange } from '#server/market/exchange.ts'
import { createMarketStore, type MarketStore } from '#server/market/market-store.ts'
import { instantOf } from '#src/domain/time/bogota.ts'
import type { DealReport } from '#src/domain/trading/deal.ts'
import { ENGINES, temporaryDatabase } from '#tests/support/databases.ts'
import { testTime } from '#tests/support/market.ts'

const DAY = '2026-11-20'
const MINUTE = 60_000
const NOON = instantOf(DAY, '12:00')

const report = (id: string, but: Partial<DealReport> = {}): DealReport => ({
  id,
  market: 'spot',
  term: 0,
  sector: 1,
  origin: 'negotiated',
  time: instantOf(DAY, '11:50'),
  price: 4100.5,
  amount: 500_000,
  ...but,
})

const made = (id: string, but: Partial<DealReport> = {}): MarketEvent => ({ kind: 'deal', deal: report(id, but) })
const annulled = (id: string, time = '11:55'): MarketEvent => ({ kind: 'annulment', id, time: instantOf(DAY, time) })

const DEAF: ChannelListener = { happened: () => {}, restarted: () => {} }

async function openExchange(store: MarketStore, now = NOON) {
  const time = testTime(now)
  const exchange = createExchange({
    store,
    now: time.now,
    seed: null,
    listeners: () => ({ live: DEAF, delayed: DEAF }),
  })
  await exchange.restore()
  const tape = () => exchange.books.spot.day(DAY)?.counted
  return { exchange, time, tape, store }
}

const openOn = async (engine: (typeof ENGINES)[number]) => {
  const database = await temporaryDatabase(engine)
  return openExchange(createMarketStore(database))
}

describe.each(ENGINES)('%s', (engine) => {
  test('what is taken in is in the database and on the tape, numbered without a gap', async () => {
    const { exchange, tape, store } = await openOn(engine)
    const batch = [made('a'), made('b', { time: instantOf(DAY, '11:51') }), annulled('a'), made('c')]
    expect(await exchange.append(batch)).toEqual({ ok: true, value: { accepted: 3, repeated: 0, annulled: 1 } })
    expect(
      (await store.deals('spot', DAY)).map(({ id, sequence, annulment }) => [id, sequence, annulment?.sequence]),
    ).toEqual([
      ['a', 1, 3],
      ['b', 2, undefined],
      ['c', 4, undefined],
    ])
    expect(tape()?.count).toBe(2)
  })

  test('an annulment of an earlier batch takes the deal off the tape, also as of earlier instants', async () => {
    const { exchange, tape, store } = await openOn(engine)
    await exchange.append([made('a'), made('b', { price: 4200 })])
    expect(tape()?.figures()?.high).toBe(4200)
    await exchange.append([annulled('b')])
    expect([tape()?.figures()?.high, tape()?.count]).toEqual([4100.5, 1])
    expect((await store.dealsOf(['b']))[0]?.annulment).toEqual({ time: instantOf(DAY, '11:55'), sequence: 3 })
  })

  test('the same again changes nothing, with other content it is refused', async () => {
    const { exchange, store } = await openOn(engine)
    await exchange.append([made('a'), annulled('a')])
    expect(await exchange.append([made('a'), annulled('a')])).toEqual({
      ok: true,
      value: { accepted: 0, repeated: 2, annulled: 0 },
    })
    for (const but of [
      { price: 4100.51 },
      { amount: 1 },
      { sector: 2 },
      { time: NOON },
      { origin: 'registered' },
    ] as const) {
      expect(await exchange.append([made('b'), made('a', but)])).toEqual({
        ok: false,
        error: { kind: 'other-content', id: 'a' },
      })
    }
    expect(await store.lastSequence('spot')).toBe(2)
  })
})

test.each([
  ['a deal of the next millisecond', [made('x', { time: NOON + 1 })], 'from-the-future'],
  ['an annulment of the next minute', [made('x', { time: NOON }), annulled('x', '12:01')], 'from-the-future'],
  ['a deal of a day long gone', [made('x', { time: instantOf('2026-10-01', '09:00') })], 'closed-day'],
  ['an annulment of nothing', [annulled('x')], 'unknown-deal'],
  ['an annulment before the deal', [made('x'), annulled('x', '11:49')], 'late-annulment'],
  [
    'an annulment after 16 minutes',
    [made('x', { time: NOON - 16 * MINUTE }), annulled('x', '12:00')],
    'late-annulment',
  ],
] as const)('%s refuses its whole batch', async (_what, events, kind) => {
  const { exchange, tape, store } = await openOn('sqlite')
  expect(await exchange.append([made('good'), ...events])).toEqual({ ok: false, error: { kind, id: 'x' } })
  expect([tape()?.count, await store.lastSequence('spot')]).toEqual([0, 0])
  expect((await exchange.append([made('good')])).ok).toBe(true)
})

test.each([
  ['a deal of this very instant', [made('x', { time: NOON })]],
  ['an annulment after exactly 15 minutes', [made('x', { time: NOON - 15 * MINUTE }), annulled('x', '12:00')]],
  ['an annulment at once', [made('x', { time: NOON }), annulled('x', '12:00')]],
] as const)('%s is taken', async (_what, events) => {
  const { exchange } = await openOn('sqlite')
  expect((await exchange.append(events)).ok).toBe(true)
})

test('nothing is on the tape before the commit, and nothing after one that failed', async () => {
  const store = createMarketStore(await temporaryDatabase('sqlite'))
  let commit = (): Promise<void> => Promise.resolve()
  const { exchange, tape } = await openExchange({
    ...store,
    append: async (batch) => {
      await commit()
      await store.append(batch)
    },
  })
  commit = () => Promise.reject(new Error('disk full'))
  await expect(exchange.append([made('a')])).rejects.toThrow('disk full')
  expect([tape()?.count, exchange.books.spot.sequence]).toEqual([0, 0])

  let finish = () => {}
  commit = () =>
    new Promise((resolve) => {
      finish = resolve
    })
  const appended = exchange.append([made('a')])
  await Promise.resolve()
  expect(tape()?.count).toBe(0)
  while (exchange.books.spot.sequence === 0) {
    finish()
    await Promise.race([appended, new Promise((resolve) => setImmediate(resolve))])
  }
  expect([(await appended).ok, tape()?.count]).toEqual([true, 1])
})

test.each([
  ['after', true],
  ['before', false],
])('a connection that breaks %s the commit loses nothing and doubles nothing', async (_when, committed) => {
  const store = createMarketStore(await temporaryDatabase('sqlite'))
  let broken = false
  const { exchange, tape } = await openExchange({
    ...store,
    append: async (batch) => {
      if (!broken || committed) await store.append(batch)
      if (broken) throw new Error('connection lost')
    },
  })
  await exchange.append([made('old')])
  const batch = [made('a'), made('b'), annulled('old')]
  broken = true
  await expect(exchange.append(batch)).rejects.toThrow('connection lost')
  broken = false
  expect((await exchange.append(batch)).ok).toBe(true)
  expect((await exchange.append([made('c'), annulled('a')])).ok).toBe(true)
  expect(tape()?.count).toBe(2)
  expect([exchange.books.spot.sequence, await store.lastSequence('spot')]).toEqual([6, 6])
})

test('a commit that took its time does not set the books back', async () => {
  const store = createMarketStore(await temporaryDatabase('sqlite'))
  let finish = () => {}
  const { exchange, tape } = await openExchange({
    ...store,
    append: async (batch) => {
      await new Promise<void>((resolve) => {
        finish = resolve
      })
      await store.append(batch)
    },
  })
  exchange.advance(NOON)
  const appended = exchange.append([made('a')])
  exchange.advance(NOON + MINUTE)
  while (tape() === null || tape()?.count !== 1) {
    finish()
    await Promise.race([appended, new Promise((resolve) => setImmediate(resolve))])
  }
  expect((await appended).ok).toBe(true)
  expect(exchange.books.spot.now).toBe(NOON + MINUTE)
})

test('a clock that was put right takes the books back, or visitors would be shown what is new', async () => {
  const { exchange } = await openOn('sqlite')
  exchange.advance(NOON + 60 * MINUTE)
  exchange.advance(NOON)
  await exchange.append([made('a')])
  expect(exchange.books.spot.now).toBe(NOON)
})

test('batches that come at the same time wait for each other', async () => {
  const { exchange, store } = await openOn('sqlite')
  const batches = Array.from({ length: 12 }, (_, row) => exchange.append([made(`op-${row % 8}`), made(`in-${row}`)]))
  const results = await Promise.all(batches)
  expect(results.every(({ ok }) => ok)).toBe(true)
  const deals = await store.deals('spot', DAY)
  expect(deals.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 20 }, (_, row) => row + 1))
})

test('a day is kept 15 minutes after its close, when nothing of it can change any more', async () => {
  const { exchange, time, store } = await openOn('sqlite')
  await exchange.append([made('a'), made('b', { origin: 'registered', price: 4300, amount: 1_500_000 })])
  time.pass(75 * MINUTE - 1)
  await exchange.settle()
  expect(await store.sessions('spot')).toEqual([])
  time.pass(1)
  await exchange.settle()
  await exchange.settle()
  const [session, more] = await store.sessions('spot')
  expect(more).toBeUndefined()
  expect(session?.figures).toMatchObject({ open: 4100.5, count: 1, sum: 500_000 })
  // Registered deals count in the TRM alone: (4100.5 + 3 × 4300) / 4.
  expect(session?.trm).toBe(4250.13)
  expect(exchange.books.spot.pastSession(DAY)).toEqual(session)
})
