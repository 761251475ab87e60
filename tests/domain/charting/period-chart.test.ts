import { expect, test } from 'vitest'

import type { Candle } from '#src/domain/charting/candles.ts'
import { CHART_VIEWS } from '#src/domain/charting/chart-view.ts'
import { bollinger, type Indicator, sma } from '#src/domain/charting/indicators.ts'
import { DEFAULT_BANDS, toPeriodChart, warmUpLength } from '#src/domain/charting/period-chart.ts'

const CANDLES: readonly Candle[] = Array.from({ length: 30 }, (_, i) => ({
  start: 1_000 * i,
  open: 4_000 + i,
  high: 4_020 + i,
  low: 3_990 - i,
  close: 4_010 + ((7 * i) % 5),
  amount: 100 + i,
}))
const PERIOD = { candles: CANDLES, earlierCloses: [] }
const toColumn = (of: (candle: Candle) => number) => Float64Array.from(CANDLES, of)
const starts = toColumn(({ start }) => start)
const closes = toColumn(({ close }) => close)
const toLine = (indicator: Indicator) => Float64Array.from(indicator, (value) => value ?? Number.NaN)

test('a price chart has closes and amounts', () => {
  expect(toPeriodChart('prices', PERIOD)).toEqual({
    view: 'prices',
    starts,
    closes,
    amounts: toColumn(({ amount }) => amount),
  })
})

test('an averages chart has averages of 8 and 13 closes, and NaN before enough closes', () => {
  expect(toPeriodChart('averages', PERIOD)).toEqual({
    view: 'averages',
    starts,
    closes,
    short: toLine(sma(closes, 8)),
    long: toLine(sma(closes, 13)),
  })
})

test('a Bollinger chart has the bands of 20 closes and 2 deviations', () => {
  const { upper, middle, lower } = bollinger(closes, 20, 2)
  expect(toPeriodChart('bollinger', PERIOD)).toEqual({
    view: 'bollinger',
    starts,
    closes,
    upper: toLine(upper),
    middle: toLine(middle),
    lower: toLine(lower),
  })
})

test('a candle chart has the four prices of each candle', () => {
  expect(toPeriodChart('candles', PERIOD)).toEqual({
    view: 'candles',
    starts,
    open: toColumn(({ open }) => open),
    high: toColumn(({ high }) => high),
    low: toColumn(({ low }) => low),
    close: closes,
  })
})

test.each(CHART_VIEWS)('the %s chart is empty without candles', (view) => {
  const { view: chartView, ...columns } = toPeriodChart(view, { candles: [], earlierCloses: [4_000, 4_001] })
  expect(chartView).toBe(view)
  for (const column of Object.values(columns)) expect(column).toHaveLength(0)
})

test.each([
  ['prices', 0],
  ['averages', 12],
  ['candles', 0],
  ['bollinger', 19],
] as const)('the %s chart requires %i closes before the period', (view, length) => {
  expect(warmUpLength(view)).toBe(length)
})

test('bands of 7 points require 6 closes before the period', () => {
  expect(warmUpLength('bollinger', { points: 7, deviations: 1 })).toBe(6)
})

const EARLIER_CLOSES = Array.from({ length: 40 }, (_, i) => 3_990 + ((11 * i) % 7))

test.each([
  ['averages', 0, [7, 12]],
  ['averages', 7, [0, 5]],
  ['averages', 11, [0, 1]],
  ['averages', 12, [0, 0]],
  ['averages', 40, [0, 0]],
  ['bollinger', 0, [19, 19]],
  ['bollinger', 18, [1, 1]],
  ['bollinger', 19, [0, 0]],
] as const)(
  'the lines of the %s chart with %i earlier closes start at the intervals %j (D50)',
  (view, count, expected) => {
    const chart = toPeriodChart(view, { candles: CANDLES, earlierCloses: EARLIER_CLOSES.slice(0, count) })
    const lines =
      chart.view === 'averages'
        ? [chart.short, chart.long]
        : chart.view === 'bollinger'
          ? [chart.upper, chart.lower]
          : []
    expect(lines.map((line) => line.findIndex(Number.isFinite))).toEqual(expected)
  },
)

test('a line with earlier closes equals the end of the line over all closes', () => {
  const allCloses = [...EARLIER_CLOSES, ...closes]
  const chart = toPeriodChart('averages', { candles: CANDLES, earlierCloses: EARLIER_CLOSES })
  expect(chart).toMatchObject({ closes, long: toLine(sma(allCloses, 13)).slice(EARLIER_CLOSES.length) })
  const bands = { points: 5, deviations: 3 }
  const upper = toLine(bollinger(allCloses, 5, 3).upper).slice(EARLIER_CLOSES.length)
  expect(toPeriodChart('bollinger', { candles: CANDLES, earlierCloses: EARLIER_CLOSES }, bands)).toMatchObject({
    upper,
  })
})

test('the default bands have 20 closes and 2 deviations (§9)', () => {
  expect(DEFAULT_BANDS).toEqual({ points: 20, deviations: 2 })
})
