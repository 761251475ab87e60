import fc from 'fast-check'
import { expect, test } from 'vitest'

import { MINUTE_MS, toInstant } from '#src/domain/time/bogota.ts'
import type { Deal } from '#src/domain/trading/deal.ts'
import { createTradingDay } from '#src/domain/trading/trading-day.ts'
import { A_FRIDAY, createDay, createDeal } from '#tests/support/deals.ts'

const opensAt = toInstant(A_FRIDAY, '08:00')

test.each([
  ['spot', 1, 'negotiated', 1, 1],
  ['spot', 1, 'registered', 0, 1],
  ['spot', 2, 'negotiated', 0, 0],
  ['spot', 2, 'registered', 0, 0],
  ['nextday', 1, 'negotiated', 1, 0],
  ['nextday', 1, 'registered', 0, 0],
  ['nextday', 2, 'negotiated', 0, 0],
] as const)(
  'a %s deal of sector %i that is %s adds %i to the count of the figures, %i to the TRM and 1 to the statistics (D45)',
  (market, sector, origin, counted, inTrm) => {
    const day = createDay([{ sector, origin, term: market === 'spot' ? 0 : 1 }], market)
    expect(day.counted.count).toBe(counted)
    expect(day.trmDeals.count).toBe(inTrm)
    expect(day.tape(sector, market === 'spot' ? 0 : 1)?.count).toBe(1)
  },
)

test('terms lists the terms with deals of a sector, ascending', () => {
  const day = createDay([{ term: 3 }, { term: 1 }, { term: 2, sector: 2 }, { term: 1 }], 'nextday')
  expect(day.terms(1)).toEqual([1, 3])
  expect(day.terms(2)).toEqual([2])
  expect(day.tape(1, 2)).toBeNull()
  expect(day.annul(createDeal({ market: 'nextday', term: 3, sequence: 1 }))).toBe(true)
  expect(day.terms(1)).toEqual([1])
})

test('annul removes a deal from all figures, also at earlier instants (D49)', () => {
  const anyDeal = fc.record({
    sector: fc.constantFrom(1 as const, 2 as const),
    origin: fc.constantFrom('negotiated' as const, 'registered' as const),
    minute: fc.integer({ min: 0, max: 5 }),
    price: fc.integer({ min: 400_000, max: 420_000 }).map((centavos) => centavos / 100),
    amount: fc.integer({ min: 1_000, max: 5_000_000 }),
    isAnnulled: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(anyDeal, { maxLength: 20, size: 'max' }), (changes) => {
      const deals = changes.map(({ minute, isAnnulled, ...overrides }, row): { deal: Deal; isAnnulled: boolean } => ({
        deal: createDeal({ ...overrides, time: opensAt + minute * MINUTE_MS, sequence: row }),
        isAnnulled,
      }))
      const day = createTradingDay('spot', A_FRIDAY)
      const dayWithoutAnnulled = createTradingDay('spot', A_FRIDAY)
      for (const { deal, isAnnulled } of deals) {
        day.record(deal)
        if (!isAnnulled) dayWithoutAnnulled.record(deal)
      }
      for (const { deal, isAnnulled } of deals) if (isAnnulled) expect(day.annul(deal)).toBe(true)
      const readFigures = ({ counted, trmDeals, tape }: typeof day) =>
        [counted, trmDeals, tape(1, 0), tape(2, 0)].map((columns) =>
          [0, 1, 2, 3, 4, 5].map((minute) => columns?.figures(columns.countAt(opensAt + minute * MINUTE_MS)) ?? null),
        )
      expect(readFigures(day)).toEqual(readFigures(dayWithoutAnnulled))
    }),
  )
})

test('annulling an unknown or annulled deal returns false', () => {
  const day = createDay([{}])
  expect(day.annul(createDeal({ sequence: 2 }))).toBe(false)
  expect(day.annul(createDeal({ sector: 2 }))).toBe(false)
  expect(day.annul(createDeal())).toBe(true)
  expect(day.annul(createDeal())).toBe(false)
})

test.each([
  ['the day before', { time: opensAt - 8 * 60 * MINUTE_MS - 1 }],
  ['the day after', { time: opensAt + 16 * 60 * MINUTE_MS }],
  ['the other market', { market: 'nextday' }],
] as const)('recording a deal of %s throws', (_, overrides) => {
  const day = createDay([])
  expect(() => day.record(createDeal(overrides))).toThrow(RangeError)
  expect(day.terms(1)).toEqual([])
})

test.each([
  ['first', { time: opensAt - 8 * 60 * MINUTE_MS }],
  ['last', { time: opensAt + 16 * 60 * MINUTE_MS - 1 }],
] as const)('record accepts a deal at the %s millisecond of the day', (_, overrides) => {
  expect(createDay([overrides]).counted.count).toBe(1)
})
