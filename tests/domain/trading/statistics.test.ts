import { expect, test } from 'vitest'
import { type SortOrder, sortRows } from '#src/domain/list.ts'
import { toInstant } from '#src/domain/time/bogota.ts'
import {
  compareRows,
  STATISTICS_COLUMNS,
  type StatisticsColumn,
  type StatisticsRow,
  statisticsKey,
  statisticsRows,
} from '#src/domain/trading/statistics.ts'
import { A_FRIDAY, createDay } from '#tests/support/deals.ts'
import { SPOT_ROW } from '#tests/support/statistics.ts'

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

const createRow = (overrides: Partial<StatisticsRow>): StatisticsRow => ({ ...SPOT_ROW, ...overrides })

test('there are fifteen different columns, and the date is the last', () => {
  expect(STATISTICS_COLUMNS).toHaveLength(15)
  expect(new Set(STATISTICS_COLUMNS).size).toBe(15)
  expect([STATISTICS_COLUMNS[0], STATISTICS_COLUMNS[2], STATISTICS_COLUMNS[14]]).toEqual(['market', 'term', 'date'])
})

const toKeys = (rows: readonly StatisticsRow[], column: StatisticsColumn) =>
  rows.map((row) => statisticsKey(row, column))
const sort = (rows: readonly StatisticsRow[], column: StatisticsColumn, direction: SortOrder['direction']) =>
  sortRows(rows, { column, direction }, statisticsKey)

test.each(['ascending', 'descending'] as const)('sortRows sorts by market and by date in %s order', (direction) => {
  const rows = [createRow({ market: 'nextday', date: '2026-11-19' }), createRow({ market: 'spot', date: '2026-11-20' })]
  const [market, date] = direction === 'ascending' ? ['spot', '2026-11-19'] : ['nextday', '2026-11-20']
  expect(sort(rows, 'market', direction)[0]?.market).toBe(market)
  expect(sort(rows, 'date', direction)[0]?.date).toBe(date)
})

test('sortRows by date orders rows by day', () => {
  const days = ['2026-11-19', '2026-12-01', '2026-11-20', '2025-12-31', '2026-11-02']
  const rows = days.map((date) => createRow({ date }))
  expect(toKeys(sort(rows, 'date', 'ascending'), 'date')).toEqual(days.toSorted())
  expect(toKeys(sort(rows, 'date', 'descending'), 'date')).toEqual(days.toSorted().toReversed())
})

test('sortRows by a figure compares numbers and returns missing figures last', () => {
  const rows = [9, null, 100, 20, -5].map((sum) => createRow({ sum }))
  expect(toKeys(sort(rows, 'sum', 'ascending'), 'sum')).toEqual([-5, 9, 20, 100, null])
  expect(toKeys(sort(rows, 'sum', 'descending'), 'sum')).toEqual([100, 20, 9, -5, null])
})

test('sortRows by the currency pair does not change the order, because all pairs are equal', () => {
  const rows = [createRow({ term: 3 }), createRow({ term: 1 }), createRow({ term: 2 })]
  for (const direction of ['ascending', 'descending'] as const) expect(sort(rows, 'pair', direction)).toEqual(rows)
})

test('compareRows orders spot before next day, and then ascending terms', () => {
  const rows = [
    createRow({ market: 'nextday', term: 2 }),
    createRow({ market: 'nextday', term: 1 }),
    createRow({ market: 'spot', term: 1 }),
    createRow({ market: 'spot', term: 0 }),
  ]
  expect(rows.toSorted(compareRows)).toEqual(rows.toReversed())
})
