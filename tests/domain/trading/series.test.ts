import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toInstant } from '#src/domain/time/bogota.ts'
import { getSeriesRange, intradaySeries } from '#src/domain/trading/series.ts'
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

const createSeries = (prices: readonly number[], firstTime = 1_000) => ({
  times: Float64Array.from(prices, (_, i) => firstTime + i * 10),
  prices: Float64Array.from(prices),
})

test.each([
  ['one deal', [4_100], { from: 1_000, to: 1_000, first: 4_100, last: 4_100, low: 4_100, high: 4_100 }],
  [
    'equal prices',
    [4_100, 4_100, 4_100],
    { from: 1_000, to: 1_020, first: 4_100, last: 4_100, low: 4_100, high: 4_100 },
  ],
  [
    'rising prices',
    [4_100, 4_101, 4_102],
    { from: 1_000, to: 1_020, first: 4_100, last: 4_102, low: 4_100, high: 4_102 },
  ],
  [
    'falling prices',
    [4_102, 4_101, 4_100],
    { from: 1_000, to: 1_020, first: 4_102, last: 4_100, low: 4_100, high: 4_102 },
  ],
  [
    'extreme prices inside',
    [4_100, 4_090, 4_120, 4_105],
    { from: 1_000, to: 1_030, first: 4_100, last: 4_105, low: 4_090, high: 4_120 },
  ],
  [
    'extreme prices at the end',
    [4_100, 4_120, 4_090],
    { from: 1_000, to: 1_020, first: 4_100, last: 4_090, low: 4_090, high: 4_120 },
  ],
  ['a tenfold jump', [4_100, 41_000, 410], { from: 1_000, to: 1_020, first: 4_100, last: 410, low: 410, high: 41_000 }],
])('getSeriesRange of %s returns its first and last time, and four prices', (_, prices, range) => {
  expect(getSeriesRange(createSeries(prices))).toEqual(range)
})

test('a range has the first and last deal and the extreme prices at any position', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 9_999 }), { minLength: 1, maxLength: 60, size: 'max' }),
      fc.integer({ min: 0, max: 5_000 }),
      (prices, firstTime) => {
        expect(getSeriesRange(createSeries(prices, firstTime))).toEqual({
          from: firstTime,
          to: firstTime + 10 * (prices.length - 1),
          first: prices[0],
          last: prices[prices.length - 1],
          low: Math.min(...prices),
          high: Math.max(...prices),
        })
      },
    ),
  )
})

test('a range accepts a first deal with instant 0 and price 0', () => {
  expect(getSeriesRange(createSeries([0, 0], 0))).toEqual({ from: 0, to: 10, first: 0, last: 0, low: 0, high: 0 })
})

test.each([
  ['no columns', [], []],
  ['only times', [1_000], []],
  ['only prices', [], [4_100]],
])('getSeriesRange returns null without deals: %s', (_, times, prices) => {
  expect(getSeriesRange({ times: Float64Array.from(times), prices: Float64Array.from(prices) })).toBeNull()
})

test('the range of a part equals the range of a series with only its deals', () => {
  const bounds = fc.tuple(fc.integer({ min: 0, max: 3_000 }), fc.integer({ min: 0, max: 3_000 }))
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 9_999 }), { maxLength: 60 }), bounds, (prices, [one, other]) => {
      const range = { from: Math.min(one, other), to: Math.max(one, other) }
      const { times } = createSeries(prices)
      const partIndexes = [...times.keys()].filter(
        (index) => (times[index] ?? 0) >= range.from && (times[index] ?? 0) <= range.to,
      )
      const partSeries = createSeries(
        partIndexes.map((index) => prices[index] ?? 0),
        times[partIndexes[0] ?? 0],
      )
      expect(getSeriesRange(createSeries(prices), range)).toEqual(getSeriesRange(partSeries))
    }),
  )
})
