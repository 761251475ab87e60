import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Candle, toDayCandles, toDealCandles } from '#src/domain/charting/candles.ts'
import { type Interval, intervalStart } from '#src/domain/charting/intervals.ts'
import { toInstant } from '#src/domain/time/bogota.ts'
import type { DaySummary } from '#src/domain/trading/day-summary.ts'
import { A_FRIDAY, createDay } from '#tests/support/deals.ts'

const FIVE_MINUTES: Interval = { kind: 'minutes', minutes: 5 }
const toFridayInstant = (time: string) => toInstant(A_FRIDAY, time)

const deals = [
  { time: toFridayInstant('08:00:03'), price: 4_091, amount: 500_000 },
  { time: toFridayInstant('08:02:00'), price: 4_095, amount: 250_000 },
  { time: toFridayInstant('08:04:00'), price: 4_090, amount: 1_500 },
  { time: toFridayInstant('08:04:59'), price: 4_093.5, amount: 100_000 },
  { time: toFridayInstant('08:10:00'), price: 4_092, amount: 50_000 },
]

test('toDealCandles returns prices and thousands of US$ per interval, and omits empty intervals (D50)', () => {
  expect(toDealCandles(createDay(deals).counted, FIVE_MINUTES)).toEqual([
    { start: toFridayInstant('08:00'), open: 4_091, high: 4_095, low: 4_090, close: 4_093.5, amount: 851.5 },
    { start: toFridayInstant('08:10'), open: 4_092, high: 4_092, low: 4_092, close: 4_092, amount: 50 },
  ])
})

test('toDealCandles includes only the given number of first deals', () => {
  const candles = toDealCandles(createDay(deals).counted, FIVE_MINUTES, 2)
  expect(candles).toEqual([
    { start: toFridayInstant('08:00'), open: 4_091, high: 4_095, low: 4_091, close: 4_095, amount: 750 },
  ])
  expect(toDealCandles(createDay(deals).counted, FIVE_MINUTES, 0)).toEqual([])
})

test('a deal 1 ms before the start of an interval belongs to the previous interval', () => {
  const day = createDay([{ time: toFridayInstant('08:05') - 1 }, { time: toFridayInstant('08:05') }])
  expect(toDealCandles(day.counted, FIVE_MINUTES).map(({ start }) => start)).toEqual([
    toFridayInstant('08:00'),
    toFridayInstant('08:05'),
  ])
})

test('each candle has exactly the deals of its interval', () => {
  const deal = fc.record({
    time: fc.nat({ max: 60 * 60_000 }).map((offset) => toFridayInstant('08:00') + offset),
    price: fc.integer({ min: 400_000, max: 420_000 }).map((centavos) => centavos / 100),
    amount: fc.integer({ min: 1, max: 5_000_000 }),
  })
  fc.assert(
    fc.property(fc.array(deal, { maxLength: 60, size: 'max' }), fc.constantFrom(5, 15, 30, 60), (recorded, minutes) => {
      const interval: Interval = { kind: 'minutes', minutes }
      const ordered = recorded
        .map((item, sequence) => ({ ...item, sequence }))
        .sort((one, other) => one.time - other.time || one.sequence - other.sequence)
      const starts = [...new Set(ordered.map(({ time }) => intervalStart(interval, time)))]
      const expected = starts.map((start): Candle => {
        const intervalDeals = ordered.filter(({ time }) => intervalStart(interval, time) === start)
        const prices = intervalDeals.map(({ price }) => price)
        return {
          start,
          open: prices[0] ?? 0,
          high: Math.max(...prices),
          low: Math.min(...prices),
          close: prices.at(-1) ?? 0,
          amount: intervalDeals.reduce((sum, { amount }) => sum + amount, 0) / 1_000,
        }
      })
      expect(toDealCandles(createDay(recorded).counted, interval)).toEqual(expected)
    }),
  )
})

const createSummary = (
  date: string,
  open: number,
  high: number,
  low: number,
  close: number,
  sum: number,
): DaySummary => ({
  market: 'spot',
  date,
  figures: {
    open,
    high,
    low,
    last: close,
    average: (high + low) / 2,
    sum,
    lastAmount: 500_000,
    lowAmount: 50_000,
    highAmount: 5_000_000,
    count: 1_900,
    lastTime: toInstant(date, '12:59'),
  },
  trm: null,
})
const summaries = [
  createSummary('2026-11-12', 4_080, 4_099, 4_075, 4_079, 1_100_000_000),
  createSummary('2026-11-13', 4_079, 4_095, 4_068.5, 4_083, 1_200_000_000),
  createSummary('2026-11-17', 4_084, 4_102, 4_080, 4_101, 1_300_000_000),
  createSummary('2026-11-20', 4_091, 4_118.9, 4_085.2, 4_102.35, 1_284_650_500),
]
const toMidnight = (date: string) => toInstant(date, '00:00')

test('a day candle has the figures of its day and starts at midnight', () => {
  const candles = toDayCandles(summaries, { kind: 'day' })
  expect(candles.map(({ start }) => start)).toEqual(summaries.map(({ date }) => toMidnight(date)))
  expect(candles.at(-1)).toEqual({
    start: toMidnight('2026-11-20'),
    open: 4_091,
    high: 4_118.9,
    low: 4_085.2,
    close: 4_102.35,
    amount: 1_284_650.5,
  })
})

test('a week candle starts on Monday, even when Monday was a holiday', () => {
  expect(toDayCandles(summaries, { kind: 'week' })).toEqual([
    { start: toMidnight('2026-11-09'), open: 4_080, high: 4_099, low: 4_068.5, close: 4_083, amount: 2_300_000 },
    { start: toMidnight('2026-11-16'), open: 4_084, high: 4_118.9, low: 4_080, close: 4_102.35, amount: 2_584_650.5 },
  ])
})

test('toDayCandles omits a day without counted deals', () => {
  const empty: DaySummary = { market: 'spot', date: '2026-11-18', figures: null, trm: null }
  expect(toDayCandles([empty], { kind: 'day' })).toEqual([])
  expect(toDayCandles([...summaries.slice(0, 3), empty], { kind: 'week' })).toHaveLength(2)
})
