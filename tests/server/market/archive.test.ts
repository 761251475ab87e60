import { expect, test } from 'vitest'
import { createReplyCache, MAX_CACHED_REPLIES } from '#server/http/reply-cache.ts'
import { createArchive, MAX_ARCHIVED_DAYS } from '#server/market/archive.ts'
import type { RecordedDeal } from '#server/market/market-store.ts'
import { summarizeStoredDay, toStoredDay } from '#server/market/stored-day.ts'
import { addDays, type Instant, toInstant } from '#src/domain/time/bogota.ts'
import { MARKETS } from '#src/domain/trading/market.ts'
import { remainingDeals } from '#src/domain/trading/scripted-days.ts'
import { createTradingDay, lastChangeAt } from '#src/domain/trading/trading-day.ts'
import { simulateDay } from '#src/simulator/simulate-day.ts'
import { scriptedDays } from '#tests/support/market.ts'

const DATE = '2026-03-09'
const STORED_DAY = summarizeStoredDay('spot', DATE, remainingDeals(scriptedDays('spot', DATE)), 7)

const recorded: readonly RecordedDeal[] = scriptedDays('spot', DATE).deals.map((deal, row) => {
  const annulled = scriptedDays('spot', DATE).annulments.find(({ id }) => id === deal.id)
  const annulment = annulled ? { time: annulled.time, sequence: 1_000 + row, recordedAt: annulled.time } : null
  return { ...deal, sequence: row + 1, recordedAt: deal.time, annulment }
})

const LATER = toInstant(addDays(DATE, 365), '12:00')

function createTestArchive(stored: readonly RecordedDeal[], now: () => Instant = () => LATER) {
  const loaded: string[] = []
  const archive = createArchive({
    store: {
      deals: async (_market, date) => {
        loaded.push(date)
        return stored
      },
    },
    createScript: (seed) => (market, date) => (seed === 7 ? scriptedDays(market, date) : { deals: [], annulments: [] }),
    now,
  })
  return { archive, loaded }
}

test('summarizeStoredDay gives the figures of the tapes', () => {
  for (const market of MARKETS) {
    for (const date of ['2026-11-19', '2025-09-22', '2026-01-19', '2026-11-15']) {
      const deals = remainingDeals(simulateDay({ seed: 3, market, date }))
      const day = createTradingDay(market, date)
      for (const [row, deal] of deals.entries()) day.record({ ...deal, sequence: row + 1 })
      expect(summarizeStoredDay(market, date, deals, 3)).toEqual(toStoredDay(day, 3))
    }
  }
})

test('a day that is complete in the database is loaded without annulled deals', async () => {
  const { archive } = createTestArchive(recorded)
  const day = await archive.day('spot', DATE, STORED_DAY && { ...STORED_DAY, seed: 8 })
  expect(day.counted.figures()).toEqual(STORED_DAY?.figures)
})

test('a simulated day that is incomplete in the database is simulated again', async () => {
  for (const stored of [[], recorded.slice(0, 20)]) {
    const day = await createTestArchive(stored).archive.day('spot', DATE, STORED_DAY)
    expect(day.counted.figures()).toEqual(STORED_DAY?.figures)
  }
})

test('a real day has only the deals of the database', async () => {
  const day = await createTestArchive(recorded.slice(0, 2)).archive.day(
    'spot',
    DATE,
    STORED_DAY && { ...STORED_DAY, seed: null },
  )
  expect(day.counted.count).toBe(2)
  expect((await createTestArchive([]).archive.day('spot', DATE, null)).counted.count).toBe(0)
})

test('the archive caches the last requested days and loads each once', async () => {
  const { archive, loaded } = createTestArchive([])
  await Promise.all([archive.day('spot', DATE, null), archive.day('spot', DATE, null)])
  expect(loaded).toEqual([DATE])
  for (let days = 1; days < MAX_ARCHIVED_DAYS; days += 1) await archive.day('spot', addDays(DATE, days), null)
  await archive.day('spot', DATE, null)
  await archive.day('spot', addDays(DATE, 100), null)
  await archive.day('spot', DATE, null)
  expect(loaded.filter((date) => date === DATE)).toHaveLength(1)
  await archive.day('spot', addDays(DATE, 1), null)
  expect(loaded.filter((date) => date === addDays(DATE, 1))).toHaveLength(2)
})

test('the archive does not cache a day that can still change', async () => {
  const stored: RecordedDeal[] = []
  let now = lastChangeAt('spot', DATE) - 1
  const { archive, loaded } = createTestArchive(stored, () => now)
  expect((await archive.day('spot', DATE, null)).counted.count).toBe(0)
  expect(archive.has('spot', DATE)).toBe(false)
  stored.push(...recorded)
  expect((await archive.day('spot', DATE, null)).counted.figures()).toEqual(STORED_DAY?.figures)
  now += 1
  await archive.day('spot', DATE, null)
  await archive.day('spot', DATE, null)
  expect(loaded).toHaveLength(3)
})

test('a failed load is not cached', async () => {
  let failing = true
  const archive = createArchive({
    store: { deals: () => (failing ? Promise.reject(new Error('disk')) : Promise.resolve([])) },
    createScript: () => scriptedDays,
    now: () => LATER,
  })
  await expect(archive.day('spot', DATE, null)).rejects.toThrow('disk')
  failing = false
  expect((await archive.day('spot', DATE, STORED_DAY)).counted.count).toBe(STORED_DAY?.figures.count)
})

const KIND = { type: 'application/json', cacheControl: 'no-store' }

/** Reads a reply as a route does. */
const createReader = (cache = createReplyCache()) => {
  const load = (key: string, version: string, make: () => object | string | Promise<object>) =>
    cache.find(key, version) ?? cache.add(key, version, { kind: KIND, make })
  return async (...call: Parameters<typeof load>) => (await load(...call)).body.toString()
}

test('a reply is cached for its version', async () => {
  const read = createReader()
  let made = 0
  const make = () => {
    made += 1
    return { made }
  }
  expect([await read('a', '1', make), await read('a', '1', make)]).toEqual(['{"made":1}', '{"made":1}'])
  expect([await read('a', '2', make), await read('b', '2', make)]).toEqual(['{"made":2}', '{"made":3}'])
  expect(await read('text', '1', () => '<table>')).toBe('<table>')
})

test('a reply is made once for concurrent requests and ready at once afterwards', async () => {
  const cache = createReplyCache()
  const making = cache.add('a', '1', { kind: KIND, make: () => ({}) })
  expect(cache.find('a', '1')).toBe(making)
  expect(cache.find('a', '1')).toBe(making)
  const reply = await making
  expect(cache.find('a', '1')).toBe(reply)
  expect(cache.find('a', '2')).toBeNull()
})

test('the cache evicts the least recently used reply and does not store a failed one', async () => {
  const read = createReader()
  let made = 0
  const make = () => {
    made += 1
    return {}
  }
  for (let row = 0; row <= MAX_CACHED_REPLIES; row += 1) await read(`key ${row}`, '1', make)
  await read(`key ${MAX_CACHED_REPLIES}`, '1', make)
  expect(made).toBe(MAX_CACHED_REPLIES + 1)
  await read('key 0', '1', make)
  expect(made).toBe(MAX_CACHED_REPLIES + 2)
  await expect(read('bad', '1', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await read('bad', '1', () => ({}))).toBe('{}')
})
