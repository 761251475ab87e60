import fc from 'fast-check'
import { expect, test } from 'vitest'
import { median, percentile } from '#bench/percentile.ts'

test.each([
  [[], Number.NaN],
  [[7], 7],
  [[1, 9], 9],
  [[9, 1, 5], 5],
  [[10, 9, 2, 1], 9],
])('median of %j returns the middle, or the upper middle, value %d', (values, expected) => {
  expect(median(values)).toBe(expected)
})

test('median returns a middle value and does not change its input', () => {
  fc.assert(
    fc.property(fc.array(fc.integer(), { minLength: 1 }), (values) => {
      const originalValues = [...values]
      const middle = median(values)
      expect(values.filter((value) => value < middle).length).toBeLessThanOrEqual(values.length / 2)
      expect(values.filter((value) => value > middle).length).toBeLessThanOrEqual(values.length / 2)
      expect(values).toEqual(originalValues)
    }),
  )
})

test.each([
  [0.95, [3, 1, 2], 3],
  [0.5, [4, 1, 3, 2], 3],
  [0, [4, 1, 3, 2], 1],
  [1, [4, 1, 3, 2], 4],
])('percentile %d of %j returns the value %d', (fraction, values, expected) => {
  expect(percentile(values, fraction)).toBe(expected)
})
