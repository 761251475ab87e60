import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createArchive, createLoopTurns, type LoopTurns, MAX_ARCHIVED_DAYS } from '#server/market/store/archive.ts'
import type { RecordedDeal } from '#server/market/store/market-store.ts'
import { summarizeStoredDay, toStoredDay } from '#server/market/store/stored-day.ts'
import { addDays, type Instant, toInstant } from '#src/domain/time/bogota.ts'
import { previousTradingDay } from '#src/domain/trading/calendar.ts'
import { MARKETS } from '#src/domain/trading/market.ts'
import { remainingDeals, toTradingDay } from '#src/domain/trading/scripted-days.ts'
import { createTradingDay, lastChangeAt } from '#src/domain/trading/trading-day.ts'
import { simulateDay, simulateDaySteps } from '#src/simulator/simulate-day.ts'
import { scriptedDays, splitIntoSteps } from '#tests/support/market.ts'

const DATE = '2026-03-09'
const STORED_DAY = summarizeStoredDay('spot', DATE, remainingDeals(scriptedDays('spot', DATE)), 7)

const RECORDED_DEALS: readonly RecordedDeal[] = scriptedDays('spot', DATE).deals.map((deal, row) => {
  const annulled = scriptedDays('spot', DATE).annulments.find(({ id }) => id === deal.id)
  const annulment = annulled ? { time: annulled.time, sequence: 1_000 + row, recordedAt: annulled.time } : null
  return { ...deal, sequence: row + 1, recordedAt: deal.time, annulment }
})

const LATER = toInstant(addDays(DATE, 365), '12:00')

/** Returns the last trading days up to DATE, newest first. */
function listTradingDates(count: number): readonly string[] {
  const dates = [DATE]
  while (dates.length < count) dates.push(previousTradingDay('spot', dates.at(-1) ?? DATE))
  return dates
}

function createTestArchive(
  storedDeals: readonly RecordedDeal[],
  now: () => Instant = () => LATER,
  turns: LoopTurns = createLoopTurns(),
) {
  const loadedDates: string[] = []
  const archive = createArchive({
    store: {
      async *dealPages(_market, date) {
        loadedDates.push(date)
        yield storedDeals
      },
    },
    createScript: (seed) => splitIntoSteps(seed === 7 ? scriptedDays : () => ({ deals: [], annulments: [] })),
    turns,
    now,
  })
  return { archive, loadedDates }
}

test('summarizeStoredDay returns the same day as toStoredDay of the recorded deals', () => {
  for (const market of MARKETS) {
    for (const date of ['2026-11-19', '2025-09-22', '2026-01-19', '2026-11-15']) {
      const deals = remainingDeals(simulateDay({ seed: 3, market, date }))
      const day = createTradingDay(market, date)
      for (const [row, deal] of deals.entries()) day.record({ ...deal, sequence: row + 1 })
      expect(summarizeStoredDay(market, date, deals, 3)).toEqual(toStoredDay(day, 3))
    }
  }
})

test('the archive loads a complete day from the database without its annulled deals', async () => {
  const { archive } = createTestArchive(RECORDED_DEALS)
  const day = await archive.day('spot', DATE, STORED_DAY && { ...STORED_DAY, seed: 8 })
  expect(day.figures()).toEqual(STORED_DAY?.figures)
})

test('the archive simulates a day that is incomplete in the database', async () => {
  for (const storedDeals of [[], RECORDED_DEALS.slice(0, 20)]) {
    const day = await createTestArchive(storedDeals).archive.day('spot', DATE, STORED_DAY)
    expect(day.figures()).toEqual(STORED_DAY?.figures)
  }
})

test('the archive loads a day of a real market from the database only', async () => {
  const day = await createTestArchive(RECORDED_DEALS.slice(0, 2)).archive.day(
    'spot',
    DATE,
    STORED_DAY && { ...STORED_DAY, seed: null },
  )
  expect(day.count).toBe(2)
  expect((await createTestArchive([]).archive.day('spot', DATE, null)).count).toBe(0)
})

