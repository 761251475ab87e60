import fc from 'fast-check'
import { expect, test } from 'vitest'

import { mapParts, ROWS_PER_PART, readParts } from '#server/imc/read-parts.ts'
import { collect } from '#tests/support/collect.ts'

test('a list is read in bounded parts, in the order of the ids, without rows that are gone', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 2_100 }), fc.integer({ min: 2, max: 50 }), async (count, gone) => {
      const ids = Array.from({ length: count }, (_, index) => ({ id: `${(index * 7_919) % 9_973}` }))
      const isGone = (id: string) => Number(id) % gone === 0
      const parts = readParts(ids, async (part) => {
        expect(part.length).toBeLessThanOrEqual(ROWS_PER_PART)
        return part
          .filter((id) => !isGone(id))
          .sort()
          .map((id) => [id, Number(id)])
      })
      const rows = await collect(mapParts(parts, (row) => `${row}`))
      expect(rows).toEqual(ids.map(({ id }) => id).filter((id) => !isGone(id)))
    }),
    { numRuns: 30 },
  )
})

test('other work runs between two parts', async () => {
  const ids = Array.from({ length: 2 * ROWS_PER_PART }, (_, index) => ({ id: `${index}` }))
  const order: string[] = []
  setImmediate(() => order.push('other'))
  for await (const rows of readParts(ids, async (part) => part.map((id) => [id, id]))) order.push(`${rows.length}`)
  expect(order).toEqual([`${ROWS_PER_PART}`, 'other', `${ROWS_PER_PART}`])
})
