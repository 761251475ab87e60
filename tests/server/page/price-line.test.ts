import fc from 'fast-check'
import { expect, test } from 'vitest'

import { type Box, findHorizon, linePoints, priceRange, type Ranges, toX, toY } from '#server/page/price-line.ts'

const BOX: Box = { left: 600, top: 160, width: 416, height: 340 }

const anyLine = fc
  .array(fc.record({ time: fc.integer({ min: 0, max: 1_000 }), centavos: fc.integer({ min: 100, max: 900_000 }) }), {
    minLength: 1,
    maxLength: 3_000,
  })
  .map((rows) => {
    const times = Float64Array.from(rows.map(({ time }) => time).sort((one, other) => one - other))
    return { times, prices: Float64Array.from(rows, ({ centavos }) => centavos / 100) }
  })

test('a line is inside its box, has few points and shows the first, last, lowest and highest price', () => {
  fc.assert(
    fc.property(anyLine, fc.option(fc.integer({ min: 1, max: 9_000 })), (line, horizon) => {
      const ranges: Ranges = { from: 0, to: 1_000, ...priceRange(line.prices, horizon) }
      const points = linePoints(line, BOX, ranges)
      const ys = points.map(([, y]) => y)
      expect(points.length).toBeLessThanOrEqual(Math.min(line.prices.length, 4 * (BOX.width + 1)))
      for (const [x, y] of points) {
        expect(x >= BOX.left && x <= BOX.left + BOX.width).toBe(true)
        expect(y >= BOX.top && y <= BOX.top + BOX.height).toBe(true)
      }
      const toPixel = (price: number | undefined) => toY(BOX, ranges, price ?? Number.NaN)
      expect(ys[0]).toBeCloseTo(toPixel(line.prices[0]), 0)
      expect(ys.at(-1)).toBeCloseTo(toPixel(line.prices.at(-1)), 0)
      expect(Math.min(...ys)).toBeCloseTo(toPixel(Math.max(...line.prices)), 0)
      expect(Math.max(...ys)).toBeCloseTo(toPixel(Math.min(...line.prices)), 0)
    }),
    { numRuns: 200 },
  )
})

test('toX returns an end of the box for times outside the range', () => {
  const ranges: Ranges = { from: 10, to: 20, low: 0, high: 1 }
  expect([5, 10, 15, 25].map((time) => toX(BOX, ranges, time))).toEqual([600, 600, 808, 1016])
})

test('priceRange returns a range around a single price', () => {
  const { low, high } = priceRange(Float64Array.of(4_000), null)
  expect(low).toBeLessThan(4_000)
  expect(high).toBeGreaterThan(4_000)
})

const PRICES = Float64Array.of(4_000, 4_010)

test.each([
  ['above the line', 4_040],
  ['within the range of the line', 4_005],
  ['below the line', 3_970],
])('findHorizon returns a TRM %s (%s)', (_where, trm) => {
  expect(findHorizon({ prices: PRICES }, trm)).toBe(trm)
})

test.each([
  ['a TRM too far above the line', 4_040.01],
  ['a TRM too far below the line', 3_969.99],
  ['an unknown TRM', null],
])('findHorizon returns null for %s (%s)', (_where, trm) => {
  expect(findHorizon({ prices: PRICES }, trm)).toBeNull()
})

test('findHorizon returns null for a day without deals', () => {
  expect(findHorizon({ prices: new Float64Array(0) }, 4_000)).toBeNull()
})
