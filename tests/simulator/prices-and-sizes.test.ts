import fc from 'fast-check'
import { expect, test } from 'vitest'

import { drawSizes, drawSizesWithSum } from '#src/simulator/deal-sizes.ts'
import { pricePath } from '#src/simulator/price-path.ts'
import { createRandom } from '#src/simulator/random.ts'

const sumValues = (amounts: Float64Array) => amounts.reduce((total, amount) => total + amount, 0)

const anyPrices = fc
  .record({
    low: fc.integer({ min: 1, max: 500_000 }),
    range: fc.integer({ min: 1, max: 9_000 }),
    open: fc.double({ min: 0, max: 1, noNaN: true }),
    close: fc.double({ min: 0, max: 1, noNaN: true }),
    average: fc.double({ min: 0.2, max: 0.8, noNaN: true }),
  })
  .map(({ low, range, ...share }) => ({
    low,
    high: low + range,
    open: low + Math.round(range * share.open),
    close: low + Math.round(range * share.close),
    average: low + Math.round(range * share.average),
  }))

test('a price path is inside its range, touches both edges, and has its open and close', () => {
  fc.assert(
    fc.property(anyPrices, fc.integer({ min: 4, max: 500 }), fc.integer(), (prices, count, seed) => {
      const path = pricePath(prices, count, createRandom(seed))
      expect(path.prices.length).toBe(count)
      expect(path.prices[0]).toBe(prices.open)
      expect(path.prices.at(-1)).toBe(prices.close)
      expect(Math.min(...path.prices)).toBe(prices.low)
      expect(Math.max(...path.prices)).toBe(prices.high)
      expect(path.pinned.has(0) && path.pinned.has(count - 1)).toBe(true)
    }),
  )
})

test('a price path that closes just inside its range never leaves the range', () => {
  for (let seed = 0; seed < 60; seed++) {
    const prices = { low: 400_000, high: 404_000, open: 403_950, close: 403_950, average: 402_000 }
    const path = pricePath(prices, 500, createRandom(seed))
    expect(Math.max(...path.prices)).toBe(404_000)
    const lowPath = pricePath({ ...prices, open: 400_050, close: 400_050 }, 500, createRandom(seed))
    expect(Math.min(...lowPath.prices)).toBe(400_000)
  }
})

test('few points of a price path are near the edges of its range, and four points are pinned', () => {
  const prices = { low: 400_000, high: 404_000, open: 401_000, close: 403_000, average: 402_000 }
  for (let seed = 0; seed < 20; seed++) {
    const path = pricePath(prices, 2_000, createRandom(seed))
    const nearEdges = path.prices.filter((price) => price < 400_020 || price > 403_980).length
    expect(nearEdges).toBeLessThan(60)
    expect(path.pinned.size).toBe(4)
  }
})

test('the mean of a price path is near the requested average', () => {
  const misses = Array.from({ length: 40 }, (_, seed) => {
    const average = 400_000 + 4_000 * (0.3 + 0.4 * (seed / 40))
    const prices = { low: 400_000, high: 404_000, open: 402_000, close: 402_000, average }
    const path = pricePath(prices, 2_000, createRandom(seed))
    return Math.abs(sumValues(path.prices) / 2_000 - average) / 4_000
  })
  expect(misses.reduce((total, miss) => total + miss, 0) / misses.length).toBeLessThan(0.1)
})

test.each([210_000, 478_000, 662_500, 845_000, 1_900_000])(
  'drawSizesWithSum with a mean of US$ %i returns one size that is not a multiple of US$ 50,000',
  (mean) => {
    const total = mean * 2_000 + 1
    const amounts = drawSizesWithSum(total, 2_000, createRandom('mean', mean))
    expect(sumValues(amounts)).toBe(total)
    expect(amounts.filter((amount) => amount % 50_000 !== 0).length).toBe(1)
    expect(Math.max(...amounts)).toBeLessThan(5_050_001)
    const drawnMaxSizes = drawSizes(2_000, createRandom('mean', mean)).filter((amount) => amount === 5_000_000).length
    const adjustedMaxSizes = amounts.filter((amount) => amount >= 5_000_000).length
    expect(mean < 600_000 ? adjustedMaxSizes <= drawnMaxSizes : adjustedMaxSizes >= drawnMaxSizes).toBe(true)
    expect(new Set(amounts).size).toBeGreaterThan(9)
  },
)

test('drawSizesWithSum returns sizes of at least one dollar with the exact sum', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 0, max: 3_000_000_000 }), (count, more) => {
      const amounts = drawSizesWithSum(count + more, count, createRandom(count, more))
      expect(sumValues(amounts)).toBe(count + more)
      expect(Math.min(...amounts)).toBeGreaterThanOrEqual(1)
      expect(amounts.every(Number.isSafeInteger)).toBe(true)
    }),
  )
})
