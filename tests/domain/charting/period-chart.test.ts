import { expect, test } from 'vitest'

import type { Candle } from '#src/domain/charting/candles.ts'
import { CHART_VIEWS } from '#src/domain/charting/chart-view.ts'
import { bollinger, type Indicator, sma } from '#src/domain/charting/indicators.ts'
import { periodChartOf } from '#src/domain/charting/period-chart.ts'

const CANDLES: readonly Candle[] = Array.from({ length: 30 }, (_, i) => ({
  start: 1_000 * i,
  open: 4_000 + i,
  high: 4_020 + i,
  low: 3_990 - i,
  close: 4_010 + ((7 * i) % 5),
  amount: 100 + i,
}))
const column = (of: (candle: Candle) => number) => Float64Array.from(CANDLES, of)
const starts = column(({ start }) => start)
const closes = column(({ close }) => close)
const gaps = (indicator: Indicator) => Float64Array.from(indicator, (value) => value ?? Number.NaN)

test('prices are closes and amounts', () => {
  expect(periodChartOf('prices', CANDLES)).toEqual({
    view: 'prices',
    starts,
    closes,
    amounts: column(({ amount }) => amount),
  })
})

test('averages run over 8 and over 13 closes, not a number until there are enough', () => {
  expect(periodChartOf('averages', CANDLES)).toEqual({
    view: 'averages',
    starts,
    closes,
    short: gaps(sma(closes, 8)),
    long: gaps(sma(closes, 13)),
  })
})

test('the band is that of 20 closes', () => {
  const { upper, middle, lower } = bollinger(closes, 20, 2)
  expect(periodChartOf('bollinger', CANDLES)).toEqual({
    view: 'bollinger',
    starts,
    closes,
    upper: gaps(upper),
    middle: gaps(middle),
    lower: gaps(lower),
  })
})

test('candles keep their four prices', () => {
  expect(periodChartOf('candles', CANDLES)).toEqual({
    view: 'candles',
    starts,
    open: column(({ open }) => open),
    high: column(({ high }) => high),
    low: column(({ low }) => low),
    close: closes,
  })
})

test.each(CHART_VIEWS)('without candles the chart %s is empty', (view) => {
  const { view: made, ...columns } = periodChartOf(view, [])
  expect(made).toBe(view)
  expect(Object.values(columns).every(({ length }) => length === 0)).toBe(true)
})
