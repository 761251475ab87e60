import { describe, expect, test } from 'vitest'

import type { MarketStore, RecordedDeal } from '#server/market/store/market-store.ts'
import type { StoredDay } from '#server/market/store/stored-day.ts'
import { toInstant } from '#src/domain/time/bogota.ts'
import { ENGINES, temporaryDatabase } from '#tests/support/databases.ts'
import { createDeal } from '#tests/support/deals.ts'
import { testMarketStore } from '#tests/support/market-store.ts'

const createRecordedDeal = (overrides: Partial<RecordedDeal>): RecordedDeal => ({
  ...createDeal(overrides),
  recordedAt: toInstant('2026-11-20', '09:00'),
  annulment: null,
  ...overrides,
})

const STORED_DAY: StoredDay = {
  market: 'spot',
  date: '2026-11-19',
  figures: {
    open: 4091.01,
    last: 4102.35,
    low: 4085.2,
    high: 4118.9,
    average: 4101.62,
    sum: 1_284_650_000,
    lastAmount: 500_000,
    lowAmount: 50_000,
    highAmount: 5_000_000,
    count: 2098,
    lastTime: toInstant('2026-11-19', '12:59:59'),
  },
  trm: 4098.17,
  seed: 7,
}

async function readPages(store: MarketStore): Promise<readonly (readonly RecordedDeal[])[]> {
  const pages: (readonly RecordedDeal[])[] = []
  for await (const page of store.dealPages('spot', '2026-11-20')) pages.push(page)
  return pages
}

