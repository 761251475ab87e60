import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { Database } from '#server/database/connection.ts'
import {
  type BogotaDate,
  DAY_MS,
  HOUR_MS,
  type Instant,
  MINUTE_MS,
  toDate,
  toInstant,
} from '#src/domain/time/bogota.ts'
import { nextTradingDay, previousTradingDay } from '#src/domain/trading/calendar.ts'
import { MARKETS, type Market } from '#src/domain/trading/market.ts'
import type { ScriptDay } from '#src/domain/trading/scripted-days.ts'
import { simulateDay } from '#src/simulator/simulate-day.ts'
import { ENGINES, temporaryDatabase } from '#tests/support/databases.ts'
import { openTestMarket, scriptedDays, testTime } from '#tests/support/market.ts'
import { testMarketStore } from '#tests/support/market-store.ts'

const FRIDAY = '2026-11-20'

/** Returns one row per deal reported up to `until`, with the time of its annulment. */
function listExpectedRows(scriptDay: ScriptDay, market: Market, from: BogotaDate, until: Instant): readonly string[] {
  const expected: string[] = []
  for (let date = from; date <= toDate(until); date = nextTradingDay(market, date)) {
    const { deals, annulments } = scriptDay(market, date)
    const annulled = new Map(annulments.filter(({ time }) => time <= until).map(({ id, time }) => [id, time]))
    expected.push(
      ...deals
        .filter(({ time }) => time <= until)
        .map(({ id, time, price, amount }) => `${id} ${time} ${price} ${amount} ${annulled.get(id) ?? ''}`),
    )
  }
  return expected.sort()
}

async function readRows(database: Database, market: Market, from: BogotaDate, until: Instant) {
  const store = testMarketStore(database)
  const rows: string[] = []
  const sequences: number[] = []
  for (let date = from; date <= toDate(until); date = nextTradingDay(market, date)) {
    for (const { id, time, price, amount, sequence, annulment } of await store.deals(market, date)) {
      rows.push(`${id} ${time} ${price} ${amount} ${annulment?.time ?? ''}`)
      sequences.push(sequence, ...(annulment ? [annulment.sequence] : []))
    }
  }
  return { rows: rows.sort(), sequences: sequences.sort((a, b) => a - b) }
}

/** The first day of each market with deals in the database after a start on Friday 2026-11-20. */
const FIRST_DAYS = { spot: '2026-11-06', nextday: '2026-11-09' }

async function expectAllDeals(
  database: Database,
  scriptDay: ScriptDay,
  until: Instant,
  firstDays: Readonly<Record<Market, BogotaDate>> = FIRST_DAYS,
) {
  for (const market of MARKETS) {
    const from = firstDays[market]
    const { rows, sequences } = await readRows(database, market, from, until)
    expect(rows).toEqual(listExpectedRows(scriptDay, market, from, until))
    expect(sequences).toEqual(Array.from({ length: sequences.length }, (_, row) => row + 1))
  }
}

