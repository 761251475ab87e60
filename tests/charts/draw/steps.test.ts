import fc from 'fast-check'
import { expect, test } from 'vitest'

import { barStep, pointTicks, roundTicks, timeTicks, topTick } from '#src/charts/draw/steps.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = { from: 8 * HOUR, to: 13 * HOUR }

test.each([
  [842, false, 5 * MINUTE],
  [660, false, 5 * MINUTE],
  [659, false, 10 * MINUTE],
  [302, true, 5 * MINUTE],
  [288, true, 5 * MINUTE],
  [287, true, 10 * MINUTE],
  [1, false, 7 * 24 * HOUR],
])('barStep of five hours on %d px, narrow %j, returns %d ms', (width, narrow, step) => {
  expect(barStep(DAY, width, narrow)).toBe(step)
})

test('a bar of barStep has at least the minimum width in any view', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 4e11 }),
      fc.integer({ min: 1, max: 3000 }),
      fc.boolean(),
      (span, width, narrow) => {
        const step = barStep({ from: 0, to: span }, width, narrow)
        expect((step / span) * width).toBeGreaterThanOrEqual((narrow ? 4.8 : 11) - 1e-9)
      },
    ),
  )
})

test.each([
  [842, [8, 9, 10, 11, 12, 13]],
  [302, [8, 10, 12]],
  [449, [8, 10, 12]],
  [450, [8, 9, 10, 11, 12, 13]],
])('timeTicks of a day on %d px returns the hours %j', (width, hours) => {
  expect(timeTicks(DAY, DAY.from, width)).toEqual(hours.map((hour) => hour * HOUR))
})

test('timeTicks of a part returns round steps counted from the start of the domain', () => {
  const part = { from: 8 * HOUR + 7 * MINUTE, to: 8 * HOUR + 44 * MINUTE }
  expect(timeTicks(part, DAY.from, 842).map((tick) => (tick - 8 * HOUR) / MINUTE)).toEqual([10, 15, 20, 25, 30, 35, 40])
})

test.each([
  [4080.2, 4123.9, [4090, 4100, 4110, 4120]],
  [4095, 4105, [4096, 4098, 4100, 4102, 4104]],
  [1.1, 1.5, [1.1, 1.2, 1.3, 1.4, 1.5]],
  [0, 1, [0, 0.2, 0.4, 0.6, 0.8, 1]],
  [-3, 3, [-2, 0, 2]],
  [5, 5, []],
  [6, 5, []],
  [Number.NaN, 5, []],
  [0, Number.POSITIVE_INFINITY, []],
])('roundTicks between %d and %d returns %j', (min, max, ticks) => {
  expect(roundTicks(min, max, 5)).toEqual(ticks)
})

test('roundTicks returns one to six ticks inside the range', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -1e6, max: 1e6, noNaN: true }),
      fc.double({ min: 1e-3, max: 1e6, noNaN: true }),
      (min, span) => {
        const ticks = roundTicks(min, min + span, 5)
        expect(ticks.length).toBeLessThanOrEqual(6)
        expect(ticks.length).toBeGreaterThanOrEqual(1)
        const slack = Math.max(Math.abs(min), span) * 1e-8
        expect(ticks.every((tick) => tick >= min - slack && tick <= min + span + slack)).toBe(true)
      },
    ),
  )
})

test.each([
  [43_729, 40_000],
  [99, 90],
  [10, 10],
  [14.9, 10],
  [15, 15],
  [19.9, 15],
  [20, 20],
  [0.31, 0.3],
  [0, null],
  [-4, null],
  [Number.POSITIVE_INFINITY, null],
])('topTick of a scale up to %d returns %j', (max, label) => {
  expect(topTick(max)).toBe(label)
})

test.each([
  [20, 700, 1],
  [63, 700, 1],
  [64, 700, 2],
  [365, 842, 5],
  [383, 842, 10],
  [0.1, 700, 1],
])('barStep of %d points on %d px returns %d whole points', (length, width, step) => {
  expect(barStep({ from: -0.5, to: length - 0.5 }, width, false, 'ordinal')).toBe(step)
})

test('pointTicks returns whole points at a regular step from the first', () => {
  expect(pointTicks({ from: -0.5, to: 20.5 }, 677)).toEqual([0, 5, 10, 15, 20])
  expect(pointTicks({ from: 7.3, to: 9.8 }, 677)).toEqual([8, 9])
  expect(pointTicks({ from: 7.3, to: 7.4 }, 677)).toEqual([])
})
