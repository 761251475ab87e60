import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createPyramid, type Extremes, scanExtremes } from '#src/charts/data/pyramid.ts'

const value = fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 1000, max: 3000 }) }, fc.constant(Number.NaN))
const arbitraryColumn = (maxLength: number) =>
  fc.array(value, { minLength: 1, maxLength, size: 'max' }).map((list) => Float64Array.from(list))

const createExtremes = (): Extremes => ({ low: 0, high: 0 })

function expectSameAsScan(find: (into: Extremes) => void, values: Float64Array, start: number, end: number): void {
  const [found, expected] = [createExtremes(), createExtremes()]
  find(found)
  scanExtremes(values, start, end, expected)
  expect(found).toEqual(expected)
}

test('a pyramid returns the same extremes as a scan', () => {
  fc.assert(
    fc.property(arbitraryColumn(3000), fc.nat(), fc.nat(), (values, a, b) => {
      const pyramid = createPyramid()
      pyramid.extend(values, 0, values.length)
      const [start, end] = [a % (values.length + 1), b % (values.length + 1)].toSorted((p, q) => p - q)
      expectSameAsScan((into) => pyramid.extremes(values, start ?? 0, end ?? 0, into), values, start ?? 0, end ?? 0)
    }),
    { numRuns: 300 },
  )
})

test('a pyramid extended in several steps returns the same extremes as a scan', () => {
  fc.assert(
    fc.property(
      arbitraryColumn(5000),
      fc.array(fc.integer({ min: 1, max: 700 }), { maxLength: 20, size: 'max' }),
      (values, appends) => {
        const pyramid = createPyramid()
        let count = 0
        for (const append of [...appends, values.length]) {
          const next = Math.min(values.length, count + append)
          pyramid.extend(values, count, next)
          count = next
          expect(pyramid.count).toBe(count)
          expectSameAsScan((into) => pyramid.extremes(values, 0, count, into), values, 0, count)
          expectSameAsScan((into) => pyramid.extremes(values, count >> 1, count, into), values, count >> 1, count)
        }
      },
    ),
  )
})

test.each([63, 64, 65, 1023, 1024, 1025, 16_385])(
  'a pyramid of %i values returns the extremes of ranges that start near block borders',
  (count) => {
    const values = Float64Array.from({ length: count }, (_, index) => Math.sin(index) * index)
    const pyramid = createPyramid()
    pyramid.extend(values, 0, count)
    for (const start of [0, 15, 16, 17, 31, 32, 33, count - 2, count - 1]) {
      expectSameAsScan((into) => pyramid.extremes(values, start, start + 1, into), values, start, start + 1)
      expectSameAsScan((into) => pyramid.extremes(values, start, count, into), values, start, count)
    }
  },
)

test('the extremes of a range without numbers are low Infinity and high -Infinity', () => {
  const found = createExtremes()
  createPyramid().extremes(new Float64Array([Number.NaN, Number.NaN]), 0, 2, found)
  expect(found).toEqual({ low: Number.POSITIVE_INFINITY, high: Number.NEGATIVE_INFINITY })
})

test('appending one value to a million reads at most 64 values', () => {
  const count = 1_000_000
  const values = new Float64Array(count)
  const pyramid = createPyramid()
  pyramid.extend(values, 0, count - 1)
  let reads = 0
  const watchedValues = new Proxy(values, {
    get(target, key) {
      reads++
      return Reflect.get(target, key)
    },
  })
  pyramid.extend(watchedValues, count - 1, count)
  expect(reads).toBeLessThanOrEqual(64)
})
