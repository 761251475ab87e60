import { bucketStart, toBuckets } from '#src/charts/data/buckets.ts'
import type { Columns } from '#src/charts/data/columns.ts'
import { topTick } from '#src/charts/draw/steps.ts'
import type { BarsDataset } from '#src/charts/plot/column-controllers.ts'
import { LINE_AXES } from '#src/charts/plot/curve-lines.ts'
import type { PlotScene } from '#src/charts/plot/plot-options.ts'
import type { Span } from '#src/charts/view/chart-props.ts'

/** What a plot with bars shows besides. */
export interface BarsScene extends PlotScene {
  readonly domain: Span
  readonly barStep: number
  readonly barTick: (value: number) => string
  /** Space above the highest bar, in its own unit. */
  readonly padding: { readonly bars: number }
}

/** Returns the bars in view, the only label of their axis, and its range. */
export function toBarFrame(columns: Columns, { view, barStep, domain, padding }: BarsScene) {
  const buckets = toBuckets(columns, view, barStep, domain)
  const highest = buckets.sums.reduce((max, sum) => Math.max(max, sum), 0)
  return { buckets, barTick: topTick(highest), range: { from: 0, to: highest + padding.bars || 1 } }
}

export type BarFrame = ReturnType<typeof toBarFrame>

export const toBarsDataset = (
  { buckets }: BarFrame,
  { palette, crosshair, barStep, domain }: BarsScene,
): BarsDataset => ({
  ...LINE_AXES,
  yAxisID: 'bars',
  type: 'bucketBars',
  data: buckets,
  backgroundColor: palette.bar,
  hoverBackgroundColor: palette.barOn,
  hoverIndex: crosshair && Math.round((bucketStart(crosshair.x, barStep, domain) - buckets.from) / buckets.step),
})
