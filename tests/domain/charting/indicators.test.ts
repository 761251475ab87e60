import fc from 'fast-check'
import { expect, test } from 'vitest'

import {
  AVERAGE_WINDOWS,
  BOLLINGER_DEVIATIONS,
  BOLLINGER_WINDOW,
  bollinger,
  type Indicator,
  sma,
} from '#src/domain/charting/indicators.ts'
import { roundToCentavo } from '#src/domain/trading/rounding.ts'

const CLOSES = [4091, 4093.5, 4092, 4095, 4097.5, 4096, 4098, 4099, 4100.5]
const roundIndicator = (indicator: Indicator) =>
  indicator.map((value) => (value === null ? null : roundToCentavo(value)))

test('averages of 8 and 13 closes equal the documented example', () => {
  const [eight, thirteen] = AVERAGE_WINDOWS
  expect([eight, thirteen]).toEqual([8, 13])
  expect(roundIndicator(sma(CLOSES, eight))).toEqual([null, null, null, null, null, null, null, 4095.25, 4096.44])
  expect(roundIndicator(sma(CLOSES, thirteen))).toEqual(CLOSES.map(() => null))
})

test('bands of 3 closes and 2 population deviations equal the documented example', () => {
  const { upper, middle, lower } = bollinger(CLOSES.slice(0, 5), 3, 2)
  expect(roundIndicator(upper)).toEqual([null, null, 4094.22, 4095.95, 4099.33])
  expect(roundIndicator(middle)).toEqual([null, null, 4092.17, 4093.5, 4094.83])
  expect(roundIndicator(lower)).toEqual([null, null, 4090.11, 4091.05, 4090.34])
})

test('bollinger uses 20 closes and 2 deviations by default (§9)', () => {
  const closes = Array.from({ length: 30 }, (_, row) => 4100 + ((row * 7) % 5))
  expect([BOLLINGER_WINDOW, BOLLINGER_DEVIATIONS]).toEqual([20, 2])
  expect(bollinger(closes)).toEqual(bollinger(closes, 20, 2))
  expect(bollinger(closes).middle.findIndex((value) => value !== null)).toBe(19)
})

/** Closes of a series whose moves are tiny (centavos) or large (hundreds of pesos). */
const anyCloses = fc
  .tuple(fc.integer({ min: 350_000, max: 500_000 }), fc.constantFrom(0, 1, 2, 100, 50_000))
  .chain(([base, spread]) => fc.array(fc.integer({ min: base, max: base + spread }), { maxLength: 120, size: 'max' }))
  .map((centavos) => centavos.map((value) => value / 100))
const anyWindow = fc.integer({ min: 1, max: 30 })

/** Computes the mean and the deviation of one window directly, in two passes. */
function computeTwoPass(values: readonly number[], size: number, row: number) {
  const inWindow = values.slice(row + 1 - size, row + 1).map((value) => Math.round(value * 100))
  const sum = inWindow.reduce((total, value) => total + value, 0)
  const squareSum = inWindow.reduce((total, value) => total + ((value * size - sum) / size) ** 2, 0)
  return { mean: sum / size / 100, deviation: Math.sqrt(squareSum / size) / 100 }
}

test('rolling averages and bands equal the direct computation at every close', () => {
  fc.assert(
    fc.property(anyCloses, anyWindow, fc.constantFrom(1, 2, 2.5), (values, size, deviations) => {
      const averages = sma(values, size)
      const { upper, middle, lower } = bollinger(values, size, deviations)
      for (const row of values.keys()) {
        if (row < size - 1) {
          expect([averages[row], upper[row], middle[row], lower[row]]).toEqual([null, null, null, null])
          continue
        }
        const { mean, deviation } = computeTwoPass(values, size, row)
        expect(averages[row]).toBeCloseTo(mean, 9)
        expect(middle[row]).toBe(averages[row])
        expect(upper[row]).toBeCloseTo(mean + deviations * deviation, 9)
        expect(lower[row]).toBeCloseTo(mean - deviations * deviation, 9)
      }
    }),
  )
})

test('rounding an average to the centavo equals rounding the exact average half up', () => {
  fc.assert(
    fc.property(anyCloses, anyWindow, (values, size) => {
      for (const [row, value] of roundIndicator(sma(values, size)).entries()) {
        const inWindow = values
          .slice(Math.max(0, row + 1 - size), row + 1)
          .map((close) => BigInt(Math.round(close * 100)))
        const sum = inWindow.reduce((total, close) => total + close, 0n)
        const exact = Number((2n * sum + BigInt(size)) / (2n * BigInt(size))) / 100
        expect(value).toBe(row < size - 1 ? null : exact)
      }
    }),
  )
})

test('equal closes after large moves have a deviation of exactly zero', () => {
  const wildCloses = Array.from({ length: 40 }, (_, row) => 4000 + ((row * 7_919) % 99_991) / 100)
  const { upper, middle, lower } = bollinger([...wildCloses, ...Array.from({ length: 20 }, () => 4102.35)])
  expect([upper.at(-1), middle.at(-1), lower.at(-1)]).toEqual([4102.35, 4102.35, 4102.35])
})

test('a change of one centavo among twenty closes changes the deviation', () => {
  const { upper, lower } = bollinger([...Array.from({ length: 19 }, () => 4102.35), 4102.36])
  const deviation = Math.sqrt(0.05 * 0.95) / 100
  expect(upper.at(-1)).toBeCloseTo(4102.3505 + 2 * deviation, 9)
  expect(lower.at(-1)).toBeCloseTo(4102.3505 - 2 * deviation, 9)
})

test.each([
  [1, 3],
  [2, 2],
  [3, 1],
  [4, 0],
])('sma with a window of %i returns %i values for three closes', (size, valueCount) => {
  expect(sma([4100, 4101, 4102], size).filter((value) => value !== null)).toHaveLength(valueCount)
})

test('indicators accept typed arrays, and return empty columns for an empty series', () => {
  expect(sma(Float64Array.of(4100, 4101), 2)).toEqual([null, 4100.5])
  expect(sma([], 8)).toEqual([])
  expect(bollinger([])).toEqual({ upper: [], middle: [], lower: [] })
})

test.each([0, -1, 1.5, Number.NaN, Infinity])('sma throws a RangeError for a window of %d closes', (size) => {
  expect(() => sma(CLOSES, size)).toThrow(RangeError)
})
