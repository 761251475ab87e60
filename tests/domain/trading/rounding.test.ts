import fc from 'fast-check'
import { expect, test } from 'vitest'

import { divideRounded, roundToCentavo } from '#src/domain/trading/rounding.ts'

const divideHalfUp = (dividend: bigint, divisor: bigint) => (2n * dividend + divisor) / (2n * divisor)

test('divideRounded rounds half up exactly for every safe integer', () => {
  const anyDividend = fc.oneof(
    fc.integer({ min: 0, max: 1_000 }),
    fc.integer({ min: Number.MAX_SAFE_INTEGER - 1_000, max: Number.MAX_SAFE_INTEGER }),
    fc.maxSafeNat(),
  )
  const anyDivisor = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 2 ** 31 - 1 }))
  fc.assert(
    fc.property(anyDividend, anyDivisor, (dividend, divisor) => {
      expect(divideRounded(dividend, divisor)).toBe(Number(divideHalfUp(BigInt(dividend), BigInt(divisor))))
    }),
    { numRuns: 2_000 },
  )
})

test.each([
  [0, 7, 0],
  [1, 2, 1],
  [3, 2, 2],
  [1_284_650_000, 2_098, 612_321],
  [1_322_400_000, 2_150, 615_070],
  [151_280_000, 244, 620_000],
  [9_007_199_254_740_991, 2, 4_503_599_627_370_496],
])('divideRounded of %d and %d returns %d', (dividend, divisor, quotient) => {
  expect(divideRounded(dividend, divisor)).toBe(quotient)
})

test('roundToCentavo rounds half a centavo up even when the binary fraction is lower', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000_000 }), fc.integer({ min: 1, max: 250 }), (sum, count) => {
      expect(roundToCentavo(sum / count / 100)).toBe(Number(divideHalfUp(BigInt(sum), BigInt(count))) / 100)
    }),
    { numRuns: 2_000 },
  )
})

test.each([
  [1.005, 1.01],
  [1.0049, 1],
  [4096.4375, 4096.44],
  [4094.8333333, 4094.83],
  [-0.415, -0.41],
  [4100, 4100],
])('roundToCentavo rounds %d to %d', (value, rounded) => {
  expect(roundToCentavo(value)).toBe(rounded)
})
