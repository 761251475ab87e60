import fc from 'fast-check'
import { expect, test } from 'vitest'

import { lineRange } from '#src/charts/draw/plot-geometry.ts'
import { AMOUNT_PADDING, PRICE_PADDING } from '#src/domain/charting/axis-padding.ts'

test('a price axis adds 5 pesos below and above, and AMOUNT_PADDING is 3 million US$', () => {
  expect([PRICE_PADDING, AMOUNT_PADDING]).toEqual([5, 3_000])
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500_000 }), fc.nat({ max: 50_000 }), (centavos, spread) => {
      const [low, high] = [centavos / 100, (centavos + spread) / 100]
      expect(lineRange(low, high, null, PRICE_PADDING)).toEqual({ from: low - 5, to: high + 5 })
    }),
  )
})
