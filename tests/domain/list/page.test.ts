import fc from 'fast-check'
import { expect, test } from 'vitest'

import { takePage } from '#src/domain/list/page.ts'

const createRows = (count: number) => Array.from({ length: count }, (_, i) => i)

test.each([
  [0, 1, { number: 1, pages: 1, from: 0, to: 0, total: 0 }],
  [1, 1, { number: 1, pages: 1, from: 1, to: 1, total: 1 }],
  [40, 1, { number: 1, pages: 1, from: 1, to: 40, total: 40 }],
  [41, 1, { number: 1, pages: 2, from: 1, to: 40, total: 41 }],
  [41, 2, { number: 2, pages: 2, from: 41, to: 41, total: 41 }],
  [41, 3, { number: 2, pages: 2, from: 41, to: 41, total: 41 }],
  [41, 0, { number: 1, pages: 2, from: 1, to: 40, total: 41 }],
  [41, -1, { number: 1, pages: 2, from: 1, to: 40, total: 41 }],
])('takePage of %i rows at page %i, with 40 rows a page, returns %o', (count, number, page) => {
  expect(takePage(createRows(count), number, 40)).toMatchObject(page)
})

test('all pages together contain all rows, and no page exceeds the size', () => {
  fc.assert(
    fc.property(fc.nat(200), fc.integer({ min: 1, max: 50 }), (count, size) => {
      const rows = createRows(count)
      const { pages: pageCount } = takePage(rows, 1, size)
      const pageRows = Array.from({ length: pageCount }, (_, i) => takePage(rows, i + 1, size).rows)
      expect(pageRows.flat()).toEqual(rows)
      expect(Math.max(...pageRows.map(({ length }) => length))).toBeLessThanOrEqual(size)
    }),
  )
})