test('the archive caches the most recently requested days', async () => {
  const { archive, loadedDates } = createTestArchive([])
  await Promise.all([archive.day('spot', DATE, null), archive.day('spot', DATE, null)])
  expect(loadedDates).toEqual([DATE])
  for (let days = 1; days < MAX_ARCHIVED_DAYS; days += 1) await archive.day('spot', addDays(DATE, days), null)
  await archive.day('spot', DATE, null)
  await archive.day('spot', addDays(DATE, 100), null)
  await archive.day('spot', DATE, null)
  expect(loadedDates.filter((date) => date === DATE)).toHaveLength(1)
  await archive.day('spot', addDays(DATE, 1), null)
  expect(loadedDates.filter((date) => date === addDays(DATE, 1))).toHaveLength(2)
})

test('the archive does not cache a day that can still change', async () => {
  const storedDeals: RecordedDeal[] = []
  let now = lastChangeAt('spot', DATE) - 1
  const { archive, loadedDates } = createTestArchive(storedDeals, () => now)
  expect((await archive.day('spot', DATE, null)).count).toBe(0)
  expect(archive.has('spot', DATE)).toBe(false)
  storedDeals.push(...RECORDED_DEALS)
  expect((await archive.day('spot', DATE, null)).figures()).toEqual(STORED_DAY?.figures)
  now += 1
  await archive.day('spot', DATE, null)
  await archive.day('spot', DATE, null)
  expect(loadedDates).toHaveLength(3)
})

test('the archive does not cache a failed load', async () => {
  let failing = true
  const archive = createArchive({
    store: {
      async *dealPages() {
        if (failing) throw new Error('disk')
        yield []
      },
    },
    createScript: () => splitIntoSteps(scriptedDays),
    turns: createLoopTurns(),
    now: () => LATER,
  })
  await expect(archive.day('spot', DATE, null)).rejects.toThrow('disk')
  failing = false
  expect((await archive.day('spot', DATE, STORED_DAY)).count).toBe(STORED_DAY?.figures.count)
})

/** Creates turns of the event loop that the test grants one by one. */
function createManualTurns() {
  const waiting: (() => void)[] = []
  return {
    next: () => new Promise<void>((resolve) => waiting.push(resolve)),
    waitingCount: () => waiting.length,
    /** Grants one turn and waits until its work ends. */
    async grant() {
      waiting.shift()?.()
      await nextTurn()
    },
  }
}

test('the archive loads one page of a recorded day per turn of the event loop', async () => {
  const turns = createManualTurns()
  let readCount = 0
  const archive = createArchive({
    store: {
      async *dealPages() {
        for (const deal of RECORDED_DEALS) {
          readCount += 1
          yield [deal]
        }
      },
    },
    createScript: () => splitIntoSteps(scriptedDays),
    turns,
    now: () => LATER,
  })
  const day = archive.day('spot', DATE, null)
  for (let granted = 0; granted <= RECORDED_DEALS.length; granted += 1) {
    await nextTurn()
    expect([readCount, turns.waitingCount()]).toEqual([granted, 1])
    await turns.grant()
  }
  expect((await day).figures()).toEqual(STORED_DAY?.figures)
})

test('the archive simulates one step of a day per turn of the event loop', async () => {
  const turns = createManualTurns()
  let stepNumber = 0
  const archive = createArchive({
    store: { async *dealPages() {} },
    createScript: () =>
      function* (market, date) {
        for (stepNumber = 1; stepNumber < 5; stepNumber += 1) yield
        return scriptedDays(market, date)
      },
    turns,
    now: () => LATER,
  })
  const day = archive.day('spot', DATE, STORED_DAY)
  await turns.grant()
  for (let step = 1; step <= 5; step += 1) {
    expect(turns.waitingCount()).toBe(1)
    await turns.grant()
    expect(stepNumber).toBe(step)
  }
  while (turns.waitingCount() > 0) await turns.grant()
  expect((await day).figures()).toEqual(STORED_DAY?.figures)
})

