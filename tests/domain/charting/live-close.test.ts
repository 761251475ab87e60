import fc from 'fast-check'
import { expect, test } from 'vitest'

import { type Candle, toDealCandles } from '#src/domain/charting/candles.ts'
import { CHART_VIEWS } from '#src/domain/charting/chart-view.ts'
import { toInterval } from '#src/domain/charting/intervals.ts'
import { withLiveClose } from '#src/domain/charting/live-close.ts'
import { toPeriodChart } from '#src/domain/charting/period-chart.ts'
import { MINUTE_MS, toInstant } from '#src/domain/time/bogota.ts'
import { A_FRIDAY, createDay } from '#tests/support/deals.ts'

const HALF_HOURS = toInterval('5d', false)
const FIRST = toInstant('2026-11-20', '08:00')
const NO_EARLIER_CLOSES = { earlierCloses: [] }

/** Creates candles of 30 minutes from 08:00. */
const createCandles = (count: number): readonly Candle[] =>
  Array.from({ length: count }, (_, i) => ({
    start: FIRST + 30 * i * MINUTE_MS,
    open: 4_000 + i,
    high: 4_020 + i,
    low: 3_990 - i,
    close: 4_010 + ((7 * i) % 5),
    amount: 100 + i,
  }))

const CANDLES = createCandles(25)
const LAST_START = FIRST + 30 * 24 * MINUTE_MS
const NEXT_START = LAST_START + 30 * MINUTE_MS

test.each(CHART_VIEWS)(
  'a deal of the last interval changes the last point of the %s chart as a new load would',
  (view) => {
    const changedCandles = CANDLES.map((candle, i) => (i === 24 ? { ...candle, close: 4_060, high: 4_060 } : candle))
    const chart = toPeriodChart(view, { candles: CANDLES, ...NO_EARLIER_CLOSES })
    expect(withLiveClose(chart, HALF_HOURS, { price: 4_060, time: NEXT_START - 1 })).toEqual(
      toPeriodChart(view, { candles: changedCandles, ...NO_EARLIER_CLOSES }),
    )
  },
)

test.each(CHART_VIEWS)('a deal after the last interval adds an interval to the %s chart', (view) => {
  const [price, amount] = [4_060.5, Number.NaN]
  const addedCandle = { start: NEXT_START, open: price, high: price, low: price, close: price, amount }
  const chart = toPeriodChart(view, { candles: CANDLES, ...NO_EARLIER_CLOSES })
  expect(withLiveClose(chart, HALF_HOURS, { price, time: NEXT_START + 5 * MINUTE_MS })).toEqual(
    toPeriodChart(view, { candles: [...CANDLES, addedCandle], ...NO_EARLIER_CLOSES }),
  )
})

test('deals that arrive one by one give the last candles the open, high, low and close of a new load', () => {
  const price = fc.integer({ min: 4_000, max: 4_020 })
  const wait = fc.integer({ min: 1, max: 20 }).map((minutes) => minutes * MINUTE_MS)
  fc.assert(
    fc.property(
      fc.array(fc.tuple(wait, price), { minLength: 2, maxLength: 40, size: 'max' }),
      fc.nat(),
      (list, seed) => {
        let time = toInstant(A_FRIDAY, '08:00')
        const deals = list.map(([elapsed, dealPrice]) => {
          time += elapsed
          return { time, price: dealPrice }
        })
        const createChart = (count: number) => {
          const candles = toDealCandles(createDay(deals).counted, HALF_HOURS, count)
          return toPeriodChart('candles', { candles, ...NO_EARLIER_CLOSES })
        }
        const loadedCount = 1 + (seed % (deals.length - 1))
        const live = deals
          .slice(loadedCount)
          .reduce((chart, deal) => withLiveClose(chart, HALF_HOURS, deal), createChart(loadedCount))
        expect(live).toEqual(createChart(deals.length))
      },
    ),
  )
})

test('withLiveClose does not change the loaded chart', () => {
  const chart = toPeriodChart('candles', { candles: CANDLES, ...NO_EARLIER_CLOSES })
  withLiveClose(chart, HALF_HOURS, { price: 4_060, time: LAST_START })
  expect(chart).toEqual(toPeriodChart('candles', { candles: CANDLES, ...NO_EARLIER_CLOSES }))
})

test.each([
  ['a deal at the price of the last close', 25, { price: CANDLES.at(-1)?.close ?? 0, time: NEXT_START - 1 }],
  ['a deal before the last interval', 25, { price: 4_060, time: LAST_START - 1 }],
  ['an empty chart', 0, { price: 4_060, time: LAST_START }],
])('withLiveClose returns the same chart for %s', (_case, count, deal) => {
  for (const view of CHART_VIEWS) {
    const chart = toPeriodChart(view, { candles: createCandles(count), ...NO_EARLIER_CLOSES })
    expect(withLiveClose(chart, HALF_HOURS, deal)).toBe(chart)
  }
})

test('withLiveClose computes no line value from too few closes', () => {
  const candles = createCandles(3)
  const chart = toPeriodChart('averages', { candles, earlierCloses: Array.from({ length: 12 }, () => 4_000) })
  if (chart.view !== 'averages') throw new Error('averages expected')
  const time = FIRST + 75 * MINUTE_MS
  expect(withLiveClose(chart, HALF_HOURS, { price: 4_060, time })).toEqual({
    ...chart,
    closes: Float64Array.of(4_010, 4_012, 4_060),
  })
  expect(withLiveClose(chart, HALF_HOURS, { price: 4_060, time: FIRST + 90 * MINUTE_MS })).toMatchObject({
    short: Float64Array.of(...chart.short, Number.NaN),
    long: Float64Array.of(...chart.long, Number.NaN),
  })
})

test('a deal of another day updates its week', () => {
  const week = toInterval('6m', true)
  const monday = {
    start: toInstant('2026-11-16', '00:00'),
    open: 4_000,
    high: 4_010,
    low: 3_990,
    close: 4_005,
    amount: 9,
  }
  const chart = toPeriodChart('candles', { candles: [monday], ...NO_EARLIER_CLOSES })
  expect(withLiveClose(chart, week, { price: 3_980, time: toInstant('2026-11-20', '12:00') })).toEqual(
    toPeriodChart('candles', { candles: [{ ...monday, low: 3_980, close: 3_980 }], ...NO_EARLIER_CLOSES }),
  )
})
