import { expect, test } from 'vitest'

import { toTrm } from '#src/domain/trading/trm.ts'
import { createDay } from '#tests/support/deals.ts'

test('the TRM is the average of all same-day deals between IMCs, including registered deals (D45)', () => {
  const day = createDay([
    { price: 4_000, amount: 3_000_000 },
    { price: 4_100, amount: 1_000_000, origin: 'registered' },
    { price: 9_000, amount: 9_000_000, sector: 2 },
  ])
  expect(toTrm(day.trmDeals.figures())).toBe(4_025)
})

test('a day without qualifying deals has no TRM', () => {
  expect(toTrm(null)).toBeNull()
  expect(toTrm(createDay([{ term: 1 }], 'nextday').trmDeals.figures())).toBeNull()
})
