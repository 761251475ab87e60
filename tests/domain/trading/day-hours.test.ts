import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HOUR_MS, toInstant } from '#src/domain/time/bogota.ts'
import { readHours } from '#src/domain/trading/day-hours.ts'
import { intradaySeries } from '#src/domain/trading/series.ts'
import { createTape } from '#src/domain/trading/tape.ts'

const DATE = '2026-11-20'

function createSeries(deals: readonly (readonly [time: string, price: number, amount: number])[]) {
  const tape = createTape()
  for (const [i, [time, price, amount]] of deals.entries()) tape.append(toInstant(DATE, time), i, price, amount)
  return intradaySeries(tape)
}

test('the hours have their prices, amount and number of deals; a gap has no prices (D123)', () => {
  const hours = readHours(
    createSeries([
      ['08:00:00', 4_010, 250_001],
      ['08:59:59', 4_000.5, 1_000],
      ['10:00:00', 4_020, 7],
    ]),
  )
  expect(hours).toEqual([
    { hour: 8, prices: { low: 4_000.5, high: 4_010, last: 4_000.5 }, amount: 251_001, count: 2 },
    { hour: 9, prices: null, amount: 0, count: 0 },
    { hour: 10, prices: { low: 4_020, high: 4_020, last: 4_020 }, amount: 7, count: 1 },
  ])
})

test('a day without deals has no hours', () => {
  expect(readHours(createSeries([]))).toEqual([])
})

test('the hours add up to the figures of the day (D123)', () => {
  const deal = fc.record({
    time: fc.integer({ min: 0, max: 24 * HOUR_MS - 1 }),
    centavos: fc.integer({ min: 100_000, max: 900_000 }),
    amount: fc.integer({ min: 1, max: 50_000_000 }),
  })
  fc.assert(
    fc.property(fc.array(deal, { minLength: 1, maxLength: 60 }), (deals) => {
      const tape = createTape()
      for (const [i, { time, centavos, amount }] of deals.entries())
        tape.append(toInstant(DATE, '00:00') + time, i, centavos / 100, amount)
      const figures = tape.figures()
      const hours = readHours(intradaySeries(tape))
      const traded = hours.flatMap(({ prices }) => prices ?? [])
      expect(hours.reduce((sum, { amount }) => sum + amount, 0)).toBe(figures?.sum)
      expect(hours.reduce((sum, { count }) => sum + count, 0)).toBe(figures?.count)
      expect(Math.min(...traded.map(({ low }) => low))).toBe(figures?.low)
      expect(Math.max(...traded.map(({ high }) => high))).toBe(figures?.high)
      expect(hours.at(-1)?.prices?.last).toBe(figures?.last)
      expect(hours.map(({ hour }) => hour)).toEqual(hours.map((_, i) => (hours[0]?.hour ?? 0) + i))
    }),
  )
})
