import fc from 'fast-check'
import { expect, test } from 'vitest'

import { moveSinceOpening } from '#src/domain/trading/move.ts'

const centavos = fc.integer({ min: 1, max: 2_000_000 })

test('opening and move add up to the close, to the centavo', () => {
  fc.assert(
    fc.property(centavos, centavos, (close, open) => {
      const move = moveSinceOpening(close / 100, open / 100)
      expect(Math.round((move?.amount ?? Number.NaN) * 100)).toBe(close - open)
      expect((move?.percent ?? Number.NaN) * open).toBeCloseTo((close - open) * 100, 3)
    }),
  )
})

test.each([
  [4102.35, 4091, { amount: 11.35, percent: 0.277438 }],
  [4091, 4102.35, { amount: -11.35, percent: -0.276671 }],
  [4091, 4091, { amount: 0, percent: 0 }],
])('%d after an opening of %d', (close, open, expected) => {
  expect(moveSinceOpening(close, open)?.amount).toBe(expected.amount)
  expect(moveSinceOpening(close, open)?.percent).toBeCloseTo(expected.percent, 5)
})

test.each([
  [null, 4091],
  [4091, null],
  [4091, 0],
])('there is no move to %s from %s', (close, open) => {
  expect(moveSinceOpening(close, open)).toBeNull()
})
