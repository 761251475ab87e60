import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { Database } from '#server/database/connection.ts'
import type { MarketEvent } from '#server/market/batch.ts'
import { createDealLog, type DealLog } from '#server/market/deal-log.ts'
import { createLease, type Lease, NotWriterError, parseNotification } from '#server/market/store/lease-store.ts'
import { createMarketStore } from '#server/market/store/market-store.ts'
import { DAY_MS, type Instant, MINUTE_MS, toInstant } from '#src/domain/time/bogota.ts'
import { AUDIENCES } from '#src/domain/trading/audience.ts'
import { MARKETS } from '#src/domain/trading/market.ts'
import { ENGINES, temporaryDatabase } from '#tests/support/databases.ts'

const DAY = '2026-11-20'
const START = toInstant(DAY, '11:00')

interface Process {
  readonly lease: Lease
  readonly dealLog: DealLog
  /** The ids of the events that each view has emitted. */
  readonly ids: Map<string, number[]>
}

async function openProcess(database: Database, now: () => Instant, loses = () => false): Promise<Process> {
  const lease = createLease(database, { takesRunningTurn: true })
  const store = createMarketStore(database, lease)
  const dealLog = createDealLog({
    store: {
      ...store,
      async write(lastId, work) {
        const line = await store.write(lastId, work)
        if (loses()) throw new Error('the reply is lost')
        return line
      },
    },
    now,
    seed: null,
  })
  await dealLog.restore()
  const ids = new Map<string, number[]>()
  for (const market of MARKETS) {
    for (const audience of AUDIENCES) {
      const seen: number[] = []
      ids.set(`${market} ${audience}`, seen)
      dealLog.marketDays[market].views[audience].subscribe({
        onEvent: ({ id }) => void seen.push(id),
        onRestart: () => {},
      })
    }
  }
  return { lease, dealLog, ids }
}

/** The figures, and what a reconnecting stream gets after each id that a process has sent. */
function readState({ dealLog }: Process, ids: ReadonlyMap<string, readonly number[]>) {
  return MARKETS.flatMap((market) => {
    const { views, currentDate, find, storedDays, sequence } = dealLog.marketDays[market]
    const streams = AUDIENCES.map((audience) => ({
      lastId: views[audience].lastId,
      missed: (ids.get(`${market} ${audience}`) ?? []).map((id) =>
        views[audience].eventsAfter(id)?.map((event) => [event.id, event.kind, event.deal.id]),
      ),
    }))
    return { market, currentDate, sequence, figures: find(DAY)?.counted.figures(), days: storedDays(), streams }
  })
}

type Step =
  | { readonly kind: 'deals'; readonly deals: readonly { readonly ageMinutes: number; readonly market: number }[] }
  | { readonly kind: 'annul'; readonly nth: number }
  | { readonly kind: 'late'; readonly minutes: number }
  | { readonly kind: 'pass'; readonly seconds: number }
  | { readonly kind: 'follow' }
  | { readonly kind: 'switch' }
  | { readonly kind: 'lose' }

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('deals' as const),
        deals: fc.array(fc.record({ ageMinutes: fc.nat(40), market: fc.nat(1) }), { minLength: 1, maxLength: 4 }),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('annul' as const), nth: fc.nat(20) }) },
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constant('pass' as const), seconds: fc.integer({ min: 1, max: 1_200 }) }),
    },
    { weight: 3, arbitrary: fc.constant({ kind: 'follow' as const }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('late' as const), minutes: fc.nat(300) }) },
    { weight: 1, arbitrary: fc.constant({ kind: 'switch' as const }) },
    { weight: 1, arbitrary: fc.constant({ kind: 'lose' as const }) },
  ),
  { minLength: 5, maxLength: 30 },
)

/** Runs steps on two processes of one database. Returns both, and a third one that starts then. */
async function runSteps(database: Database, list: readonly Step[]) {
  let now = START
  let losesReply = false
  const open = () =>
    openProcess(
      database,
      () => now,
      () => losesReply,
    )
  let [writer, follower] = [await open(), await open()]
  await writer.lease.take()
  const reported: { readonly id: string; readonly time: Instant }[] = []
  /** The instant of the writer's last step, up to which a follower may go. */
  let recordedUntil = START

  async function append(events: readonly MarketEvent[]) {
    await writer.dealLog.append(events).catch((error: Error) => expect(error.message).toBe('the reply is lost'))
    losesReply = false
  }

  function createDealEvent(age: number, market: number): MarketEvent {
    const [id, time] = [`d${reported.length}`, now - age]
    reported.push({ id, time })
    const deal = { id, time, term: market, sector: 1, price: 4_000 + reported.length, amount: 1_000 } as const
    return { kind: 'deal', deal: { ...deal, origin: 'negotiated', market: MARKETS[market] ?? 'spot' } }
  }

  async function annul(nth: number) {
    const deal = reported[nth % Math.max(1, reported.length)]
    if (deal && now - deal.time <= 15 * MINUTE_MS) await append([{ kind: 'annulment', id: deal.id, time: now }])
  }

  async function pass(seconds: number) {
    now += seconds * 1_000
    await writer.dealLog.synchronize()
    recordedUntil = now
    writer.dealLog.advance(now)
  }

  async function follow() {
    await follower.dealLog.synchronize()
    follower.dealLog.advance(recordedUntil)
  }

  async function switchWriter() {
    await follower.lease.take()
    await expect(writer.dealLog.addDays([EMPTY_DAY])).rejects.toThrow(NotWriterError)
    ;[writer, follower] = [follower, writer]
    await writer.dealLog.synchronize()
    writer.dealLog.advance(recordedUntil)
  }

  const run: { readonly [K in Step['kind']]: (step: Extract<Step, { readonly kind: K }>) => Promise<void> } = {
    deals: ({ deals }) =>
      append(deals.map(({ ageMinutes, market }) => createDealEvent(ageMinutes * MINUTE_MS, market))),
    late: ({ minutes }) => append([createDealEvent(DAY_MS + minutes * MINUTE_MS, minutes % 2)]),
    annul: ({ nth }) => annul(nth),
    pass: ({ seconds }) => pass(seconds),
    follow,
    switch: switchWriter,
    async lose() {
      losesReply = true
    },
  }

  for (const step of list) await run[step.kind](step as never)
  await pass(1)
  await follow()
  const started = await open()
  started.dealLog.advance(now)
  return { writer, follower, started }
}

