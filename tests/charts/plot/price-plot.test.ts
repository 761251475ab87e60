import { expect, test } from 'vitest'
import { PALETTE, toAxes, toMarks } from '#bench/charts/our-look.ts'
import { NO_CURVES } from '#src/charts/data/curves.ts'
import { createPricePlot, type PriceScene } from '#src/charts/plot/price-plot.ts'

const toColumn = (values: readonly number[]) => Float64Array.from(values)

const SCENE: PriceScene = {
  ...toMarks({ x: 2, line: 4 }),
  ...toAxes(0),
  palette: PALETTE,
  series: { x: toColumn([0, 1, 2]), line: toColumn([4, 5, 4]), bars: null },
  curves: NO_CURVES,
  view: { from: 0, to: 1 },
  domain: { from: 0, to: 2 },
  padding: { line: 0, bars: 0 },
  barStep: 1,
  barTick: String,
}

const readLineRange = (scene: PriceScene) => {
  const { line } = createPricePlot(scene).options.scales ?? {}
  return [line?.min, line?.max]
}

test('the axis of the line includes curves and band in view and skips gaps', () => {
  const curves = {
    curves: [{ tone: 'short' as const, values: toColumn([Number.NaN, 6, 900]) }],
    band: { low: toColumn([-3, 1, -900]), high: toColumn([6, 8, 900]) },
  }
  expect(readLineRange({ ...SCENE, curves })).toEqual([-3, 8])
  expect(readLineRange(SCENE)).toEqual([4, 5])
})

test('an axis without points is around the baseline', () => {
  const series = { x: toColumn([]), line: toColumn([]), bars: null }
  const scene = { ...SCENE, series, padding: { line: 5, bars: 0 } }
  expect(readLineRange({ ...scene, baseline: { value: 4100, label: '' } })).toEqual([4095, 4105])
})
