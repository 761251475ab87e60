import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createRandom, drawNoise, hashParts, MAX_DEVIATIONS } from '#src/simulator/random.ts'
import { bridge, createWalk } from '#src/simulator/walk.ts'

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const variance = (values: readonly number[]) => mean(values.map((value) => (value - mean(values)) ** 2))

test('a random stream depends only on its key', () => {
  const drawNumbers = (...key: readonly (string | number)[]) => {
    const random = createRandom(...key)
    return Array.from({ length: 5 }, () => random.next())
  }
  expect(drawNumbers(1, 'spot')).toEqual(drawNumbers(1, 'spot'))
  fc.assert(
    fc.property(fc.integer(), fc.integer(), (one, other) => {
      fc.pre(one !== other)
      expect(drawNumbers(one, 'spot')).not.toEqual(drawNumbers(other, 'spot'))
    }),
  )
})

test('random numbers are uniform and independent', () => {
  const random = createRandom('uniform')
  const draws = Array.from({ length: 20_000 }, () => random.next())
  expect(Math.min(...draws)).toBeGreaterThanOrEqual(0)
  expect(Math.max(...draws)).toBeLessThan(1)
  expect(Math.abs(mean(draws) - 0.5)).toBeLessThan(0.01)
  expect(Math.abs(variance(draws) - 1 / 12)).toBeLessThan(0.003)
  const products = draws.slice(1).map((draw, i) => (draw - 0.5) * ((draws[i] ?? 0) - 0.5))
  expect(Math.abs(mean(products))).toBeLessThan(0.003)
})

test('normal numbers have mean 0, variance 1 and bounds', () => {
  const random = createRandom('normal')
  const key = hashParts('places')
  const streamDraws = Array.from({ length: 20_000 }, () => random.normal())
  const noiseDraws = Array.from({ length: 20_000 }, (_, i) => drawNoise(key, i, i + 2 ** (i % 12)))
  for (const draws of [streamDraws, noiseDraws]) {
    expect(Math.abs(mean(draws))).toBeLessThan(0.03)
    expect(Math.abs(variance(draws) - 1)).toBeLessThan(0.05)
    expect(Math.max(...draws.map(Math.abs))).toBeLessThanOrEqual(MAX_DEVIATIONS)
  }
})

test.each([
  [1, 1],
  [0, 3],
  [-2, 2],
])('integer draws every number from %i to %i and no other number', (low, high) => {
  const random = createRandom('integers', low, high)
  const drawnNumbers = new Set(Array.from({ length: 500 }, () => random.integer(low, high)))
  expect([...drawnNumbers].sort((one, other) => one - other)).toEqual(
    Array.from({ length: high - low + 1 }, (_, i) => low + i),
  )
})

test('a bridge starts and ends at its knots', () => {
  const knot = fc.record({ at: fc.integer({ min: -1_000, max: 1_000 }), value: fc.integer({ min: -9, max: 9 }) })
  fc.assert(
    fc.property(knot, knot, fc.integer(), (from, to, key) => {
      fc.pre(from.at < to.at)
      expect(bridge(key, from, to, 0.1, from.at)).toBe(from.value)
      expect(bridge(key, from, to, 0.1, to.at)).toBeCloseTo(to.value, 10)
    }),
  )
})

test('a bridge without deviation is a straight line', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 10, noNaN: true }), (at) => {
      expect(bridge(1, { at: 0, value: 5 }, { at: 10, value: 25 }, 0, at)).toBeCloseTo(5 + 2 * at, 8)
    }),
  )
})

test('the steps of a bridge have the given deviation, between days and within days', () => {
  const computeSteps = (daysPerStep: number) => {
    const values = Array.from({ length: 2_000 }, (_, i) => {
      const start = Math.floor((i * daysPerStep) / 128) * 128
      return bridge(
        hashParts('steps', start),
        { at: start, value: 0 },
        { at: start + 128, value: 0 },
        1,
        i * daysPerStep,
      )
    })
    return values.slice(1).map((value, i) => value - (values[i] ?? 0))
  }
  expect(variance(computeSteps(1))).toBeGreaterThan(0.85)
  expect(variance(computeSteps(1))).toBeLessThan(1.1)
  expect(variance(computeSteps(1 / 16))).toBeGreaterThan(0.85 / 16)
  expect(variance(computeSteps(1 / 16))).toBeLessThan(1.1 / 16)
})

test('a point of a walk does not depend on other points', () => {
  const shape = { center: 3, deviation: 0.02, reach: 0.4 }
  const walk = createWalk(['alone'], shape)
  const path = Array.from({ length: 400 }, (_, i) => walk(i * 3.7 - 700))
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 399 }), (i) => {
      expect(createWalk(['alone'], shape)(i * 3.7 - 700)).toBe(path[i])
    }),
  )
})

test('a walk has no jumps, passes through its start point and is near its center', () => {
  const walk = createWalk(['near'], { center: 0, deviation: 0.01, reach: 0.2, start: { at: 50, value: 0.15 } })
  const path = Array.from({ length: 8_000 }, (_, i) => walk(i - 4_000))
  expect(walk(50)).toBe(0.15)
  expect(Math.max(...path.map(Math.abs))).toBeLessThan(0.4)
  expect(Math.max(...path.slice(1).map((value, i) => Math.abs(value - (path[i] ?? 0))))).toBeLessThan(0.06)
  expect(variance(path)).toBeGreaterThan(0.001)
})
