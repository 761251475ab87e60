import fc from 'fast-check'
import { expect, test } from 'vitest'

import { drawnFrom, gallop, lowerBound, nearestPoint, tidySeries, upperBound } from '#src/charts/series.ts'

const sorted = fc
  .array(fc.integer({ min: 0, max: 200 }), { maxLength: 200, size: 'max' })
  .map((list) => Float64Array.from(list).sort())
const seriesOf = (x: readonly number[], line: readonly number[] = x) => ({
  x: Float64Array.from(x),
  line: Float64Array.from(line),
  bars: Float64Array.from(x, () => 1),
})

test('the bounds of a key are the counts of what lies below it, and up to it', () => {
  fc.assert(
    fc.property(sorted, fc.integer({ min: -5, max: 205 }), (x, key) => {
      expect(lowerBound(x, key, 0, x.length)).toBe(x.filter((value) => value < key).length)
      expect(upperBound(x, key, 0, x.length)).toBe(x.filter((value) => value <= key).length)
    }),
  )
})

test('galloping from anywhere before the bound finds the bound', () => {
  fc.assert(
    fc.property(sorted, fc.integer({ min: -5, max: 205 }), fc.nat(), fc.nat(), (x, key, a, b) => {
      const end = b % (x.length + 1)
      const wanted = lowerBound(x, key, 0, end)
      expect(gallop(x, key, a % (wanted + 1), end)).toBe(wanted)
    }),
  )
})

test('a tidy series is left as it is', () => {
  const series = seriesOf([1, 1, 2, 5])
  expect(tidySeries(series)).toBe(series)
})

test.each([
  [
    [3, 1, 2],
    [30, 10, 20],
    [1, 2, 3],
    [10, 20, 30],
  ],
  [
    [1, Number.NaN, 2],
    [10, 20, 30],
    [1, 2],
    [10, 30],
  ],
  [[1, Number.POSITIVE_INFINITY], [10, 20], [1], [10]],
  [
    [1, 2, 3],
    [10, 20],
    [1, 2],
    [10, 20],
  ],
  [[], [], [], []],
])('x %j with line %j is put in order', (x, line, tidyX, tidyLine) => {
  const tidy = tidySeries(seriesOf(x, line))
  expect([...tidy.x]).toEqual(tidyX)
  expect([...tidy.line]).toEqual(tidyLine)
  expect(tidy.bars).toHaveLength(tidyX.length)
})

test('points of one instant keep their order', () => {
  const tidy = tidySeries(seriesOf([2, 1, 2, 1], [1, 2, 3, 4]))
  expect([...tidy.line]).toEqual([2, 4, 1, 3])
})

test.each([
  [[0, 10, 20], [1, 1, 1], 14, 1],
  [[0, 10, 20], [1, 1, 1], 16, 2],
  [[0, 10, 20], [1, 1, 1], -5, 0],
  [[0, 10, 20], [1, 1, 1], 99, 2],
  [[0, 10, 20], [1, Number.NaN, 1], 11, 2],
  [[0, 10, 20], [1, Number.NaN, 1], 9, 0],
  [[0, 10], [Number.NaN, Number.NaN], 5, null],
  [[], [], 5, null],
])('of x %j with line %j, the drawn point nearest to %d is %j', (x, line, at, nearest) => {
  expect(nearestPoint(seriesOf(x, line), at)).toBe(nearest)
})

test('the search for a drawn point ends at both ends', () => {
  const series = seriesOf([0, 1, 2], [Number.NaN, 5, Number.NaN])
  expect(drawnFrom(series, 0, 1)).toBe(1)
  expect(drawnFrom(series, 2, -1)).toBe(1)
  expect(drawnFrom(series, 2, 1)).toBeNull()
  expect(drawnFrom(series, 3, 1)).toBeNull()
  expect(drawnFrom(series, -1, -1)).toBeNull()
})
