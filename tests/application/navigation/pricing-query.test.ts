import { expect, test } from 'vitest'
import {
  CLOSED_UNPAID_QUERY,
  formatPricingQuery,
  NO_CHOICE,
  parsePricingQuery,
} from '#src/application/navigation/query.ts'

import { PLAN_IDS } from '#src/domain/payment/plans.ts'

test.each(PLAN_IDS)('parsePricingQuery reads the query of the plan %s', (id) => {
  expect(parsePricingQuery(formatPricingQuery(id)).plan?.id).toBe(id)
})

test('queries name plans in Spanish, and parsePricingQuery ignores case', () => {
  expect(PLAN_IDS.map(formatPricingQuery)).toEqual(['plan=trimestral', 'plan=semestral', 'plan=anual'])
  expect(parsePricingQuery('plan=ANUAL').plan?.id).toBe('annual')
})

test.each(['', 'plan=', 'plan=mensual', 'plan=annual', 'plan=__proto__', 'pago=otro'])(
  'the query "%s" selects no plan',
  (query) => expect(parsePricingQuery(query)).toEqual(NO_CHOICE),
)

test('the query after a window that closed unpaid selects no plan', () => {
  expect(parsePricingQuery(CLOSED_UNPAID_QUERY)).toEqual({ plan: null, isClosedUnpaid: true })
  expect(parsePricingQuery('pago=cancelado&plan=anual')).toEqual({ plan: null, isClosedUnpaid: true })
})
