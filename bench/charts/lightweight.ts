import type { ChartOptions, DeepPartial, IChartApi, UTCTimestamp } from 'lightweight-charts'

import { COLORS } from '#bench/charts/labels.ts'
import { SIZE } from '#bench/charts/picture.ts'
import { lowerBound } from '#src/charts/data/series.ts'
import type { Span } from '#src/charts/view/chart-props.ts'

/** Options with conflation, which merges points when there are more points than pixels. */
export const LIGHTWEIGHT_OPTIONS: DeepPartial<ChartOptions> = {
  ...SIZE,
  autoSize: false,
  layout: { attributionLogo: false, textColor: COLORS.text },
  grid: { vertLines: { color: COLORS.grid }, horzLines: { color: COLORS.grid } },
  timeScale: { minBarSpacing: 0.0001, timeVisible: true, enableConflation: true },
  handleScroll: false,
  handleScale: false,
}

/** Converts ms to the seconds of lightweight-charts. */
export const toTime = (ms: number) => (ms / 1_000) as UTCTimestamp

/** Zooms by indices, because the axis of lightweight-charts counts points. */
export function zoomTo(chart: IChartApi, x: Float64Array, view: Span): void {
  const from = lowerBound(x, view.from, 0, x.length)
  chart.timeScale().setVisibleLogicalRange({ from, to: lowerBound(x, view.to, from, x.length) - 1 })
}
