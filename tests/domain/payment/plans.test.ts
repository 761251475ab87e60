import fc from 'fast-check'
import { expect, test } from 'vitest'

import {
  BEST_PLAN,
  computeTax,
  findPlan,
  HIGHEST_MONTHLY_COST,
  monthlyCost,
  monthlySaving,
  PLANS,
} from '#src/domain/payment/plans.ts'

test.each([
  ['quarterly', 3, 497_070, 94_443, 591_513],
  ['semiannual', 6, 921_922, 175_165, 1_097_087],
  ['annual', 12, 1_692_209, 321_520, 2_013_729],
] as const)('the %s plan has %i months, base %i, tax %i and total %i (§9)', (id, months, base, tax, total) => {
  expect(findPlan(id)).toEqual({ id, months, base, tax, total })
})

test('the tax is within half a peso of 19 % of the base', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), (base) => {
      const tax = computeTax(base)
      expect(Number.isInteger(tax)).toBe(true)
      expect(Math.abs(tax * 100 - base * 19)).toBeLessThanOrEqual(50)
    }),
  )
})

test('the plans are ordered from the shortest to the longest', () => {
  expect(PLANS.map(({ months }) => months)).toEqual([3, 6, 12])
})

test.each([
  ['quarterly', 197_171, 0],
  ['semiannual', 182_848, 0.073],
  ['annual', 167_811, 0.149],
] as const)('a month of the %s plan costs %i and saves the fraction %f', (id, cost, saving) => {
  expect(monthlyCost(findPlan(id))).toBe(cost)
  expect(monthlySaving(findPlan(id))).toBeCloseTo(saving, 3)
})

test('the annual plan has the lowest monthly cost, and the quarterly plan the highest', () => {
  expect([BEST_PLAN.id, HIGHEST_MONTHLY_COST]).toEqual(['annual', monthlyCost(findPlan('quarterly'))])
})
