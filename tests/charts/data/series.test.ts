import fc from 'fast-check'
import { expect, test } from 'vitest'

import {
  cleanSeries,
  createSeriesCleaner,
  findDrawn,
  gallop,
  isExtension,
  isExtensionInPlace,
  lowerBound,
  nearestPoint,
  upperBound,
} from '#src/charts/data/series.ts'

const arbitrarySorted = fc
  .array(fc.integer({ min: 0, max: 200 }), { maxLength: 200, size: 'max' })
  .map((list) => Float64Array.from(list).sort())
const toSeries = (x: readonly number[], line: readonly number[] = x) => ({
  x: Float64Array.from(x),
  line: Float64Array.from(line),
  bars: Float64Array.from(x, () => 1),
})

test('lowerBound counts the values below a key, and upperBound also counts the values equal to the key', () => {
  fc.assert(
    fc.property(arbitrarySorted, fc.integer({ min: -5, max: 205 }), (x, key) => {
      expect(lowerBound(x, key, 0, x.length)).toBe(x.filter((value) => value < key).length)
      expect(upperBound(x, key, 0, x.length)).toBe(x.filter((value) => value <= key).length)
    }),
  )
})

test('gallop from any index before the bound returns the lower bound', () => {
  fc.assert(
    fc.property(arbitrarySorted, fc.integer({ min: -5, max: 205 }), fc.nat(), fc.nat(), (x, key, a, b) => {
      const end = b % (x.length + 1)
      const expected = lowerBound(x, key, 0, end)
      expect(gallop(x, key, a % (expected + 1), end)).toBe(expected)
    }),
  )
})

test('cleanSeries returns a clean series unchanged', () => {
  const series = toSeries([1, 1, 2, 5])
  expect(cleanSeries(series)).toBe(series)
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
  [[Number.NEGATIVE_INFINITY, 1], [10, 20], [1], [20]],
  [
    [1, 2, 3],
    [10, 20],
    [1, 2],
    [10, 20],
  ],
  [[], [], [], []],
])('cleanSeries of x %o and line %o returns x %o and line %o', (x, line, cleanX, cleanLine) => {
  const clean = cleanSeries(toSeries(x, line))
  expect([...clean.x]).toEqual(cleanX)
  expect([...clean.line]).toEqual(cleanLine)
  expect(clean.bars).toHaveLength(cleanX.length)
})

test('cleanSeries preserves the order of points with equal x', () => {
  const clean = cleanSeries(toSeries([2, 1, 2, 1], [1, 2, 3, 4]))
  expect([...clean.line]).toEqual([2, 4, 1, 3])
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
])('nearestPoint of x %o with line %o to %d returns %j', (x, line, at, nearest) => {
  expect(nearestPoint(toSeries(x, line), at)).toBe(nearest)
})

test('findDrawn returns null when it passes an end of the series', () => {
  const series = toSeries([0, 1, 2], [Number.NaN, 5, Number.NaN])
  expect(findDrawn(series, 0, 1)).toBe(1)
  expect(findDrawn(series, 2, -1)).toBe(1)
  expect(findDrawn(series, 2, 1)).toBeNull()
  expect(findDrawn(series, 3, 1)).toBeNull()
  expect(findDrawn(series, -1, -1)).toBeNull()
})

const memory = Float64Array.from([1, 2, Number.NaN, 4, 5, 6])
const createView = (start: number, end: number) => {
  const column = memory.subarray(start, end)
  return { x: column, line: column, bars: column }
}
const createCopy = (values: readonly number[]) => {
  const column = Float64Array.from(values)
  return { x: column, line: column, bars: column }
}

test.each([
  ['a longer view of the same buffer', createView(0, 4), createView(0, 3), true, true],
  ['the same view', createView(0, 3), createView(0, 3), true, true],
  ['a shorter view', createView(0, 2), createView(0, 3), false, false],
  ['a view from another offset', createView(1, 5), createView(0, 3), false, false],
  ['a copy with more points', createCopy([1, 2, Number.NaN, 9]), createView(0, 3), false, true],
  ['a copy with another value', createCopy([1, 3, Number.NaN, 9]), createView(0, 3), false, false],
  ['a copy with a value in a gap', createCopy([1, 2, 3, 9]), createView(0, 3), false, false],
  ['a copy with a gap in place of a value', createCopy([Number.NaN, 2, Number.NaN]), createView(0, 3), false, false],
  ['a copy that is shorter', createCopy([1, 2]), createView(0, 3), false, false],
  ['the same view without its bars', { ...createView(0, 3), bars: null }, createView(0, 3), false, false],
  ['the same view with bars added', createView(0, 3), { ...createView(0, 3), bars: null }, false, false],
  ['a longer view without bars', { ...createView(0, 4), bars: null }, { ...createView(0, 3), bars: null }, true, true],
])(
  'for %s, isExtensionInPlace returns $3 and isExtension returns $4',
  (_, next, previous, inPlaceExpected, expected) => {
    expect([isExtensionInPlace(next, previous), isExtension(next, previous)]).toEqual([inPlaceExpected, expected])
  },
)

test.each(['x', 'line', 'bars'] as const)('isExtension returns false when values of %s differ', (name) => {
  const previous = createCopy([1, 2, 3])
  expect(isExtension({ ...createCopy([1, 2, 3, 4]), [name]: Float64Array.from([1, 2, 9, 4]) }, previous)).toBe(false)
})

test('cleanSeries replaces infinite values by gaps in a copy', () => {
  const given = toSeries([1, 2, 3, 4], [1, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 4])
  expect([...cleanSeries(given).line]).toEqual([1, Number.NaN, Number.NaN, 4])
  expect(given.line[1]).toBe(Number.POSITIVE_INFINITY)
})

test('a series cleaner returns the same series as cleanSeries for any sequence of series', () => {
  const point = fc.constantFrom(0, 1, 2, 3, Number.NaN, Number.POSITIVE_INFINITY)
  const slice = fc.record({ from: fc.integer({ min: 0, max: 2 }), length: fc.nat(8) })
  fc.assert(
    fc.property(fc.array(point, { maxLength: 10 }), fc.array(slice, { maxLength: 5 }), (values, slices) => {
      const [x, line] = [Float64Array.from(values).sort(), Float64Array.from(values)]
      const clean = createSeriesCleaner()
      for (const { from, length } of slices) {
        const series = { x: x.subarray(from, from + length), line: line.subarray(from, from + length), bars: null }
        expect(clean(series)).toEqual(cleanSeries({ ...series, line: series.line.slice() }))
      }
    }),
  )
})
