import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  changeDirection,
  closeAndAverage,
  computeMove,
  direction,
  displayedPrice,
  dollarAmounts,
  dollarPrices,
} from '#src/domain/trading/figures.ts'
import { PRICE_NAMES } from '#src/domain/trading/market.ts'
import { createDay } from '#tests/support/deals.ts'

const figures = createDay([
  { price: 4_091, amount: 500_000 },
  { price: 4_118.9, amount: 250_000 },
  { price: 4_085.2, amount: 1_000_001 },
  { price: 4_102.35, amount: 50_000 },
]).counted.figures()

test('the close is the price of the last deal, and the average is weighted by amount (D46)', () => {
  const average =
    Math.round((4_091 * 500_000 + 4_118.9 * 250_000 + 4_085.2 * 1_000_001 + 4_102.35 * 50_000) / 18_000.01) / 100
  expect(closeAndAverage(figures)).toEqual({ close: 4_102.35, average, time: figures?.lastTime })
})

test('the last amount is the amount of the last deal, and the average amount is sum / count (D46)', () => {
  expect(dollarAmounts(figures)).toEqual({
    sum: 1_800_001,
    last: 50_000,
    average: 450_000,
    low: 50_000,
    high: 1_000_001,
    count: 4,
  })
})

test('before the first deal, prices and amounts are null, and sum and count are 0 (D46)', () => {
  expect(closeAndAverage(null)).toEqual({ close: null, average: null, time: null })
  expect(dollarAmounts(null)).toEqual({ sum: 0, last: null, average: null, low: null, high: null, count: 0 })
})

test.each([
  [2_098, 1_284_650_000, 612_321],
  [2_150, 1_322_400_000, 615_070],
  [2, 1, 1],
  [4, 1, 0],
])('the average amount of %i deals that sum to %i dollars is %i, rounded half up', (count, sum, average) => {
  const changedFigures = figures && { ...figures, sum, count }
  expect(dollarAmounts(changedFigures).average).toBe(average)
})

test.each([
  [0.99, 0],
  [0, 0],
  [-3, 0],
  [1, 1],
  [1.01, 1.01],
  [4_102.35, 4_102.35],
  [null, null],
])('displayedPrice of %s is %s (§3)', (value, expected) => {
  expect(displayedPrice(value)).toBe(expected)
})

test.each([
  [4_100.01, 4_100, 'UP'],
  [4_100, 4_100, 'SAME'],
  [4_099.99, 4_100, 'DOWN'],
  [4_100.004, 4_100, 'SAME'],
  [0.1 + 0.2, 0.3, 'SAME'],
  [4_100, null, 'SAME'],
  [null, 4_100, 'SAME'],
  [null, null, 'SAME'],
] as const)('direction of %s after %s is %s, compared at centavos (D46)', (value, previous, change) => {
  expect(direction(value, previous)).toBe(change)
})

test('swapping two prices reverses their direction', () => {
  const centavos = fc.integer({ min: 1, max: 500_000 }).map((value) => value / 100)
  const opposite = { UP: 'DOWN', DOWN: 'UP', SAME: 'SAME' } as const
  fc.assert(
    fc.property(centavos, centavos, (one, other) => {
      expect(direction(one, other)).toBe(opposite[direction(other, one)])
      expect(direction(one, one)).toBe('SAME')
    }),
  )
})

test('each reference price compares with the same price of the previous trading day (D46)', () => {
  expect(
    dollarPrices({
      today: figures,
      previous: { open: 4_094.2, low: 4_086.3, high: 4_118.9, last: 4_096.4 },
      trm: 4_098.17,
      previousTrm: 4_081.44,
    }),
  ).toEqual({
    trm: { value: 4_098.17, change: 'UP', previous: 4_081.44 },
    open: { value: 4_091, change: 'DOWN', previous: 4_094.2 },
    low: { value: 4_085.2, change: 'DOWN', previous: 4_086.3 },
    high: { value: 4_118.9, change: 'SAME', previous: 4_118.9 },
    previousClose: 4_096.4,
  })
})

test('before the first deal, only the TRM in force has a value and a direction', () => {
  const previous = { open: 4_094.2, low: 4_086.3, high: 4_109.6, last: 4_096.4 }
  expect(dollarPrices({ today: null, previous, trm: 4_098.17, previousTrm: 4_100 })).toEqual({
    trm: { value: 4_098.17, change: 'DOWN', previous: 4_100 },
    open: { value: null, change: 'SAME', previous: 4_094.2 },
    low: { value: null, change: 'SAME', previous: 4_086.3 },
    high: { value: null, change: 'SAME', previous: 4_109.6 },
    previousClose: 4_096.4,
  })
})

test.each([null, { open: null, low: null, high: null, last: null }])(
  'every direction is SAME without a previous trading day (previous figures: %j)',
  (previous) => {
    const prices = dollarPrices({ today: figures, previous, trm: 4_098.17, previousTrm: null })
    expect(PRICE_NAMES.map((name) => prices[name].change)).toEqual(['SAME', 'SAME', 'SAME', 'SAME'])
    expect(prices.previousClose).toBeNull()
  },
)

const centavos = fc.integer({ min: 1, max: 2_000_000 })

test('computeMove returns the difference to the centavo', () => {
  fc.assert(
    fc.property(centavos, centavos, (close, open) => {
      const move = computeMove(open / 100, close / 100)
      expect(Math.round((move?.pesos ?? Number.NaN) * 100)).toBe(close - open)
      expect((move?.percent ?? Number.NaN) * open).toBeCloseTo((close - open) * 100, 3)
    }),
  )
})

test.each([
  [4102.35, 4091, { pesos: 11.35, percent: 0.277438 }],
  [4091, 4102.35, { pesos: -11.35, percent: -0.276671 }],
  [4091, 4091, { pesos: 0, percent: 0 }],
])('the move to %d from a base of %d is exact', (close, open, expected) => {
  expect(computeMove(open, close)?.pesos).toBe(expected.pesos)
  expect(computeMove(open, close)?.percent).toBeCloseTo(expected.percent, 5)
})

test.each([
  [null, 4091],
  [4091, null],
  [4091, 0],
])('computeMove to %s from %s returns null', (close, open) => {
  expect(computeMove(open, close)).toBeNull()
})

test.each([
  [0.005, 2, 'UP'],
  [0.004, 2, 'SAME'],
  [-0.004, 2, 'SAME'],
  [-0.005_1, 2, 'DOWN'],
  [0.0004, 4, 'UP'],
  [null, 2, 'SAME'],
] as const)('a change of %f with %d decimals has the direction %s', (change, digits, expected) => {
  expect(changeDirection(change, digits)).toBe(expected)
})
