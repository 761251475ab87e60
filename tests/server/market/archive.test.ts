import { expect, test } from 'vitest'

import { createAnswerCache, MAX_CACHED_ANSWERS } from '#server/market/answer-cache.ts'
import { createArchive, MAX_ARCHIVED_DAYS } from '#server/market/archive.ts'
import type { RecordedDeal } from '#server/market/market-store.ts'
import { sessionOfDeals, storedSessionOf } from '#server/market/stored-session.ts'
import { addDays, type Instant, instantOf } from '#src/domain/time/bogota.ts'
import { MARKETS } from '#src/domain/trading/market.ts'
import { remainingDeals } from '#src/domain/trading/scripted-days.ts'
import { createTradingDay, lastChangeAt } from '#src/domain/trading/trading-day.ts'
import { simulateDay } from '#src/simulator/simulate-day.ts'
import { scriptedDays } from '#tests/support/market.ts'

const DATE = '2026-03-09'
const SESSION = sessionOfDeals('spot', DATE, remainingDeals(scriptedDays('spot', DATE)), 7)

const recorded: readonly RecordedDeal[] = scriptedDays('spot', DATE).deals.map((deal, row) => {
  const annulled = scriptedDays('spot', DATE).annulments.find(({ id }) => id === deal.id)
  const annulment = annulled ? { time: annulled.time, sequence: 1_000 + row } : null
  return { ...deal, sequence: row + 1, recordedAt: deal.time, annulment }
})

const LATER = instantOf(addDays(DATE, 365), '12:00')

function archiveWith(stored: readonly RecordedDeal[], now: () => Instant = () => LATER) {
  const asked: string[] = []
  const archive = createArchive({
    store: {
      deals: async (_market, date) => {
        asked.push(date)
        return stored
      },
    },
    dayOf: (seed) => (market, date) => (seed === 7 ? scriptedDays(market, date) : { deals: [], annulments: [] }),
    now,
  })
  return { archive, asked }
}

test('the figures of a day in one pass are those of its tapes', () => {
  for (const market of MARKETS) {
    for (const date of ['2026-11-19', '2025-09-22', '2026-01-19', '2026-11-15']) {
      const deals = remainingDeals(simulateDay({ seed: 3, market, date }))
      const day = createTradingDay(market, date)
      for (const [row, deal] of deals.entries()) day.record({ ...deal, sequence: row + 1 })
      expect(sessionOfDeals(market, date, deals, 3)).toEqual(storedSessionOf(day, 3))
    }
  }
})

test('a day that the database has whole comes from there, without what was annulled', async () => {
  const { archive } = archiveWith(recorded)
  const day = await archive.day('spot', DATE, SESSION && { ...SESSION, seed: 8 })
  expect(day.counted.figures()).toEqual(SESSION?.figures)
})

test('a simulated day that the database lacks, in part or whole, is made again with its seed', async () => {
  for (const stored of [[], recorded.slice(0, 20)]) {
    const day = await archiveWith(stored).archive.day('spot', DATE, SESSION)
    expect(day.counted.figures()).toEqual(SESSION?.figures)
  }
})

test('a real day is what the database has, however little', async () => {
  const day = await archiveWith(recorded.slice(0, 2)).archive.day('spot', DATE, SESSION && { ...SESSION, seed: null })
  expect(day.counted.count).toBe(2)
  expect((await archiveWith([]).archive.day('spot', DATE, null)).counted.count).toBe(0)
})

test('the days asked for last are kept, and one that many ask for is fetched once', async () => {
  const { archive, asked } = archiveWith([])
  await Promise.all([archive.day('spot', DATE, null), archive.day('spot', DATE, null)])
  expect(asked).toEqual([DATE])
  for (let days = 1; days < MAX_ARCHIVED_DAYS; days += 1) await archive.day('spot', addDays(DATE, days), null)
  await archive.day('spot', DATE, null)
  await archive.day('spot', addDays(DATE, 100), null)
  await archive.day('spot', DATE, null)
  expect(asked.filter((date) => date === DATE)).toHaveLength(1)
  await archive.day('spot', addDays(DATE, 1), null)
  expect(asked.filter((date) => date === addDays(DATE, 1))).toHaveLength(2)
})

test('the archive does not cache a day that can still change', async () => {
  const stored: RecordedDeal[] = []
  let now = lastChangeAt('spot', DATE) - 1
  const { archive, asked } = archiveWith(stored, () => now)
  expect((await archive.day('spot', DATE, null)).counted.count).toBe(0)
  expect(archive.has('spot', DATE)).toBe(false)
  stored.push(...recorded)
  expect((await archive.day('spot', DATE, null)).counted.figures()).toEqual(SESSION?.figures)
  now += 1
  await archive.day('spot', DATE, null)
  await archive.day('spot', DATE, null)
  expect(asked).toHaveLength(3)
})

test('a day that could not be fetched is fetched again', async () => {
  let failing = true
  const archive = createArchive({
    store: { deals: () => (failing ? Promise.reject(new Error('disk')) : Promise.resolve([])) },
    dayOf: () => scriptedDays,
    now: () => LATER,
  })
  await expect(archive.day('spot', DATE, null)).rejects.toThrow('disk')
  failing = false
  expect((await archive.day('spot', DATE, SESSION)).counted.count).toBe(SESSION?.figures.count)
})

test('an answer is made once for its stamp, and always without one', async () => {
  const cache = createAnswerCache()
  let made = 0
  const ask = (key: string, stamp: string | null) =>
    cache.answer(key, stamp, () => {
      made += 1
      return { made }
    })
  const first = await ask('a', '1')
  expect(await ask('a', '1')).toBe(first)
  expect(String(await ask('a', '2'))).toBe('{"made":2}')
  expect(String(await ask('b', '2'))).toBe('{"made":3}')
  await ask('c', null)
  await ask('c', null)
  expect(made).toBe(5)
  expect(String(await cache.answer('text', '1', () => '<table>'))).toBe('<table>')
})

test('answers asked for longest ago make room, and a failed one is not kept', async () => {
  const cache = createAnswerCache()
  let made = 0
  const make = () => {
    made += 1
    return {}
  }
  for (let row = 0; row <= MAX_CACHED_ANSWERS; row += 1) await cache.answer(`key ${row}`, '1', make)
  await cache.answer(`key ${MAX_CACHED_ANSWERS}`, '1', make)
  expect(made).toBe(MAX_CACHED_ANSWERS + 1)
  await cache.answer('key 0', '1', make)
  expect(made).toBe(MAX_CACHED_ANSWERS + 2)
  await expect(cache.answer('bad', '1', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(String(await cache.answer('bad', '1', () => ({})))).toBe('{}')
})
