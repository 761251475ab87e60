import { expect, test } from 'vitest'
import { toInstant } from '#src/domain/time/bogota.ts'
import { intradaySeries } from '#src/domain/trading/series.ts'
import { A_FRIDAY, createDay, createDeal } from '#tests/support/deals.ts'

const toFridayInstant = (time: string) => toInstant(A_FRIDAY, time)
const deals = [
  { time: toFridayInstant('08:00:03'), price: 4_091, amount: 500_000 },
  { time: toFridayInstant('08:00:11'), price: 4_091.5, amount: 250_000 },
  { time: toFridayInstant('12:42:58'), price: 4_102.1, amount: 1_005_500 },
]

test('intradaySeries has one point per deal, with amounts in thousands of US$ (D47)', () => {
  expect(intradaySeries(createDay(deals).counted, undefined, 204_117)).toEqual({
    times: Float64Array.of(toFridayInstant('08:00:03'), toFridayInstant('08:00:11'), toFridayInstant('12:42:58')),
    prices: Float64Array.of(4_091, 4_091.5, 4_102.1),
    amounts: Float64Array.of(500, 250, 1_005.5),
    sequence: 204_117,
  })
})

test('intradaySeries copies only the given number of first deals, without a sequence by default', () => {
  const { counted } = createDay(deals)
  expect(intradaySeries(counted, counted.countAt(toFridayInstant('08:00:11')))).toEqual({
    times: Float64Array.of(toFridayInstant('08:00:03'), toFridayInstant('08:00:11')),
    prices: Float64Array.of(4_091, 4_091.5),
    amounts: Float64Array.of(500, 250),
    sequence: null,
  })
  expect(intradaySeries(counted, 0).times).toHaveLength(0)
})

test('a series does not change when its day gets more deals', () => {
  const day = createDay(deals)
  const series = intradaySeries(day.counted)
  day.record(createDeal({ time: toFridayInstant('08:00:00'), price: 5_000, amount: 1_000, sequence: 9 }))
  expect(series).toEqual(intradaySeries(createDay(deals).counted))
})
