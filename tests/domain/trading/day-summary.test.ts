import { expect, test } from 'vitest'

import { instantOf } from '#src/domain/time/bogota.ts'
import { summarizeDay } from '#src/domain/trading/day-summary.ts'
import { A_FRIDAY, aDay } from '#tests/support/deals.ts'

const at = (time: string) => instantOf(A_FRIDAY, time)

const day = aDay([
  { time: at('08:00:00'), price: 4_080, amount: 900_000, origin: 'registered' },
  { time: at('08:00:03'), price: 4_091, amount: 500_000 },
  { time: at('08:00:11'), price: 4_085.2, amount: 250_000 },
  { time: at('12:42:58'), price: 4_118.9, amount: 1_000_000 },
  { time: at('12:43:09'), price: 4_102.35, amount: 250_000 },
])

test('a summary keeps the figures of the deals that count, and the TRM with the registered ones', () => {
  expect(summarizeDay(day)).toEqual({
    market: 'spot',
    date: A_FRIDAY,
    open: 4_091,
    low: 4_085.2,
    high: 4_118.9,
    close: 4_102.35,
    average: 4_105.64,
    sum: 2_000_000,
    count: 4,
    trm: 4_097.69,
  })
})

test('a summary can be taken as of an instant, that instant included', () => {
  expect(summarizeDay(day, at('08:00:11') - 1)).toMatchObject({ close: 4_091, sum: 500_000, count: 1, trm: 4_083.93 })
  expect(summarizeDay(day, at('08:00:11'))).toMatchObject({ close: 4_085.2, sum: 750_000, count: 2 })
})

test('with nothing counted the prices are null together and sum and count 0; registered deals still give a TRM', () => {
  const nothing = { open: null, low: null, high: null, close: null, average: null, sum: 0, count: 0 }
  expect(summarizeDay(day, at('08:00:00'))).toEqual({ market: 'spot', date: A_FRIDAY, ...nothing, trm: 4_080 })
  expect(summarizeDay(aDay([]))).toEqual({ market: 'spot', date: A_FRIDAY, ...nothing, trm: null })
})

test('next day gives no TRM', () => {
  expect(summarizeDay(aDay([{ term: 1 }], 'nextday'))).toMatchObject({ market: 'nextday', open: 4_100, trm: null })
})
