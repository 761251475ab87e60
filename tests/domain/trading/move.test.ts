import fc from 'fast-check'
import { expect, test } from 'vitest'

import { computeMove } from '#src/domain/trading/move.ts'

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