test('the event loop runs other work between the steps of simultaneous simulations', async () => {
  const dates = listTradingDates(5)
  const steps = dates.flatMap((date) => [...simulateDaySteps({ seed: 7, market: 'spot', date })])
  const archive = createArchive({
    store: { async *dealPages() {} },
    createScript: (seed) => (market, date) => simulateDaySteps({ seed, market, date }),
    turns: createLoopTurns(),
    now: () => LATER,
  })
  let turnCount = 0
  let isDone = false
  const countTurns = () => {
    turnCount += 1
    if (!isDone) setImmediate(countTurns)
  }
  setImmediate(countTurns)
  await Promise.all(dates.map((date) => archive.day('spot', date, STORED_DAY)))
  isDone = true
  expect(steps.length).toBeGreaterThan(30)
  expect(turnCount).toBeGreaterThan(steps.length)
})

test('createLoopTurns grants each turn to one waiting computation, in order', async () => {
  const turns = createLoopTurns()
  const order: string[] = []
  const work = async (name: string) => {
    for (let step = 1; step <= 2; step += 1) {
      await turns.next()
      order.push(`${name}${step}`)
    }
  }
  const all = Promise.all([work('a'), work('b'), work('c')])
  for (let turn = 1; turn <= 6; turn += 1) {
    await nextTurn()
    expect(order).toHaveLength(turn)
  }
  await all
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'c2'])
  const later = turns.next()
  await expect(later).resolves.toBeUndefined()
})

test('the archive returns the counted deals of the whole day, recorded or simulated', async () => {
  const days = fc.record({
    seed: fc.nat(1_000),
    market: fc.constantFrom(...MARKETS),
    date: fc.constantFrom(...listTradingDates(60)),
    pageRows: fc.integer({ min: 1, max: 700 }),
    isRecorded: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(days, async ({ seed, market, date, pageRows, isRecorded }) => {
      const deals = remainingDeals(simulateDay({ seed, market, date }))
      const rows = deals.map((deal, row) => ({ ...deal, sequence: row + 1, recordedAt: deal.time, annulment: null }))
      const archive = createArchive({
        store: {
          async *dealPages() {
            for (let row = 0; isRecorded && row < rows.length; row += pageRows) yield rows.slice(row, row + pageRows)
          },
        },
        createScript: () => (dayMarket, dayDate) => simulateDaySteps({ seed, market: dayMarket, date: dayDate }),
        turns: createLoopTurns(),
        now: () => LATER,
      })
      const { times, prices, amounts } = toTradingDay(market, date, deals).counted
      const day = await archive.day(market, date, summarizeStoredDay(market, date, deals, seed))
      expect([day.times, day.prices, day.amounts]).toEqual([times, prices, amounts])
    }),
    { numRuns: 30 },
  )
})

test('concurrent requests share the load of a day while many other days are loaded', async () => {
  const { archive, loadedDates } = createTestArchive(RECORDED_DEALS)
  const dates = listTradingDates(3 * MAX_ARCHIVED_DAYS)
  const loads = [...dates, ...dates].map((date) => archive.day('spot', date, null))
  const days = await Promise.all(loads)
  expect(loadedDates.toSorted()).toEqual(dates.toSorted())
  expect(days.slice(dates.length)).toEqual(days.slice(0, dates.length))
})

test('a day that is forgotten during its load is loaded again for the next request', async () => {
  const { archive, loadedDates } = createTestArchive(RECORDED_DEALS)
  const first = archive.day('spot', DATE, null)
  archive.forget('spot', DATE)
  expect(archive.has('spot', DATE)).toBe(false)
  await first
  expect(archive.has('spot', DATE)).toBe(false)
  await archive.day('spot', DATE, null)
  expect(loadedDates).toEqual([DATE, DATE])
})
