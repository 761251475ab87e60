import { expect, test } from 'vitest'

import type { PeriodChart } from '#src/domain/charting/period-chart.ts'
import { summarizePeriod } from '#src/ui/market/period-chart.tsx'

const toArray = (...values: readonly number[]) => Float64Array.from(values)
const toPointName = (index: number) => `p${index}`

const CANDLES: PeriodChart = {
  view: 'candles',
  starts: toArray(0, 1, 2),
  open: toArray(Number.NaN, 4091, 4100),
  high: toArray(Number.NaN, 4110, 4118.9),
  low: toArray(Number.NaN, 4085.2, 4095),
  close: toArray(Number.NaN, 4105, 4102.35),
}

test('the summary of candles covers the first known open to the last close', () => {
  expect(summarizePeriod(CANDLES, toPointName)).toBe(
    'De p1 a p2 el precio pasó de 4.091,00 a 4.102,35 pesos, con mínimo de 4.085,20 y máximo de 4.118,90.',
  )
})

test('the summary of other views covers the first price to the last price', () => {
  const chart: PeriodChart = {
    view: 'prices',
    starts: toArray(0, 1),
    closes: toArray(4105, 4102.35),
    amounts: toArray(1, 2),
  }
  expect(summarizePeriod(chart, toPointName)).toBe(
    'De p0 a p1 el precio pasó de 4.105,00 a 4.102,35 pesos, con mínimo de 4.102,35 y máximo de 4.105,00.',
  )
})

test('summarizePeriod returns null without a price', () => {
  const noPrices = toArray(Number.NaN)
  expect(
    summarizePeriod({ view: 'prices', starts: toArray(0), closes: noPrices, amounts: toArray(0) }, toPointName),
  ).toBeNull()
})

test('the summary of a zoomed chart covers only the visible points', () => {
  const chart: PeriodChart = {
    view: 'prices',
    starts: toArray(0, 1, 2, 3),
    closes: toArray(4105, 4102.35, 4110, 4090),
    amounts: toArray(1, 2, 3, 4),
  }
  expect(summarizePeriod(chart, toPointName, (index) => index === 1 || index === 2)).toBe(
    'De p1 a p2 el precio pasó de 4.102,35 a 4.110,00 pesos, con mínimo de 4.102,35 y máximo de 4.110,00.',
  )
  expect(summarizePeriod(chart, toPointName, () => false)).toBeNull()
})
