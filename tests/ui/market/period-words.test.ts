import { expect, test } from 'vitest'

import type { PeriodChart } from '#src/domain/charting/period-chart.ts'
import { periodSummary } from '#src/ui/market/period-words.ts'

const of = (...values: readonly number[]) => Float64Array.from(values)
const name = (place: number) => `p${place}`

const CANDLES: PeriodChart = {
  view: 'candles',
  starts: of(0, 1, 2),
  open: of(Number.NaN, 4091, 4100),
  high: of(Number.NaN, 4110, 4118.9),
  low: of(Number.NaN, 4085.2, 4095),
  close: of(Number.NaN, 4105, 4102.35),
}

test('candles go from the open of the first that has prices to the close of the last', () => {
  expect(periodSummary(CANDLES, name)).toBe(
    'De p1 a p2 el precio pasó de 4.091,00 a 4.102,35 pesos, con mínimo de 4.085,20 y máximo de 4.118,90.',
  )
})

test('other views go from their first price to their last', () => {
  const chart: PeriodChart = { view: 'prices', starts: of(0, 1), closes: of(4105, 4102.35), amounts: of(1, 2) }
  expect(periodSummary(chart, name)).toBe(
    'De p0 a p1 el precio pasó de 4.105,00 a 4.102,35 pesos, con mínimo de 4.102,35 y máximo de 4.105,00.',
  )
})

test('without a price there is nothing to say', () => {
  const none = of(Number.NaN)
  expect(periodSummary({ view: 'prices', starts: of(0), closes: none, amounts: of(0) }, name)).toBeNull()
})
