import fc from 'fast-check'
import { expect, test } from 'vitest'

import { compareRows, type StatisticsRow } from '#src/domain/trading/statistics.ts'
import {
  nextOrder,
  orderedRows,
  STATISTICS_COLUMNS,
  type StatisticsColumn,
  type StatisticsOrder,
} from '#src/domain/trading/statistics-order.ts'

const ROW: StatisticsRow = {
  market: 'spot',
  term: 0,
  date: '2026-11-20',
  sum: 1322400000,
  open: 4091,
  close: 4102.35,
  count: 2150,
  average: 4101.6,
  low: 4085.2,
  high: 4118.9,
  averageAmount: 615070,
  lowAmount: 5000,
  highAmount: 5000000,
  lastAmount: 500000,
}

const row = (but: Partial<StatisticsRow>): StatisticsRow => ({ ...ROW, ...but })

test('there are fifteen columns, in the order of the page', () => {
  expect(STATISTICS_COLUMNS).toHaveLength(15)
  expect(new Set(STATISTICS_COLUMNS).size).toBe(15)
  expect([STATISTICS_COLUMNS[0], STATISTICS_COLUMNS[2], STATISTICS_COLUMNS[14]]).toEqual(['market', 'term', 'date'])
})

test('without an order the rows are as they came', () => {
  const rows = [row({ term: 3 }), row({ term: 1 })]
  expect(orderedRows(rows, null)).toBe(rows)
})

test('numbers are sorted as numbers', () => {
  const rows = [9, 100, 20, -5].map((sum) => row({ sum }))
  const sums = (direction: StatisticsOrder['direction']) =>
    orderedRows(rows, { column: 'sum', direction }).map(({ sum }) => sum)
  expect(sums('ascending')).toEqual([-5, 9, 20, 100])
  expect(sums('descending')).toEqual([100, 20, 9, -5])
  expect(rows.map(({ sum }) => sum)).toEqual([9, 100, 20, -5])
})

test('markets are sorted spot first, days by their date', () => {
  const rows = [row({ market: 'nextday', date: '2026-11-19' }), row({ market: 'spot', date: '2026-11-20' })]
  expect(orderedRows(rows, { column: 'market', direction: 'ascending' })[0]?.market).toBe('spot')
  expect(orderedRows(rows, { column: 'market', direction: 'descending' })[0]?.market).toBe('nextday')
  expect(orderedRows(rows, { column: 'date', direction: 'ascending' })[0]?.date).toBe('2026-11-19')
  expect(orderedRows(rows, { column: 'date', direction: 'descending' })[0]?.date).toBe('2026-11-20')
})

test('days are sorted whatever their order was', () => {
  const days = ['2026-11-19', '2026-12-01', '2026-11-20', '2025-12-31', '2026-11-02']
  const rows = days.map((date) => row({ date }))
  const sorted = (direction: StatisticsOrder['direction']) =>
    orderedRows(rows, { column: 'date', direction }).map(({ date }) => date)
  expect(sorted('ascending')).toEqual(days.toSorted())
  expect(sorted('descending')).toEqual(days.toSorted().toReversed())
})

test.each(['ascending', 'descending'] as const)('empty figures come last, %s', (direction) => {
  const rows = [
    row({ close: null, term: 1 }),
    row({ close: 2 }),
    row({ close: Number.NaN, term: 2 }),
    row({ close: 1 }),
  ]
  const terms = orderedRows(rows, { column: 'close', direction }).map(({ term }) => term)
  expect(terms).toEqual([0, 0, 1, 2])
})

test('all rows are of one pair: sorting by it changes nothing', () => {
  const rows = [row({ term: 3 }), row({ term: 1 }), row({ term: 2 })]
  for (const direction of ['ascending', 'descending'] as const) {
    expect(orderedRows(rows, { column: 'pair', direction })).toEqual(rows)
  }
})

const figure = fc.option(fc.constantFrom(0, 1, 2, 10, 9, -1, 0.5))
const anyRow = fc
  .record({
    market: fc.constantFrom('spot' as const, 'nextday' as const),
    term: fc.integer({ min: 0, max: 3 }),
    date: fc.constantFrom('2026-11-19', '2026-11-20'),
    close: figure,
    count: figure,
  })
  .map(row)

/** What stands in a column, to tell equal rows. */
const shown = (of: StatisticsRow, column: StatisticsColumn) => (column === 'pair' ? 'USD/COP' : of[column])

test('sorting loses nothing, and equal rows stay as they were, both ways', () => {
  fc.assert(
    fc.property(
      fc.array(anyRow, { maxLength: 30, size: 'max' }),
      fc.constantFrom(...STATISTICS_COLUMNS),
      fc.constantFrom('ascending' as const, 'descending' as const),
      (rows, column, direction) => {
        const sorted = orderedRows(rows, { column, direction })
        expect(new Set(sorted)).toEqual(new Set(rows))
        expect(sorted).toHaveLength(rows.length)
        const places = sorted.map((of) => rows.indexOf(of))
        for (let i = 1; i < sorted.length; i++) {
          const [one, other] = [sorted[i - 1], sorted[i]]
          if (one && other && shown(one, column) === shown(other, column)) {
            expect(places[i - 1]).toBeLessThan(places[i] ?? -1)
          }
        }
      },
    ),
  )
})

test('a column is sorted upwards, downwards, not at all; another one starts upwards', () => {
  const up = nextOrder(null, 'close')
  const down = nextOrder(up, 'close')
  expect(up).toEqual({ column: 'close', direction: 'ascending' })
  expect(down).toEqual({ column: 'close', direction: 'descending' })
  expect(nextOrder(down, 'close')).toBeNull()
  expect(nextOrder(down, 'term')).toEqual({ column: 'term', direction: 'ascending' })
  expect(nextOrder(up, 'term')).toEqual({ column: 'term', direction: 'ascending' })
})

test('as the rows come, spot is first and terms rise', () => {
  const rows = [
    row({ market: 'nextday', term: 2 }),
    row({ market: 'nextday', term: 1 }),
    row({ market: 'spot', term: 1 }),
    row({ market: 'spot', term: 0 }),
  ]
  expect(rows.toSorted(compareRows)).toEqual(rows.toReversed())
})
