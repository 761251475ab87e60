import { describe, expect, test } from 'vitest'

import type { MarketEvent } from '#server/market/batch.ts'
import { createDealLog } from '#server/market/deal-log.ts'
import { EVENTS_PER_PART } from '#server/market/report-parts.ts'
import type { MarketStore } from '#server/market/store/market-store.ts'
import { toInstant } from '#src/domain/time/bogota.ts'
import type { DealReport } from '#src/domain/trading/deal.ts'
import { ENGINES, temporaryDatabase } from '#tests/support/databases.ts'
import { testTime } from '#tests/support/market.ts'
import { testMarketStore } from '#tests/support/market-store.ts'

const DAY = '2026-11-20'
const MINUTE = 60_000
const NOON = toInstant(DAY, '12:00')

const createReport = (id: string, overrides: Partial<DealReport> = {}): DealReport => ({
  id,
  market: 'spot',
  term: 0,
  sector: 1,
  origin: 'negotiated',
  time: toInstant(DAY, '11:50'),
  price: 4100.5,
  amount: 500_000,
  ...overrides,
})

const createDealEvent = (id: string, overrides: Partial<DealReport> = {}): MarketEvent => ({
  kind: 'deal',
  deal: createReport(id, overrides),
})
const createAnnulmentEvent = (id: string, time = '11:55'): MarketEvent => ({
  kind: 'annulment',
  id,
  time: toInstant(DAY, time),
})

async function openDealLog(store: MarketStore, now = NOON) {
  const time = testTime(now)
  const dealLog = createDealLog({
    store,
    now: time.now,
    seed: null,
  })
  await dealLog.restore()
  const getTape = () => dealLog.marketDays.spot.find(DAY)?.counted
  return { dealLog, time, getTape, store }
}

const openEmptyLog = async (engine: (typeof ENGINES)[number]) => {
  const database = await temporaryDatabase(engine)
  return openDealLog(testMarketStore(database))
}

describe.each(ENGINES)('%s', (engine) => {
  test('a batch whose sender gets no reply any more ends between two parts, and its repetition goes on (D124)', async () => {
    const store = testMarketStore(await temporaryDatabase(engine))
    const sender = new AbortController()
    const { dealLog } = await openDealLog({
      ...store,
      async write(lastId, work) {
        const line = await store.write(lastId, work)
        sender.abort()
        return line
      },
    })
    const events = Array.from({ length: 2 * EVENTS_PER_PART }, (_, index) => createDealEvent(`op-${index}`))
    const report = { events, markets: ['spot'], strict: false } as const
    const none = { annulled: 0, waiting: [], refused: [] }
    const first = await dealLog.report(report, sender.signal)
    expect(first).toEqual({ ok: true, value: { accepted: EVENTS_PER_PART, repeated: 0, ...none } })
    expect(await dealLog.report(report)).toEqual({
      ok: true,
      value: { accepted: EVENTS_PER_PART, repeated: EVENTS_PER_PART, ...none },
    })
  })

  test('storeEndedDays includes a committed batch whose reply was lost, even before its retry', async () => {
    const store = testMarketStore(await temporaryDatabase(engine))
    let losesReply = false
    const { dealLog, time } = await openDealLog(
      {
        ...store,
        write: async (lastId, work) => {
          const line = await store.write(lastId, work)
          if (losesReply) throw new Error('connection lost')
          return line
        },
      },
      toInstant(DAY, '13:14'),
    )
    await dealLog.append([createDealEvent('known')])
    const batch = [createDealEvent('late', { price: 4300, amount: 1_500_000 })]
    losesReply = true
    await expect(dealLog.append(batch)).rejects.toThrow('connection lost')
    losesReply = false
    time.pass(MINUTE)
    await dealLog.storeEndedDays()
    expect(await dealLog.append(batch)).toEqual({ ok: true, value: { accepted: 0, repeated: 1, annulled: 0 } })

    // The TRM is (4100.5 + 3 × 4300) / 4.
    const storedDay = { figures: { last: 4300, count: 2, sum: 2_000_000 }, trm: 4250.13 }
    expect(await store.storedDays('spot')).toMatchObject([storedDay])
    expect(dealLog.marketDays.spot.findStoredDay(DAY)).toMatchObject(storedDay)
    const restarted = await openDealLog(store, time.now())
    await restarted.dealLog.storeEndedDays()
    expect(restarted.dealLog.marketDays.spot.findStoredDay(DAY)).toMatchObject(storedDay)
    expect(restarted.getTape()?.count).toBe(2)
  })

  test('append numbers a batch without gaps and adds it to the database and the tape', async () => {
    const { dealLog, getTape, store } = await openEmptyLog(engine)
    const batch = [
      createDealEvent('a'),
      createDealEvent('b', { time: toInstant(DAY, '11:51') }),
      createAnnulmentEvent('a'),
      createDealEvent('c'),
    ]
    expect(await dealLog.append(batch)).toEqual({ ok: true, value: { accepted: 3, repeated: 0, annulled: 1 } })
    expect(
      (await store.deals('spot', DAY)).map(({ id, sequence, annulment }) => [id, sequence, annulment?.sequence]),
    ).toEqual([
      ['a', 1, 3],
      ['b', 2, undefined],
      ['c', 4, undefined],
    ])
    expect(getTape()?.count).toBe(2)
  })

  test('an annulment removes the deal of an earlier batch from the tape', async () => {
    const { dealLog, getTape, store } = await openEmptyLog(engine)
    await dealLog.append([createDealEvent('a'), createDealEvent('b', { price: 4200 })])
    expect(getTape()?.figures()?.high).toBe(4200)
    await dealLog.append([createAnnulmentEvent('b')])
    expect([getTape()?.figures()?.high, getTape()?.count]).toEqual([4100.5, 1])
    expect((await store.findDeals(['b']))[0]?.annulment).toEqual({
      time: toInstant(DAY, '11:55'),
      sequence: 3,
      // A batch is recorded later than the one before it.
      recordedAt: NOON + 1,
    })
  })

  test('append ignores a repeated deal and refuses another deal with the same id', async () => {
    const { dealLog, store } = await openEmptyLog(engine)
    await dealLog.append([createDealEvent('a'), createAnnulmentEvent('a')])
    expect(await dealLog.append([createDealEvent('a'), createAnnulmentEvent('a')])).toEqual({
      ok: true,
      value: { accepted: 0, repeated: 2, annulled: 0 },
    })
    for (const overrides of [
      { price: 4100.51 },
      { amount: 1 },
      { sector: 2 },
      { time: NOON },
      { origin: 'registered' },
    ] as const) {
      expect(await dealLog.append([createDealEvent('b'), createDealEvent('a', overrides)])).toEqual({
        ok: false,
        error: { kind: 'other-content', id: 'a' },
      })
    }
    expect(await store.lastSequence('spot')).toBe(2)
  })
})

