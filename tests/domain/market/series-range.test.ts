import fc from 'fast-check'
import { expect, test } from 'vitest'

import { rangeOf } from '#src/domain/market/series-range.ts'

test('a range has the first and last deal and the extreme prices', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 9_999 }), { minLength: 1, maxLength: 60, size: 'max' }),
      (prices) => {
        const times = Float64Array.from(prices, (_, i) => 1_000 + i)
        expect(rangeOf({ times, prices: Float64Array.from(prices) })).toEqual({
          from: 1_000,
          to: 999 + prices.length,
          first: prices[0],
          last: prices[prices.length - 1],
          low: Math.min(...prices),
          high: Math.max(...prices),
        })
      },
    ),
  )
})

test('without deals there is no range', () => {
  expect(rangeOf({ times: new Float64Array(0), prices: new Float64Array(0) })).toBeNull()
})
