import { expect, test } from 'vitest'

import { ROWS_PER_STATEMENT, toChunks } from '#server/database/chunks.ts'

const createRows = (count: number) => Array.from({ length: count }, (_, row) => row)

test.each([
  [0, []],
  [1, [1]],
  [ROWS_PER_STATEMENT, [ROWS_PER_STATEMENT]],
  [ROWS_PER_STATEMENT + 1, [ROWS_PER_STATEMENT, 1]],
])('toChunks splits %d rows into chunks of %j', (count, lengths) => {
  const chunks = toChunks(createRows(count))
  expect(chunks.map(({ length }) => length)).toEqual(lengths)
  expect(chunks.flat()).toEqual(createRows(count))
})

test('toChunks splits rows into chunks of the given size', () => {
  expect(toChunks(['a', 'b', 'c'], 2)).toEqual([['a', 'b'], ['c']])
})
