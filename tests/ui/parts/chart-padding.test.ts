import fc from 'fast-check'
import { expect, test } from 'vitest'

import { lineRange } from '#src/charts/draw/plot-geometry.ts'
import { CHART_PADDING } from '#src/ui/parts/chart-text.ts'

test('a price axis adds 5 pesos below and above, and an amount axis adds 3 million US$ above', () => {
  expect(CHART_PADDING).toEqual({ line: 5, bars: 3_000 })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500_000 }), fc.nat({ max: 50_000 }), (centavos, spread) => {
      const [low, high] = [centavos / 100, (centavos + spread) / 100]
      expect(lineRange(low, high, null, CHART_PADDING.line)).toEqual({ from: low - 5, to: high + 5 })
    }),
  )
})
