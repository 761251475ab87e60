import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toInstant } from '#src/domain/time/bogota.ts'
import { summarizeDay, summarizeDeals, toTrm } from '#src/domain/trading/day-summary.ts'
import { A_FRIDAY, createDay, createDeal } from '#tests/support/deals.ts'

const toFridayInstant = (time: string) => toInstant(A_FRIDAY, time)

const day = createDay([
  { time: toFridayInstant('08:00:00'), price: 4_080, amount: 900_000, origin: 'registered' },
  { time: toFridayInstant('08:00:03'), price: 4_091, amount: 500_000 },
  { time: toFridayInstant('08:00:11'), price: 4_085.2, amount: 250_000 },
  { time: toFridayInstant('12:42:58'), price: 4_118.9, amount: 1_000_000 },
  { time: toFridayInstant('12:43:09'), price: 4_102.35, amount: 250_000 },
])

test('a summary has the figures of counted deals, and the TRM of counted and registered deals', () => {
  expect(summarizeDay(day)).toEqual({
    market: 'spot',
    date: A_FRIDAY,
    figures: {
      open: 4_091,
      low: 4_085.2,
      high: 4_118.9,
      last: 4_102.35,
      average: 4_105.64,
      sum: 2_000_000,
      lastAmount: 250_000,
      lowAmount: 250_000,
      highAmount: 1_000_000,
      count: 4,
      lastTime: toFridayInstant('12:43:09'),
    },
    trm: 4_097.69,
  })
})

test('a summary at an instant includes the deals of that instant', () => {
  expect(summarizeDay(day, toFridayInstant('08:00:11') - 1)).toMatchObject({
    figures: { last: 4_091, sum: 500_000, count: 1 },
    trm: 4_083.93,
  })
  expect(summarizeDay(day, toFridayInstant('08:00:11'))).toMatchObject({
    figures: { last: 4_085.2, sum: 750_000, count: 2 },
  })
})

test('a summary of only registered deals has a TRM and no figures', () => {
  expect(summarizeDay(day, toFridayInstant('08:00:00'))).toEqual({
    market: 'spot',
    date: A_FRIDAY,
    figures: null,
    trm: 4_080,
  })
  expect(summarizeDay(createDay([]))).toEqual({ market: 'spot', date: A_FRIDAY, figures: null, trm: null })
})

test('a summary of the next-day market has no TRM', () => {
  expect(summarizeDay(createDay([{ term: 1 }], 'nextday'))).toMatchObject({
    market: 'nextday',
    figures: { open: 4_100 },
    trm: null,
  })
})

test('a summary of deals equals the summary of the trading day with these deals', () => {
  const deal = fc.record({
    price: fc.integer({ min: 300_000, max: 500_000 }).map((centavos) => centavos / 100),
    amount: fc.integer({ min: 1, max: 50_000_000 }),
    sector: fc.constantFrom(1 as const, 2 as const),
    origin: fc.constantFrom('negotiated' as const, 'registered' as const),
  })
  fc.assert(
    fc.property(fc.array(deal), fc.constantFrom('spot' as const, 'nextday' as const), (changes, market) => {
      const deals = changes.map((overrides, row) =>
        createDeal({ ...overrides, market, sequence: row, time: toFridayInstant('08:00') + row * 7_000 }),
      )
      expect(summarizeDeals(market, A_FRIDAY, deals)).toEqual(summarizeDay(createDay(deals, market)))
    }),
  )
})

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
