import fc from 'fast-check'
import { expect, test } from 'vitest'

import { MINUTE_MS, toInstant } from '#src/domain/time/bogota.ts'
import type { Deal } from '#src/domain/trading/deal.ts'
import { createTradingDay } from '#src/domain/trading/trading-day.ts'
import { A_FRIDAY, aDay, aDeal } from '#tests/support/deals.ts'

const opening = toInstant(A_FRIDAY, '08:00')

test.each([
  ['spot', 1, 'negotiated', 1, 1],
  ['spot', 1, 'registered', 0, 1],
  ['spot', 2, 'negotiated', 0, 0],
  ['spot', 2, 'registered', 0, 0],
  ['nextday', 1, 'negotiated', 1, 0],
  ['nextday', 1, 'registered', 0, 0],
  ['nextday', 2, 'negotiated', 0, 0],
] as const)(
  '%s, sector %i, %s: %i in the figures, %i in the TRM, always in the statistics (D45)',
  (market, sector, origin, counted, inTrm) => {
    const day = aDay([{ sector, origin, term: market === 'spot' ? 0 : 1 }], market)
    expect(day.counted.count).toBe(counted)
    expect(day.trmDeals.count).toBe(inTrm)
    expect(day.tape(sector, market === 'spot' ? 0 : 1)?.count).toBe(1)
  },
)

test('terms lists the terms with deals of a sector, ascending', () => {
  const day = aDay([{ term: 3 }, { term: 1 }, { term: 2, sector: 2 }, { term: 1 }], 'nextday')
  expect(day.terms(1)).toEqual([1, 3])
  expect(day.terms(2)).toEqual([2])
  expect(day.tape(1, 2)).toBeNull()
  expect(day.annul(aDeal({ market: 'nextday', term: 3, sequence: 1 }))).toBe(true)
  expect(day.terms(1)).toEqual([1])
})

test('an annulled deal is gone from every answer, as of earlier instants too (D49)', () => {
  const kind = fc.record({
    sector: fc.constantFrom(1 as const, 2 as const),
    origin: fc.constantFrom('negotiated' as const, 'registered' as const),
    minute: fc.integer({ min: 0, max: 5 }),
    price: fc.integer({ min: 400_000, max: 420_000 }).map((centavos) => centavos / 100),
    amount: fc.integer({ min: 1_000, max: 5_000_000 }),
    annulled: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(kind, { maxLength: 20, size: 'max' }), (drawn) => {
      const deals = drawn.map(({ minute, annulled, ...but }, row): { deal: Deal; annulled: boolean } => ({
        deal: aDeal({ ...but, time: opening + minute * MINUTE_MS, sequence: row }),
        annulled,
      }))
      const day = createTradingDay('spot', A_FRIDAY)
      const without = createTradingDay('spot', A_FRIDAY)
      for (const { deal, annulled } of deals) {
        day.record(deal)
        if (!annulled) without.record(deal)
      }
      for (const { deal, annulled } of deals) if (annulled) expect(day.annul(deal)).toBe(true)
      const answers = ({ counted, trmDeals, tape }: typeof day) =>
        [counted, trmDeals, tape(1, 0), tape(2, 0)].map((columns) =>
          [0, 1, 2, 3, 4, 5].map((minute) => columns?.figures(columns.countAt(opening + minute * MINUTE_MS)) ?? null),
        )
      expect(answers(day)).toEqual(answers(without))
    }),
  )
})

test('what was never recorded, or annulled before, cannot be annulled', () => {
  const day = aDay([{}])
  expect(day.annul(aDeal({ sequence: 2 }))).toBe(false)
  expect(day.annul(aDeal({ sector: 2 }))).toBe(false)
  expect(day.annul(aDeal())).toBe(true)
  expect(day.annul(aDeal())).toBe(false)
})

test.each([
  ['the day before', { time: opening - 8 * 60 * MINUTE_MS - 1 }],
  ['the day after', { time: opening + 16 * 60 * MINUTE_MS }],
  ['the other market', { market: 'nextday' }],
] as const)('a deal of %s is refused', (_, but) => {
  const day = aDay([])
  expect(() => day.record(aDeal(but))).toThrow(RangeError)
  expect(day.terms(1)).toEqual([])
})

test.each([
  ['first', { time: opening - 8 * 60 * MINUTE_MS }],
  ['last', { time: opening + 16 * 60 * MINUTE_MS - 1 }],
] as const)('a deal of the %s millisecond of the day is taken', (_, but) => {
  expect(aDay([but]).counted.count).toBe(1)
})
