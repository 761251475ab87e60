import fc from 'fast-check'
import { expect, test } from 'vitest'

import { toInstant } from '#src/domain/time/bogota.ts'
import { findReviewReason, isInBand } from '#src/domain/trading/deal-review.ts'

const NOON = toInstant('2026-11-20', '12:00')
const LIMITS = { bandPercent: 3, maxAmount: 50_000_000, maxAheadMs: 60_000 }
const DEAL = { price: 4_000, amount: 50_000_000, time: NOON }
const CONTEXT = { reference: 4_000, now: NOON }

test.each([
  ['3 % above the last price', { price: 4_120 }, null],
  ['a centavo more', { price: 4_120.01 }, 'price'],
  ['3 % below the last price', { price: 3_880 }, null],
  ['a centavo less', { price: 3_879.99 }, 'price'],
  ['ten times the price', { price: 40_000 }, 'price'],
  ['the largest amount', { amount: 50_000_000 }, null],
  ['a dollar more', { amount: 50_000_001 }, 'amount'],
  ['the market time', { time: NOON }, null],
  ['a millisecond later', { time: NOON + 1 }, 'future'],
] as const)('a deal with %s is accepted, or waits for the operator: %j %s (D118)', (_name, change, reason) => {
  expect(findReviewReason({ ...DEAL, ...change }, CONTEXT, LIMITS)).toBe(reason)
})

test('before the first deal of a market there is no band, but the other limits', () => {
  expect(findReviewReason({ ...DEAL, price: 1 }, { ...CONTEXT, reference: null }, LIMITS)).toBe(null)
  expect(findReviewReason({ ...DEAL, amount: 50_000_001 }, { ...CONTEXT, reference: null }, LIMITS)).toBe('amount')
})

test('prices are compared in exact centavos, with bands of fractions of a percent', () => {
  const centavos = fc.integer({ min: 1, max: 100_000_000 })
  fc.assert(
    fc.property(centavos, centavos, fc.integer({ min: 1, max: 1_000 }), (price, reference, tenths) => {
      const isWithin = BigInt(Math.abs(price - reference)) * 1_000n <= BigInt(reference) * BigInt(tenths)
      expect(isInBand(price / 100, reference / 100, tenths / 10)).toBe(isWithin)
    }),
  )
})
