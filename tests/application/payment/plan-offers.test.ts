import { expect, test } from 'vitest'

import { PLAN_OFFERS } from '#src/application/payment/plan-offers.ts'

// "Plan prices in COP including tax: quarterly 591,513 …; semester 1,097,087 …; annual 2,013,729" (§9)
test('the offers have the monthly cost and mark the lowest one (§2.4, §9)', () => {
  expect(
    PLAN_OFFERS.map(({ plan, name, isBest, monthlyCost, saving }) => [name, plan.total, monthlyCost, isBest, saving]),
  ).toEqual([
    ['Trimestral', 591_513, 197_171, false, null],
    ['Semestral', 1_097_087, 182_848, false, '−7,3%'],
    ['Anual', 2_013_729, 167_811, true, '−14,9%'],
  ])
  expect(PLAN_OFFERS.map(({ costShare }) => Math.round(costShare * 100))).toEqual([100, 93, 85])
})