describe.each(ENGINES)('%s', (engine) => {
  // Each run fills a database with more than a year of history and opens it up to five times.
  test('kills and clock jumps neither lose nor repeat a deal', async () => {
    const stops = fc.array(fc.integer({ min: 1, max: 40 * 60 }), { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(stops, async (minutes) => {
        const database = await temporaryDatabase(engine)
        const time = testTime(toInstant(FRIDAY, '09:00'))
        const env = { MARKET_CLOCK: 'real', MARKET_SOURCE: 'simulator', DEMO_DATA: 'on' }
        for (const pause of [0, ...minutes]) {
          time.pass(pause * MINUTE_MS)
          const market = await openTestMarket({ database, time, env })
          time.pass(7 * MINUTE_MS)
          await market.tick()
          // The market is not closed, like a killed market.
        }
        const firstDates = MARKETS.map((market) => {
          let date: BogotaDate = FRIDAY
          for (let back = 0; back < 5; back += 1) date = previousTradingDay(market, date)
          return date
        })
        for (const [row, market] of MARKETS.entries()) {
          const { rows } = await readRows(database, market, firstDates[row] ?? FRIDAY, time.now())
          expect(rows).toEqual(listExpectedRows(scriptedDays, market, firstDates[row] ?? FRIDAY, time.now()))
        }
      }),
      { numRuns: 6 },
    )
  })

  test('a restarted market shows the same figures and then adds new deals', async () => {
    const database = await temporaryDatabase(engine)
    const time = testTime(toInstant(FRIDAY, '10:30'))
    const openMarket = () => openTestMarket({ database, time, env: { MARKET_CLOCK: 'real', DEMO_DATA: 'on' } })
    const view = { market: 'spot', date: FRIDAY, delay: 0 } as const
    const before = await openMarket()
    const figures = [before.reader.amounts(view), before.reader.prices(view), before.reader.closeAndAverage(view)]
    const after = await openMarket()
    expect([after.reader.amounts(view), after.reader.prices(view), after.reader.closeAndAverage(view)]).toEqual(figures)
    time.pass(HOUR_MS)
    await after.tick()
    expect(after.reader.amounts(view).count).toBeGreaterThan(
      figures[0] && 'count' in figures[0] ? (figures[0].count ?? 0) : 0,
    )
    await expectAllDeals(database, scriptedDays, time.now())
  })
})

test('a restarted simulator resumes after the last stored deal', async () => {
  const days: ScriptDay = (market, date) => simulateDay({ seed: 5, market, date })
  const database = await temporaryDatabase('sqlite')
  const time = testTime(toInstant(FRIDAY, '12:57'))
  const env = { MARKET_CLOCK: 'real', DEMO_DATA: 'off' }
  for (const minutes of [0, 2, 1, 20, 150, 4 * 24 * 60]) {
    time.pass(minutes * MINUTE_MS)
    const market = await openTestMarket({ database, time, env, scriptDay: days })
    await market.tick()
  }
  await expectAllDeals(database, days, time.now(), { spot: FRIDAY, nextday: FRIDAY })
})

test('a market whose clock was set back neither shows nor repeats the later deals', async () => {
  const database = await temporaryDatabase('sqlite')
  const time = testTime(toInstant(FRIDAY, '12:00'))
  await openTestMarket({ database, time, env: { MARKET_CLOCK: `${FRIDAY}T12:00` } })
  const market = await openTestMarket({ database, time, env: { MARKET_CLOCK: `${FRIDAY}T09:00` } })
  const expected = scriptedDays('spot', FRIDAY).deals.filter(
    (deal) => deal.time <= toInstant(FRIDAY, '09:00') && deal.sector === 1 && deal.origin === 'negotiated',
  )
  const annulled = scriptedDays('spot', FRIDAY).annulments.filter(({ id }) => expected.some((deal) => deal.id === id))
  expect(market.reader.amounts({ market: 'spot', date: FRIDAY, delay: 0 }).count).toBe(
    expected.length - annulled.length,
  )
  time.pass(3 * HOUR_MS + MINUTE_MS)
  await market.tick()
  await expectAllDeals(database, scriptedDays, market.reader.now())
})

test('the simulator records an earlier day from its opening when the clock is set back to that day', async () => {
  const database = await temporaryDatabase('sqlite')
  const time = testTime(toInstant(FRIDAY, '12:00'))
  await openTestMarket({ database, time, env: { MARKET_CLOCK: `${FRIDAY}T12:00` } })
  const market = await openTestMarket({ database, time, env: { MARKET_CLOCK: '2026-10-02T11:00' } })
  const store = testMarketStore(database)
  const stored = (await store.deals('spot', '2026-10-02')).map(({ id }) => id)
  const expected = scriptedDays('spot', '2026-10-02').deals.filter(
    ({ time: at }) => at <= toInstant('2026-10-02', '11:00'),
  )
  expect(stored).toEqual(expected.map(({ id }) => id))
  expect(market.reader.closeAndAverage({ market: 'spot', date: '2026-10-02', delay: 0 }).time).toBe(
    expected.findLast(({ sector, origin }) => sector === 1 && origin === 'negotiated')?.time,
  )
})

test('the first start stores over a year of daily figures and the deals of the last six trading days', async () => {
  const database = await temporaryDatabase('sqlite')
  const time = testTime(toInstant('2026-11-21', '09:43'))
  const market = await openTestMarket({ database, time })
  expect(toDate(market.reader.now())).toBe(FRIDAY)
  const store = testMarketStore(database)
  for (const one of MARKETS) {
    const storedDays = await store.storedDays(one)
    expect(storedDays[0] && storedDays[0].date < '2025-11-01').toBe(true)
    let expected: BogotaDate = storedDays[0]?.date ?? ''
    for (const { date } of storedDays) {
      expect(date).toBe(expected)
      expected = nextTradingDay(one, date)
    }
    expect(expected).toBe(FRIDAY)
    let date: BogotaDate = FRIDAY
    for (let back = 0; back < 6; back += 1) {
      expect((await store.deals(one, date)).length).toBeGreaterThan(0)
      date = previousTradingDay(one, date)
    }
  }
  expect((await store.state()).seed).not.toBeNull()
})

test('a market without demo data simulates only the current day', async () => {
  const database = await temporaryDatabase('sqlite')
  const time = testTime(toInstant(FRIDAY, '10:00'))
  await openTestMarket({ database, time, env: { MARKET_CLOCK: 'real' } })
  const store = testMarketStore(database)
  expect(await store.storedDays('spot')).toEqual([])
  expect(await store.deals('spot', '2026-11-19')).toEqual([])
  expect((await store.deals('spot', FRIDAY)).length).toBeGreaterThan(0)
})

test('a market with MARKET_SOURCE=ingest simulates nothing', async () => {
  const database = await temporaryDatabase('sqlite')
  const time = testTime(toInstant(FRIDAY, '10:00'))
  const env = { MARKET_CLOCK: 'real', MARKET_SOURCE: 'ingest', OPERATOR_KEY: 'clave-de-operador-1' }
  const market = await openTestMarket({ database, time, env })
  await market.tick()
  const store = testMarketStore(database)
  expect([await store.lastDealDate(), await store.storedDays('spot'), (await store.state()).seed]).toEqual([
    null,
    [],
    null,
  ])
})

test('the market logs a different SIM_SEED and uses the seed of the database', async () => {
  const database = await temporaryDatabase('sqlite')
  const time = testTime(toInstant(FRIDAY, '10:00'))
  const warnings: string[] = []
  const logger = { warn: (_detail: object, message: string) => void warnings.push(message), error: () => {} }
  await openTestMarket({ database, time, env: { SIM_SEED: '7' }, logger })
  await openTestMarket({ database, time, env: { SIM_SEED: '7' }, logger })
  await openTestMarket({ database, time, logger })
  expect(warnings).toEqual([])
  await openTestMarket({ database, time, env: { SIM_SEED: '8' }, logger })
  expect(warnings).toHaveLength(1)
  expect((await testMarketStore(database).state()).seed).toBe(7)
})

test('the demo moves to the next trading day 15 minutes after the last close, also after a restart', async () => {
  const database = await temporaryDatabase('sqlite')
  const time = testTime(toInstant(FRIDAY, '10:40'))
  const market = await openTestMarket({ database, time })
  time.pass(5 * HOUR_MS + 34 * MINUTE_MS)
  await market.tick()
  expect(market.reader.now()).toBe(toInstant(FRIDAY, '16:14'))
  time.pass(MINUTE_MS)
  await market.tick()
  expect(market.reader.now()).toBe(toInstant('2026-11-23', '07:58'))
  expect(market.clockShift()).toBe(toInstant('2026-11-23', '07:58') - time.now())
  time.pass(10 * MINUTE_MS)
  await market.tick()

  time.pass(MINUTE_MS)
  const restarted = await openTestMarket({ database, time })
  expect(restarted.reader.now()).toBe(toInstant('2026-11-23', '08:09'))
  await expectAllDeals(database, scriptedDays, restarted.reader.now())
  const store = testMarketStore(database)
  expect((await store.storedDays('spot')).at(-1)?.date).toBe(FRIDAY)
  expect((await store.storedDays('nextday')).at(-1)?.date).toBe(FRIDAY)

  time.pass(30 * DAY_MS + 12 * HOUR_MS)
  const later = await openTestMarket({ database, time })
  expect(later.reader.now()).toBe(toInstant('2026-11-24', '10:40'))
})