describe.each(ENGINES)('%s', (engine) => {
  const openStore = async () => testMarketStore(await temporaryDatabase(engine))

  test('deals returns the unchanged deals of a day in the order of their sequence', async () => {
    const store = await openStore()
    const deals = [
      createRecordedDeal({ id: 'b', sequence: 2, price: 4102.35, amount: 250_000 }),
      createRecordedDeal({
        id: 'a',
        sequence: 1,
        price: 0.01,
        annulment: {
          time: toInstant('2026-11-20', '08:05'),
          sequence: 3,
          recordedAt: toInstant('2026-11-20', '08:05'),
        },
      }),
      createRecordedDeal({
        id: 'c',
        sequence: 4,
        time: toInstant('2026-11-19', '08:00'),
        sector: 2,
        origin: 'registered',
      }),
      createRecordedDeal({ id: 'd', sequence: 1, market: 'nextday', term: 3 }),
    ]
    await store.append({ deals, annulments: [] })
    expect(await store.deals('spot', '2026-11-20')).toEqual([deals[1], deals[0]])
    expect(await store.deals('spot', '2026-11-19')).toEqual([deals[2]])
    expect(await store.deals('nextday', '2026-11-20')).toEqual([deals[3]])
    expect(await store.deals('nextday', '2026-11-18')).toEqual([])
    expect(await store.findDeals(['a', 'zz', 'd'])).toEqual(expect.arrayContaining([deals[1], deals[3]]))
    expect(await store.lastDealDate()).toBe('2026-11-20')
    expect(await store.lastRecordedAt()).toBe(toInstant('2026-11-20', '09:00'))
  })

  test.each([0, 249, 250, 251, 600])(
    'dealPages returns each of the %d deals of a day once, in order',
    async (count) => {
      const store = await openStore()
      const deals = Array.from({ length: count }, (_, row) =>
        createRecordedDeal({ id: `op-${row}`, sequence: 10 + 2 * row }),
      )
      const otherDayDeal = createRecordedDeal({ id: 'other', sequence: 11, time: toInstant('2026-11-19', '08:00') })
      await store.append({ deals: [...deals, otherDayDeal], annulments: [] })
      const pages = await readPages(store)
      expect(pages.flat()).toEqual(deals)
      expect(Math.max(...pages.map(({ length }) => length))).toBeLessThanOrEqual(250)
    },
  )

  test('deals and dealPages return no deals of a running import', async () => {
    const store = await openStore()
    const visibleDeal = createRecordedDeal({ id: 'visible', sequence: 1 })
    const importedDeal = createRecordedDeal({ id: 'hidden', sequence: 2 })
    await store.append({ deals: [visibleDeal], annulments: [] })
    await store.hideLoading([{ market: 'spot', first: 2, last: 2 }])
    await store.loading.add({ deals: [importedDeal], annulments: [] })
    expect(await store.deals('spot', '2026-11-20')).toEqual([visibleDeal])
    expect(await readPages(store)).toEqual([[visibleDeal]])
    await store.commit((tx) => tx.publishLoading())
    expect(await readPages(store)).toEqual([[visibleDeal, importedDeal]])
  })

  const time = toInstant('2026-11-20', '08:05')
  const createDeals = (first: number, count: number) =>
    Array.from({ length: count }, (_, row) => createRecordedDeal({ id: `op-${first + row}`, sequence: first + row }))
  const createAnnulment = (id: string, sequence: number) => ({ id, time, sequence, recordedAt: time })

  test('dealPages ignores the end of an import and a batch between two pages', async () => {
    const store = await openStore()
    await store.append({ deals: createDeals(1, 150), annulments: [] })
    await store.hideLoading([{ market: 'spot', first: 151, last: 300 }])
    await store.loading.add({ deals: createDeals(151, 100), annulments: [] })
    await store.append({
      deals: createDeals(301, 450),
      annulments: [createAnnulment('op-2', 751), createAnnulment('op-700', 752)],
    })
    const dealsBefore = await store.deals('spot', '2026-11-20')

    const pages = store.dealPages('spot', '2026-11-20')[Symbol.asyncIterator]()
    const firstPage = await pages.next()
    await store.commit(async (tx) => {
      await tx.publishLoading()
      await tx.add({
        deals: createDeals(753, 1),
        annulments: [createAnnulment('op-1', 754), createAnnulment('op-600', 755)],
      })
    })
    const secondPage = await pages.next()
    await store.append({ deals: createDeals(756, 300), annulments: [createAnnulment('op-699', 1_056)] })
    const readDeals = [...(firstPage.value ?? []), ...(secondPage.value ?? [])]
    for (let page = await pages.next(); page.done !== true; page = await pages.next()) readDeals.push(...page.value)
    expect(readDeals).toEqual(dealsBefore)
    expect((await readPages(store)).flat()).toEqual(await store.deals('spot', '2026-11-20'))
  })

  test('dealPages ignores an import that begins and ends between two pages', async () => {
    const store = await openStore()
    const dealsBefore = createDeals(1, 300)
    await store.append({ deals: dealsBefore, annulments: [] })
    const readDeals: RecordedDeal[] = []
    for await (const page of store.dealPages('spot', '2026-11-20')) {
      if (readDeals.length === 0) {
        await store.hideLoading([{ market: 'spot', first: 301, last: 302 }])
        await store.loading.add({ deals: createDeals(301, 2), annulments: [] })
        await store.commit((tx) => tx.publishLoading())
      }
      readDeals.push(...page)
    }
    expect(readDeals).toEqual(dealsBefore)
  })

  test('an empty store returns no last deal and the sequence number 0', async () => {
    const store = await openStore()
    expect([await store.lastDealDate(), await store.lastRecordedAt(), await store.lastSequence('spot')]).toEqual([
      null,
      null,
      0,
    ])
    expect(await store.findDeals([])).toEqual([])
  })

  test('each market has one sequence for deals and annulments', async () => {
    const store = await openStore()
    await store.append({ deals: [createRecordedDeal({ id: 'a', sequence: 8 })], annulments: [] })
    expect(await store.lastSequence('spot')).toBe(8)
    await store.append({
      deals: [],
      annulments: [
        { id: 'a', time: toInstant('2026-11-20', '08:09'), sequence: 9, recordedAt: toInstant('2026-11-20', '08:10') },
      ],
    })
    expect(await store.lastSequence('spot')).toBe(9)
    expect(await store.lastSequence('nextday')).toBe(0)
    expect((await store.findDeals(['a']))[0]?.annulment).toEqual({
      time: toInstant('2026-11-20', '08:09'),
      sequence: 9,
      recordedAt: toInstant('2026-11-20', '08:10'),
    })
  })

  test.each([
    ['a repeated id', { id: 'a', sequence: 9 }],
    ['a repeated sequence number', { id: 'z', sequence: 1 }],
  ])('append refuses a whole batch with %s', async (_what, duplicate) => {
    const store = await openStore()
    await store.append({ deals: [createRecordedDeal({ id: 'a', sequence: 1 })], annulments: [] })
    const batch = [createRecordedDeal({ id: 'b', sequence: 2 }), createRecordedDeal(duplicate)]
    await expect(store.append({ deals: batch, annulments: [] })).rejects.toThrow()
    expect((await store.deals('spot', '2026-11-20')).map(({ id }) => id)).toEqual(['a'])
  })

  test('an annulment of an unknown or annulled deal rolls back its batch', async () => {
    const store = await openStore()
    const time = toInstant('2026-11-20', '08:05')
    await store.append({
      deals: [createRecordedDeal({ id: 'a', sequence: 1, annulment: { time, sequence: 2, recordedAt: time } })],
      annulments: [],
    })
    for (const id of ['a', 'missing']) {
      const batch = {
        deals: [createRecordedDeal({ id: 'b', sequence: 3 })],
        annulments: [{ id, time, sequence: 4, recordedAt: time }],
      }
      await expect(store.append(batch)).rejects.toThrow(id)
    }
    expect((await store.deals('spot', '2026-11-20')).map(({ id }) => id)).toEqual(['a'])
  })

  test('append stores a batch that is larger than one statement', async () => {
    const store = await openStore()
    const deals = Array.from({ length: 1_201 }, (_, row) => createRecordedDeal({ id: `op-${row}`, sequence: row + 1 }))
    await store.append({ deals, annulments: [] })
    expect(await store.deals('spot', '2026-11-20')).toEqual(deals)
    expect(await store.findDeals(deals.map(({ id }) => id))).toHaveLength(1_201)
  })

  test('addDays stores exact figures and never overwrites a day', async () => {
    const store = await openStore()
    const nextday: StoredDay = { ...STORED_DAY, market: 'nextday', trm: null, seed: null }
    await store.commit((tx) => tx.addDays([{ ...STORED_DAY, date: '2026-11-20' }, STORED_DAY, nextday]))
    await store.commit((tx) => tx.addDays([{ ...STORED_DAY, trm: 1 }]))
    await store.commit((tx) => tx.addDays([]))
    expect(await store.storedDays('spot')).toEqual([STORED_DAY, { ...STORED_DAY, date: '2026-11-20' }])
    expect(await store.storedDays('nextday')).toEqual([nextday])
  })

  test('state returns nulls before the first save, and then the last saved state', async () => {
    const store = await openStore()
    expect(await store.state()).toEqual({ shift: null, seed: null })
    await store.saveState({ shift: -75_600_000, seed: 7 })
    await store.saveState({ shift: 12, seed: null })
    expect(await store.state()).toEqual({ shift: 12, seed: null })
  })
})
