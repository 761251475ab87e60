import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkGoals, type Figures, type Goal, lowest, median, percentile } from '#bench/charts/goals.ts'
import { candles, deals } from '#bench/charts/picture.ts'

const figures = (ms: number, memory = ms): Figures => ({ cold: ms, first: ms, append: ms, zoom: ms, memory })

test.each([
  [[], Number.NaN],
  [[7], 7],
  [[1, 9], 9],
  [[9, 1, 5], 5],
  [[10, 9, 2, 1], 9],
])('the median of %j is %d', (values, wanted) => {
  expect(median(values)).toBe(wanted)
})

test('the median has at most half of the values on each side and leaves its input unchanged', () => {
  fc.assert(
    fc.property(fc.array(fc.integer(), { minLength: 1 }), (values) => {
      const given = [...values]
      const middle = median(values)
      expect(values.filter((value) => value < middle).length).toBeLessThanOrEqual(values.length / 2)
      expect(values.filter((value) => value > middle).length).toBeLessThanOrEqual(values.length / 2)
      expect(values).toEqual(given)
    }),
  )
})

test.each([
  [0.95, [3, 1, 2], 3],
  [0.5, [4, 1, 3, 2], 3],
  [0, [4, 1, 3, 2], 1],
  [1, [4, 1, 3, 2], 4],
])('the percentile %d of %j is %d', (part, values, wanted) => {
  expect(percentile(values, part)).toBe(wanted)
})

test('lowest ignores figures that were not measured', () => {
  expect(lowest([figures(3), figures(Number.NaN), figures(2)], 'zoom')).toBe(2)
  expect(lowest([figures(Number.NaN)], 'zoom')).toBeNaN()
})

const zoom = (against: Goal['against'], most: number): Goal => ({ measure: 'zoom', against, most, from: 0 })

test.each([
  ['a ratio equal to the goal', zoom('libraries', 0.5), 2, true],
  ['a ratio above the goal', zoom('libraries', 0.5), 2.01, false],
  ['twice the bare canvas', zoom('bare canvas', 2), 2, true],
  ['more than twice the bare canvas', zoom('bare canvas', 2), 2.01, false],
  ['exactly the ms', zoom('ms', 8), 8, true],
  ['more than the ms', zoom('ms', 8), 8.01, false],
])('%s has the expected result', (_, goal, ours, passed) => {
  const measured = { ours: figures(ours), libraries: [figures(4), figures(9)], bareCanvas: figures(1) }
  expect(checkGoals([goal], 100, measured).map((result) => result.passed)).toEqual([passed])
})

test('a goal that was not measured fails', () => {
  const measured = { ours: figures(1), libraries: [], bareCanvas: null }
  expect(checkGoals([zoom('libraries', 1), zoom('bare canvas', 2)], 100, measured).map(({ passed }) => passed)).toEqual(
    [false, false],
  )
})

test.each([
  [99, 0],
  [100, 1],
  [200, 1],
  [201, 0],
])('size %i has %i results of a goal from 100 to 200', (size, wanted) => {
  const goal: Goal = { ...zoom('ms', 8), from: 100, to: 200 }
  expect(checkGoals([goal], size, { ours: figures(1), libraries: [], bareCanvas: null })).toHaveLength(wanted)
})

test('deals are deterministic, ascending and grow in place', () => {
  const [one, other] = [deals(50), deals(50)]
  expect(one.first(50)).toEqual(other.first(50))
  const { x } = one.first(80)
  expect(x.every((value, index) => index === 0 || value > (x[index - 1] ?? value))).toBe(true)
  expect(x.buffer).toBe(one.first(50).x.buffer)
})

test('a candle opens and closes between its low and high', () => {
  const { x, open, high, low, close } = candles(200).first(200)
  for (const index of x.keys()) {
    const [top = 0, bottom = 0] = [high[index], low[index]]
    for (const value of [open[index], close[index]]) {
      expect(value).toBeLessThanOrEqual(top)
      expect(value).toBeGreaterThanOrEqual(bottom)
    }
  }
})
