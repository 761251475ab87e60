import fc from 'fast-check'
import { expect, test } from 'vitest'

import { nextOrder, type SortKey, sortRows } from '#src/domain/list/sort.ts'

interface Row {
  readonly key: SortKey
}

const sort = (keys: readonly SortKey[], direction: 'ascending' | 'descending' = 'ascending') =>
  sortRows<Row, 'key'>(
    keys.map((key) => ({ key })),
    { column: 'key', direction },
    ({ key }) => key,
  ).map(({ key }) => key)

test('sortRows sorts texts in Spanish order', () => {
  expect(sort(['zeta', 'ñandú', 'nube', 'Óscar', 'oso', 'ana', 'Ana', 'ánade'])).toEqual([
    'ana',
    'Ana',
    'ánade',
    'nube',
    'ñandú',
    'Óscar',
    'oso',
    'zeta',
  ])
})

test('sortRows sorts numbers inside a text by value', () => {
  expect(sort(['P-10', 'P-9', 'P-1'])).toEqual(['P-1', 'P-9', 'P-10'])
})

test('sortRows sorts numbers by value; in ascending order, numbers come before texts', () => {
  expect(sort([9, 'a', 100, -5, 20])).toEqual([-5, 9, 20, 100, 'a'])
  expect(sort([9, 'a', 100], 'descending')).toEqual(['a', 100, 9])
})

test.each(['ascending', 'descending'] as const)('sortRows in %s order puts null and NaN last', (direction) => {
  expect(sort([null, 2, Number.NaN, 1], direction).slice(2)).toEqual([null, Number.NaN])
})

test('sortRows without an order returns the same array', () => {
  const rows = [{ key: 2 }, { key: 1 }]
  expect(sortRows<Row, 'key'>(rows, null, ({ key }) => key)).toBe(rows)
})

const anyKey = fc.option(fc.oneof(fc.integer({ min: 0, max: 3 }), fc.constantFrom('a', 'á', 'A', 'ñ', 'n', 'P-2')))

test('sortRows is stable and loses no row, in either direction', () => {
  fc.assert(
    fc.property(fc.array(anyKey), fc.constantFrom('ascending' as const, 'descending' as const), (keys, direction) => {
      const rows = keys.map((key, position) => ({ key, position }))
      const sorted = sortRows(rows, { column: 'key', direction }, ({ key }) => key)
      expect(new Set(sorted)).toEqual(new Set(rows))
      for (const [i, row] of sorted.entries()) {
        const next = sorted[i + 1]
        if (next && next.key === row.key) expect(row.position).toBeLessThan(next.position)
      }
    }),
  )
})

test('nextOrder returns ascending, descending and null in turn, and ascending for another column', () => {
  const ascending = nextOrder(null, 'close')
  const descending = nextOrder(ascending, 'close')
  expect(ascending).toEqual({ column: 'close', direction: 'ascending' })
  expect(descending).toEqual({ column: 'close', direction: 'descending' })
  expect(nextOrder(descending, 'close')).toBeNull()
  expect(nextOrder<string>(descending, 'term')).toEqual({ column: 'term', direction: 'ascending' })
  expect(nextOrder<string>(ascending, 'term')).toEqual({ column: 'term', direction: 'ascending' })
})
