import { expect, test } from 'vitest'

import { toInstant } from '#src/domain/time/bogota.ts'
import { statisticsRows } from '#src/domain/trading/statistics.ts'
import { A_FRIDAY, createDay } from '#tests/support/deals.ts'

const toFridayInstant = (time: string) => toInstant(A_FRIDAY, time)

const spot = createDay([
  { time: toFridayInstant('08:00:03'), price: 4_091, amount: 500_000 },
  { time: toFridayInstant('09:00:00'), price: 4_085.2, amount: 5_000, origin: 'registered' },
  { time: toFridayInstant('12:43:09'), price: 4_102.35, amount: 2_000_001 },
  { time: toFridayInstant('10:00:00'), price: 4_300, amount: 70_000, sector: 2 },
])
const nextDay = createDay(
  [
    { time: toFridayInstant('09:00:00'), price: 4_095, amount: 100_000, term: 3 },
    { time: toFridayInstant('09:30:00'), price: 4_092.1, amount: 50_000, term: 1 },
    { time: toFridayInstant('11:00:00'), price: 4_200, amount: 80_000, term: 2, sector: 2 },
  ],
  'nextday',
)

test('a row has every column of its market and term, over deals of any origin (§2.4, D45)', () => {
  expect(statisticsRows([spot], 1)).toEqual([
    {
      market: 'spot',
      term: 0,
      date: A_FRIDAY,
      sum: 2_505_001,
      open: 4_091,
      close: 4_102.35,
      count: 3,
      average: 4_100.05,
      low: 4_085.2,
      high: 4_102.35,
      averageAmount: 835_000,
      lowAmount: 5_000,
      highAmount: 2_000_001,
      lastAmount: 2_000_001,
    },
  ])
})

test('statisticsRows returns spot first, and then next day by ascending term', () => {
  const marketsAndTerms = statisticsRows([nextDay, spot], 1).map(({ market, term }) => [market, term])
  expect(marketsAndTerms).toEqual([
    ['spot', 0],
    ['nextday', 1],
    ['nextday', 3],
  ])
})

test('the rows of a sector count only its own deals and omit terms without deals', () => {
  const rows = statisticsRows([spot, nextDay], 2)
  expect(rows.map(({ market, term, sum }) => [market, term, sum])).toEqual([
    ['spot', 0, 70_000],
    ['nextday', 2, 80_000],
  ])
  expect(statisticsRows([createDay([])], 1)).toEqual([])
  expect(statisticsRows([], 1)).toEqual([])
})

test('statisticsRows at an instant includes the deals of that instant and no later deals', () => {
  const readCounts = (time: number) => statisticsRows([spot, nextDay], 1, time).map(({ count }) => count)
  expect(readCounts(toFridayInstant('08:00:03') - 1)).toEqual([])
  expect(readCounts(toFridayInstant('08:00:03'))).toEqual([1])
  expect(readCounts(toFridayInstant('09:00:00') - 1)).toEqual([1])
  expect(readCounts(toFridayInstant('09:00:00'))).toEqual([2, 1])
  expect(readCounts(toFridayInstant('12:43:09'))).toEqual([3, 1, 1])
})

test.each([
  [[1, 2], 2],
  [[1, 1, 2], 1],
  [[1, 2, 2], 2],
])('the average amount of %j is %i: sum / count, rounded half up', (amounts, average) => {
  expect(statisticsRows([createDay(amounts.map((amount) => ({ amount })))], 1)[0]?.averageAmount).toBe(average)
})
