import fc from 'fast-check'
import { expect, test } from 'vitest'

import {
  continues,
  createTidier,
  findDrawn,
  gallop,
  growsInPlace,
  lowerBound,
  nearestPoint,
  tidySeries,
  upperBound,
} from '#src/charts/data/series.ts'

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
  expect(findDrawn(series, 0, 1)).toBe(1)
  expect(findDrawn(series, 2, -1)).toBe(1)
  expect(findDrawn(series, 2, 1)).toBeNull()
  expect(findDrawn(series, 3, 1)).toBeNull()
  expect(findDrawn(series, -1, -1)).toBeNull()
})

const memory = Float64Array.from([1, 2, Number.NaN, 4, 5, 6])
const viewed = (start: number, end: number) => {
  const column = memory.subarray(start, end)
  return { x: column, line: column, bars: column }
}
const copied = (values: readonly number[]) => {
  const column = Float64Array.from(values)
  return { x: column, line: column, bars: column }
}

test.each([
  ['a longer view of the same memory', viewed(0, 4), viewed(0, 3), true, true],
  ['the same view', viewed(0, 3), viewed(0, 3), true, true],
  ['a shorter view', viewed(0, 2), viewed(0, 3), false, false],
  ['a view from another place on', viewed(1, 5), viewed(0, 3), false, false],
  ['a copy that goes on', copied([1, 2, Number.NaN, 9]), viewed(0, 3), false, true],
  ['a copy with another value', copied([1, 3, Number.NaN, 9]), viewed(0, 3), false, false],
  ['a copy with a value in a gap', copied([1, 2, 3, 9]), viewed(0, 3), false, false],
  ['a copy with a gap for a value', copied([Number.NaN, 2, Number.NaN]), viewed(0, 3), false, false],
  ['a copy that is shorter', copied([1, 2]), viewed(0, 3), false, false],
  ['the same without its bars', { ...viewed(0, 3), bars: null }, viewed(0, 3), false, false],
  ['the same with bars added', viewed(0, 3), { ...viewed(0, 3), bars: null }, false, false],
  ['more of what has no bars', { ...viewed(0, 4), bars: null }, { ...viewed(0, 3), bars: null }, true, true],
])('%s', (_, next, held, inPlace, going) => {
  expect([growsInPlace(next, held), continues(next, held)]).toEqual([inPlace, going])
})

test.each(['x', 'line', 'bars'] as const)('all columns must go on, %s too', (name) => {
  const held = copied([1, 2, 3])
  expect(continues({ ...copied([1, 2, 3, 4]), [name]: Float64Array.from([1, 2, 9, 4]) }, held)).toBe(false)
})

test('an infinite value of the line becomes a gap, and the given series stays as it was', () => {
  const given = seriesOf([1, 2, 3, 4], [1, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 4])
  expect([...tidySeries(given).line]).toEqual([1, Number.NaN, Number.NaN, 4])
  expect(given.line[1]).toBe(Number.POSITIVE_INFINITY)
})

test('one chart after another series tidies like a new one, whether it grew in place or not', () => {
  const point = fc.constantFrom(0, 1, 2, 3, Number.NaN, Number.POSITIVE_INFINITY)
  const turn = fc.record({ from: fc.integer({ min: 0, max: 2 }), length: fc.nat(8) })
  fc.assert(
    fc.property(fc.array(point, { maxLength: 10 }), fc.array(turn, { maxLength: 5 }), (values, turns) => {
      const [x, line] = [Float64Array.from(values).sort(), Float64Array.from(values)]
      const tidy = createTidier()
      for (const { from, length } of turns) {
        const series = { x: x.subarray(from, from + length), line: line.subarray(from, from + length), bars: null }
        expect(tidy(series)).toEqual(tidySeries({ ...series, line: series.line.slice() }))
      }
    }),
  )
})
