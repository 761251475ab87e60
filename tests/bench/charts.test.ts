import fc from 'fast-check'
import { expect, test } from 'vitest'

import { candles, deals } from '#bench/charts/picture.ts'
import { type Bar, best, type Figures, median, percentile, verdicts } from '#bench/charts/verdicts.ts'

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

test('as many values lie below the median as above it, and none is changed', () => {
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
])('the part %d of %j lies below %d', (part, values, wanted) => {
  expect(percentile(values, part)).toBe(wanted)
})

test('the best peer is the least measured one', () => {
  expect(best([figures(3), figures(Number.NaN), figures(2)], 'zoom')).toBe(2)
  expect(best([figures(Number.NaN)], 'zoom')).toBeNaN()
})

const zoom = (against: Bar['against'], most: number): Bar => ({ measure: 'zoom', against, most, from: 0 })

test.each([
  ['at the bar', zoom('peers', 0.5), 2, true],
  ['above the bar', zoom('peers', 0.5), 2.01, false],
  ['twice the floor', zoom('floor', 2), 2, true],
  ['more than twice the floor', zoom('floor', 2), 2.01, false],
  ['within the ms', zoom('ms', 8), 8, true],
  ['beyond the ms', zoom('ms', 8), 8.01, false],
])('%s', (_, bar, ours, passed) => {
  const measured = { ours: figures(ours), peers: [figures(4), figures(9)], floor: figures(1) }
  expect(verdicts([bar], 100, measured).map((verdict) => verdict.passed)).toEqual([passed])
})

test('a bar that could not be measured is not passed', () => {
  const measured = { ours: figures(1), peers: [], floor: null }
  expect(verdicts([zoom('peers', 1), zoom('floor', 2)], 100, measured).map(({ passed }) => passed)).toEqual([
    false,
    false,
  ])
})

test.each([
  [99, 0],
  [100, 1],
  [200, 1],
  [201, 0],
])('of a bar from 100 to 200 size %i has %i', (size, wanted) => {
  const bar: Bar = { ...zoom('ms', 8), from: 100, to: 200 }
  expect(verdicts([bar], size, { ours: figures(1), peers: [], floor: null })).toHaveLength(wanted)
})

test('what is drawn is the same each time, rises, and has room to grow in place', () => {
  const [one, other] = [deals(50), deals(50)]
  expect(one.first(50)).toEqual(other.first(50))
  const { x } = one.first(80)
  expect(x.every((value, index) => index === 0 || value > (x[index - 1] ?? value))).toBe(true)
  expect(x.buffer).toBe(one.first(50).x.buffer)
})

test('no candle is open or closed beyond its ends', () => {
  const { x, open, high, low, close } = candles(200).first(200)
  for (const index of x.keys()) {
    const [top = 0, bottom = 0] = [high[index], low[index]]
    for (const value of [open[index], close[index]]) {
      expect(value).toBeLessThanOrEqual(top)
      expect(value).toBeGreaterThanOrEqual(bottom)
    }
  }
})