const EMPTY_DAY = {
  market: 'spot',
  date: '2026-10-01',
  figures: {
    ...{ open: 1, last: 1, low: 1, high: 1, average: 1, sum: 1, lastAmount: 1, lowAmount: 1, highAmount: 1 },
    ...{ count: 1, lastTime: 1 },
  },
  trm: null,
  seed: null,
} as const

describe.each(ENGINES)('%s', (engine) => {
  test('two processes, and one that starts later, have the same figures and event ids', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (list) => {
        const database = await temporaryDatabase(engine)
        const { writer, follower, started } = await runSteps(database, list)
        expect(readState(follower, writer.ids)).toEqual(readState(writer, writer.ids))
        expect(readState(started, new Map())).toEqual(readState(writer, new Map()))
        for (const [view, ids] of writer.ids) {
          const others = follower.ids.get(view) ?? []
          expect(others.filter((id, index) => index > 0 && id <= (others[index - 1] ?? 0))).toEqual([])
          expect(ids.filter((id, index) => index > 0 && id <= (ids[index - 1] ?? 0))).toEqual([])
        }
      }),
      { numRuns: engine === 'sqlite' ? 60 : 15 },
    )
  })

  test('a process whose turn has passed commits nothing, and its batch is stored once by the next one', async () => {
    const database = await temporaryDatabase(engine)
    const [first, second] = [await openProcess(database, () => START), await openProcess(database, () => START)]
    await first.lease.take()
    const deal = {
      id: 'a',
      time: START,
      term: 0,
      sector: 1,
      origin: 'negotiated',
      price: 4_100,
      amount: 1_000,
    } as const
    const batch: readonly MarketEvent[] = [{ kind: 'deal', deal: { ...deal, market: 'spot' } }]
    await second.lease.take()
    await expect(first.dealLog.append(batch)).rejects.toThrow(NotWriterError)
    expect(first.lease.isHeld()).toBe(false)
    await second.dealLog.synchronize()
    expect(await second.dealLog.append(batch)).toMatchObject({ ok: true, value: { accepted: 1, repeated: 0 } })
    await first.dealLog.synchronize()
    expect(first.dealLog.marketDays.spot.find(DAY)?.counted.count).toBe(1)
    await expect(first.dealLog.append([])).resolves.toMatchObject({ ok: true })
  })

  test('a process that is behind by deleted lines reads the tables', async () => {
    const database = await temporaryDatabase(engine)
    const [writer, follower] = [await openProcess(database, () => START), await openProcess(database, () => START)]
    await writer.lease.take()
    for (const id of ['a', 'b', 'c']) {
      const deal = { id, time: START, term: 0, sector: 1, origin: 'negotiated', price: 4_100, amount: 1_000 } as const
      await writer.dealLog.append([{ kind: 'deal', deal: { ...deal, market: 'spot' } }])
    }
    await database.db.deleteFrom('market_log').where('id', '<', 3).execute()
    await follower.dealLog.synchronize()
    follower.dealLog.advance(START)
    writer.dealLog.advance(START)
    expect(follower.dealLog.lastId()).toBe(3)
    expect(readState(follower, new Map())).toEqual(readState(writer, new Map()))
  })
})

test('a process that is ahead of a restored database reads its tables and goes on', async () => {
  const database = await temporaryDatabase('sqlite')
  const { dealLog, lease } = await openProcess(database, () => START)
  await lease.take()
  const createBatch = (id: string): readonly MarketEvent[] => {
    const deal = { id, time: START, term: 0, sector: 1, origin: 'negotiated', price: 4_100, amount: 1_000 } as const
    return [{ kind: 'deal', deal: { ...deal, market: 'spot' } }]
  }
  for (const id of ['a', 'b']) await dealLog.append(createBatch(id))
  await database.db.deleteFrom('market_log').where('id', '=', 2).execute()
  await database.db.deleteFrom('market_deals').where('id', '=', 'b').execute()
  await database.db.updateTable('market_lease').set({ last_id: 1 }).execute()
  expect(await dealLog.append(createBatch('c'))).toMatchObject({ ok: true, value: { accepted: 1 } })
  expect([dealLog.lastId(), dealLog.marketDays.spot.find(DAY)?.counted.count]).toEqual([2, 2])
})

test.each([
  ['12', { lastId: 12, notice: null }],
  [
    '12 1700000000000 -75600000 1700000000001 7',
    {
      lastId: 12,
      notice: { recordedUntil: 1_700_000_000_000, shift: -75_600_000, shiftAt: 1_700_000_000_001, turn: 7 },
    },
  ],
  ['ended', null],
  ['', null],
  ['12 13', null],
  ['12 1700000000000 -75600000 1700000000001', null],
])('parseNotification("%s") returns %j', (text, notification) => {
  expect(parseNotification(text)).toEqual(notification)
})
