import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createPrefixSums } from '#src/charts/data/prefix-sums.ts'

const anyValue = fc.oneof(
  { weight: 9, arbitrary: fc.integer({ min: 0, max: 999 }) },
  fc.constantFrom(Number.NaN, Infinity),
)

const sumFiniteValues = (values: Float64Array, start: number, end: number) =>
  values.subarray(start, end).reduce((sum, each) => sum + (Number.isFinite(each) ? each : 0), 0)

test('the sum of the finite values of any range is exact after any sequence of appends', () => {
  fc.assert(
    fc.property(
      fc.array(anyValue, { maxLength: 700, size: 'max' }),
      fc.array(fc.nat(700), { maxLength: 5 }),
      fc.nat(),
      fc.nat(),
      (list, counts, a, b) => {
        const values = Float64Array.from(list)
        const sums = createPrefixSums()
        const lengths = [...counts.map((count) => Math.min(count, values.length)), values.length]
        for (const length of lengths.toSorted((p, q) => p - q)) sums.extend(values.subarray(0, length))
        const [start = 0, end = 0] = [a % (values.length + 1), b % (values.length + 1)].toSorted((p, q) => p - q)
        expect(sums.sum(values, start, end)).toBe(sumFiniteValues(values, start, end))
      },
    ),
  )
})

test.each([0, 1, 63, 64, 65, 127, 128, 129])('a sum that starts or ends at index %i is exact', (edge) => {
  const values = Float64Array.from({ length: 200 }, (_, index) => index + 1)
  const sums = createPrefixSums()
  sums.extend(values)
  expect(sums.sum(values, edge, 200)).toBe(sumFiniteValues(values, edge, 200))
  expect(sums.sum(values, 0, edge)).toBe(sumFiniteValues(values, 0, edge))
  expect(sums.sum(values, edge, edge)).toBe(0)
})

test('clear removes the sums of the previous column', () => {
  const sums = createPrefixSums()
  sums.extend(new Float64Array(200).fill(5))
  sums.clear()
  const values = new Float64Array(200).fill(1)
  sums.extend(values)
  expect(sums.sum(values, 0, 200)).toBe(200)
})
