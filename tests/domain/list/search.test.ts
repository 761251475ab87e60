import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createSearchIndex, searchRows } from '#src/domain/list/search.ts'

const findRowIndexes = (rows: readonly (readonly string[])[], query: string) =>
  searchRows(
    createSearchIndex(rows, (texts) => texts),
    query,
  ).map((texts) => rows.indexOf(texts))

test.each([
  ['perez', [0]],
  ['PÉREZ', [0]],
  ['  maria   pérez ', [0]],
  ['nunez', [1]],
  ['ñ', [1]],
  ['ü', [1]],
  ['', [0, 1]],
  ['   ', [0, 1]],
  ['zapata', []],
])('a search for "%s" finds the rows %j', (query, indexes) => {
  expect(
    findRowIndexes(
      [
        ['María  Pérez', 'rol'],
        ['Núñez', 'usuario'],
      ],
      query,
    ),
  ).toEqual(indexes)
})

test('a match does not span two texts of a row', () => {
  expect(findRowIndexes([['ana', 'paz']], 'anapaz')).toEqual([])
  expect(findRowIndexes([['ana', 'paz']], 'ana paz')).toEqual([])
  expect(findRowIndexes([['ana', 'paz']], 'ana\npaz')).toEqual([])
})

const anyPart = fc.string({ unit: 'grapheme', maxLength: 12 })

test('a search for any part of a text finds its row', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(anyPart, { maxLength: 3 })),
      anyPart,
      anyPart,
      anyPart,
      (rows, prefix, part, suffix) => {
        const allRows = [...rows, [`${prefix}${part}${suffix}`]]
        expect(findRowIndexes(allRows, part)).toContain(allRows.length - 1)
      },
    ),
  )
})

test('a search ignores the case and the Unicode normalization of the query', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('á', 'a', 'Á', 'ñ', 'n', 'Ü', 'u', 'x')), (letters) => {
      const word = letters.join('')
      const rows = [[word]]
      expect(findRowIndexes(rows, word.toUpperCase())).toEqual(findRowIndexes(rows, word.normalize('NFD')))
      expect(findRowIndexes(rows, word.normalize('NFC').toLowerCase())).toEqual([0])
    }),
  )
})