test.each([
  ['a deal of the next millisecond', [createDealEvent('x', { time: NOON + 1 })], 'from-the-future'],
  [
    'an annulment of the next minute',
    [createDealEvent('x', { time: NOON }), createAnnulmentEvent('x', '12:01')],
    'from-the-future',
  ],
  ['a deal of a Saturday', [createDealEvent('x', { time: toInstant('2026-11-14', '09:00') })], 'no-trading-day'],
  ['a spot deal of a US holiday', [createDealEvent('x', { time: toInstant('2026-11-11', '09:00') })], 'no-trading-day'],
  ['a deal of more than ten years ago', [createDealEvent('x', { time: toInstant('2016-11-18', '09:00') })], 'too-old'],
  ['an annulment of an unknown deal', [createAnnulmentEvent('x')], 'unknown-deal'],
  ['an annulment before the deal', [createDealEvent('x'), createAnnulmentEvent('x', '11:49')], 'late-annulment'],
  [
    'an annulment after 16 minutes',
    [createDealEvent('x', { time: NOON - 16 * MINUTE }), createAnnulmentEvent('x', '12:00')],
    'late-annulment',
  ],
] as const)('append refuses a batch with %s', async (_what, events, kind) => {
  const { dealLog, getTape, store } = await openEmptyLog('sqlite')
  expect(await dealLog.append([createDealEvent('good'), ...events])).toEqual({ ok: false, error: { kind, id: 'x' } })
  expect([getTape()?.count, await store.lastSequence('spot')]).toEqual([0, 0])
  expect((await dealLog.append([createDealEvent('good')])).ok).toBe(true)
})

test.each([
  ['a deal of the current instant', [createDealEvent('x', { time: NOON })]],
  [
    'an annulment after exactly 15 minutes',
    [createDealEvent('x', { time: NOON - 15 * MINUTE }), createAnnulmentEvent('x', '12:00')],
  ],
  ['an annulment at the same instant', [createDealEvent('x', { time: NOON }), createAnnulmentEvent('x', '12:00')]],
] as const)('append accepts %s', async (_what, events) => {
  const { dealLog } = await openEmptyLog('sqlite')
  expect((await dealLog.append(events)).ok).toBe(true)
})

