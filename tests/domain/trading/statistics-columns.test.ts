import { expect, test } from 'vitest'

import { type SortOrder, sortRows } from '#src/domain/list/sort.ts'
import { compareRows, type StatisticsRow } from '#src/domain/trading/statistics.ts'
import { STATISTICS_COLUMNS, type StatisticsColumn, statisticsKey } from '#src/domain/trading/statistics-columns.ts'
import { SPOT_ROW } from '#tests/support/statistics.ts'

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