test('the tape changes only after a successful commit', async () => {
  const store = testMarketStore(await temporaryDatabase('sqlite'))
  let beforeCommit = (): Promise<void> => Promise.resolve()
  const { dealLog, getTape } = await openDealLog({
    ...store,
    write: async (lastId, work) => {
      await beforeCommit()
      return store.write(lastId, work)
    },
  })
  beforeCommit = () => Promise.reject(new Error('disk full'))
  await expect(dealLog.append([createDealEvent('a')])).rejects.toThrow('disk full')
  expect([getTape()?.count, dealLog.marketDays.spot.sequence]).toEqual([0, 0])

  let finish = () => {}
  beforeCommit = () =>
    new Promise((resolve) => {
      finish = resolve
    })
  const appended = dealLog.append([createDealEvent('a')])
  await Promise.resolve()
  expect(getTape()?.count).toBe(0)
  // The commit may start later, so `finish` is called until it ends.
  while (dealLog.marketDays.spot.sequence === 0) {
    finish()
    await Promise.race([appended, new Promise((resolve) => setImmediate(resolve))])
  }
  expect([(await appended).ok, getTape()?.count]).toEqual([true, 1])
})

test.each([
  ['after', true],
  ['before', false],
])('a repeated batch is stored once when the connection breaks %s the commit', async (_when, committed) => {
  const store = testMarketStore(await temporaryDatabase('sqlite'))
  let isBroken = false
  const { dealLog, getTape } = await openDealLog({
    ...store,
    write: async (lastId, work) => {
      if (isBroken && !committed) throw new Error('connection lost')
      const line = await store.write(lastId, work)
      if (isBroken) throw new Error('connection lost')
      return line
    },
  })
  await dealLog.append([createDealEvent('old')])
  const batch = [createDealEvent('a'), createDealEvent('b'), createAnnulmentEvent('old')]
  isBroken = true
  await expect(dealLog.append(batch)).rejects.toThrow('connection lost')
  isBroken = false
  expect((await dealLog.append(batch)).ok).toBe(true)
  expect((await dealLog.append([createDealEvent('c'), createAnnulmentEvent('a')])).ok).toBe(true)
  expect(getTape()?.count).toBe(2)
  expect([dealLog.marketDays.spot.sequence, await store.lastSequence('spot')]).toEqual([6, 6])
})

test('a slow commit does not move the time of the market days back', async () => {
  const store = testMarketStore(await temporaryDatabase('sqlite'))
  let finish = () => {}
  const { dealLog, getTape } = await openDealLog({
    ...store,
    write: async (lastId, work) => {
      await new Promise<void>((resolve) => {
        finish = resolve
      })
      return store.write(lastId, work)
    },
  })
  dealLog.advance(NOON)
  const appended = dealLog.append([createDealEvent('a')])
  dealLog.advance(NOON + MINUTE)
  // The commit may start later, so `finish` is called until it ends.
  while (getTape() === null || getTape()?.count !== 1) {
    finish()
    await Promise.race([appended, new Promise((resolve) => setImmediate(resolve))])
  }
  expect((await appended).ok).toBe(true)
  expect(dealLog.marketDays.spot.now).toBe(NOON + MINUTE)
})

test('a clock that is set back moves the time of the market days back', async () => {
  const { dealLog } = await openEmptyLog('sqlite')
  dealLog.advance(NOON + 60 * MINUTE)
  dealLog.advance(NOON)
  await dealLog.append([createDealEvent('a')])
  expect(dealLog.marketDays.spot.now).toBe(NOON)
})

test('concurrent batches with repeated deals are numbered without gaps', async () => {
  const { dealLog, store } = await openEmptyLog('sqlite')
  const batches = Array.from({ length: 12 }, (_, index) =>
    dealLog.append([createDealEvent(`shared-${index % 8}`), createDealEvent(`own-${index}`)]),
  )
  const results = await Promise.all(batches)
  expect(results.every(({ ok }) => ok)).toBe(true)
  const deals = await store.deals('spot', DAY)
  expect(deals.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
})

test('the figures of a day are stored 15 minutes after its close', async () => {
  const { dealLog, time, store } = await openEmptyLog('sqlite')
  await dealLog.append([
    createDealEvent('a'),
    createDealEvent('b', { origin: 'registered', price: 4300, amount: 1_500_000 }),
  ])
  time.pass(75 * MINUTE - 1)
  await dealLog.storeEndedDays()
  expect(await store.storedDays('spot')).toEqual([])
  time.pass(1)
  await dealLog.storeEndedDays()
  await dealLog.storeEndedDays()
  const [stored, more] = await store.storedDays('spot')
  expect(more).toBeUndefined()
  expect(stored?.figures).toMatchObject({ open: 4100.5, count: 1, sum: 500_000 })
  // Registered deals count only in the TRM, which is (4100.5 + 3 × 4300) / 4.
  expect(stored?.trm).toBe(4250.13)
  expect(dealLog.marketDays.spot.findStoredDay(DAY)).toEqual(stored)
})
