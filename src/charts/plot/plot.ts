import type { ChartData, ChartOptions } from 'chart.js'

import { type Buckets, bucketsOf } from '#src/charts/data/buckets.ts'
import { createColumns } from '#src/charts/data/columns.ts'
import {
  type CurveSource,
  createCurveColumns,
  NO_CURVES,
  type StrokeStyle,
  type TidyCurves,
} from '#src/charts/data/curves.ts'
import { lowerBound, upperBound } from '#src/charts/data/series.ts'
import type { Frame } from '#src/charts/draw/frame.ts'
import type { Palette } from '#src/charts/draw/palette.ts'
import { across, areaOf, lineRange, type PlotGeometry, type PlotTick, upwards } from '#src/charts/draw/plot-geometry.ts'
import { crown, roundTicks, timeTicks } from '#src/charts/draw/steps.ts'
import type { PlotChart, PlotChartType, PlotSource } from '#src/charts/plot/plot-controllers.ts'
import {
  fitTo,
  footAxis,
  gridOf,
  LINE_STEPS,
  layOut,
  PLOT_LAYOUT,
  STILL_OPTIONS,
  sideAxis,
} from '#src/charts/plot/plot-options.ts'
import { type AxisView, PlotScale } from '#src/charts/plot/plot-scale.ts'
import type { AxisKind, AxisTick, ChartSeries, CurveTone, Span } from '#src/charts/view/chart-props.ts'

/** Everything that decides what the plot looks like. A new `frame` or `palette` costs a layout, all else a drawing. */
export interface PlotScene {
  /** Tidy. */
  readonly series: ChartSeries
  /** Tidied with the series. */
  readonly curves?: TidyCurves
  readonly view: Span
  readonly domain: Span
  readonly axis?: AxisKind
  /** Labels of the x axis; round steps of time without texts unless said. */
  readonly ticks?: (view: Span, width: number) => readonly AxisTick[]
  readonly baseline: number | null
  readonly padding: { readonly line: number; readonly bars: number }
  readonly barStep: number
  readonly axisWidth: number
  readonly frame: Frame
  readonly palette: Palette
}

export interface Plot {
  /** Constant, as react-chartjs-2 wants them: the plot changes through `show`. */
  readonly type: 'columnLine'
  readonly data: ChartData<PlotChartType, never[]>
  readonly options: ChartOptions<PlotChartType>
  /** The chart to draw on; null when it is gone. */
  attach(chart: PlotChart | null): void
  show(scene: PlotScene): void
  /** Builds what makes the next drawings of a large series quick. It takes milliseconds: call it when this one is on screen. */
  settle(): void
  /** null as long as nothing was drawn. */
  geometry(): PlotGeometry | null
}

/** A line over bars, or a line alone. */
export type Panes = 1 | 2

const LINE_WIDTH = 1.75
const EDGE = { width: 1.25, dash: [4, 3] }
const STROKES: Record<CurveTone, Omit<StrokeStyle, 'color'>> = {
  short: { width: 1.5, dash: [6, 3] },
  long: { width: 1.5, dash: [2, 3] },
  middle: { width: 1.25, dash: [] },
}

const extremes = { low: 0, high: 0 }

interface Axes {
  readonly x: AxisView
  readonly line: AxisView
  readonly bars: AxisView
  readonly xTicks: readonly PlotTick[]
  readonly barTick: number | null
  readonly buckets: Buckets
}

const NO_AXIS: AxisView = { min: 0, max: 1, ticks: [] }
const NO_BUCKETS: Buckets = { from: 0, step: 1, sums: new Float64Array(0) }
const NO_AXES: Axes = { x: NO_AXIS, line: NO_AXIS, bars: NO_AXIS, xTicks: [], barTick: null, buckets: NO_BUCKETS }

const ticksOf = ({ view, domain, ticks, frame, axisWidth }: PlotScene): readonly PlotTick[] =>
  ticks
    ? ticks(view, frame.width - axisWidth)
    : timeTicks(view, domain.from, frame.width - axisWidth).map((at) => ({ at }))

export function createPlot(panes: Panes = 2): Plot {
  const columns = createColumns()
  const curves = createCurveColumns()
  let chart: PlotChart | null = null
  let scene: PlotScene | null = null
  let axes = NO_AXES

  function lineAxis({ view, baseline, padding }: PlotScene): AxisView {
    const start = lowerBound(columns.x, view.from, 0, columns.count)
    const end = upperBound(columns.x, view.to, start, columns.count)
    columns.extremes(start, end, extremes)
    curves.widen(start, end, extremes)
    const { from, to } = lineRange(extremes.low, extremes.high, baseline, padding.line)
    const shown = extremes.low <= extremes.high || baseline !== null
    return { min: from, max: to, ticks: shown ? roundTicks(from, to, LINE_STEPS) : [] }
  }

  function axesOf(next: PlotScene): Axes {
    const { view, domain, padding, barStep } = next
    const buckets = panes === 2 ? bucketsOf(columns, view, barStep, domain) : NO_BUCKETS
    const highest = buckets.sums.reduce((most, sum) => Math.max(most, sum), 0)
    const xTicks = ticksOf(next)
    // The labels of an ordinal axis name points, or stretches of them, not instants: no line stands at them.
    const ruled = next.axis === 'ordinal' ? [] : xTicks
    return {
      x: { min: view.from, max: view.to, ticks: ruled.map(({ at }) => at) },
      line: lineAxis(next),
      bars: { min: 0, max: highest + padding.bars || 1, ticks: [] },
      xTicks,
      barTick: crown(highest),
      buckets,
    }
  }

  const source: PlotSource = {
    columns,
    line: () => ({ color: scene?.palette.line ?? '', width: LINE_WIDTH }),
    tint: () => {
      if (!scene || scene.baseline === null) return null
      const { over, under, horizon } = scene.palette
      return { level: scene.baseline, over, under, horizon }
    },
    buckets: () => axes.buckets,
    barColor: () => scene?.palette.bar ?? '',
  }
  const curveSource: CurveSource = {
    columns: curves,
    stroke: (tone) => ({ ...STROKES[tone], color: scene?.palette[tone] ?? '' }),
    fill: () => scene?.palette.band ?? '',
    edge: () => ({ ...EDGE, color: scene?.palette.bandEdge ?? '' }),
  }

  const gridColor = () => scene?.palette.grid ?? ''
  const axisWidth = () => scene?.axisWidth ?? 0
  const bars = { bars: { ...sideAxis(() => axes.bars, axisWidth), stackWeight: 1, grid: { display: false } } }
  const options: ChartOptions<PlotChartType> = {
    ...STILL_OPTIONS,
    layout: PLOT_LAYOUT,
    scales: {
      x: footAxis(() => axes.x, gridColor),
      line: { ...sideAxis(() => axes.line, axisWidth), stackWeight: 4, grid: gridOf(gridColor) },
      ...(panes === 2 ? bars : {}),
    },
  }
  const dataset = { data: [], xAxisID: 'x', yAxisID: 'line', clip: false as const }
  const ownBars = { ...dataset, type: 'bucketBars' as const, yAxisID: 'bars', source: () => source }
  const data: ChartData<PlotChartType, never[]> = {
    // The first is drawn last: the line lies on top.
    datasets: [
      { ...dataset, type: 'columnLine', source: () => source },
      { ...dataset, type: 'curveLines', curves: () => curveSource },
      { ...dataset, type: 'bandFill', curves: () => curveSource },
      ...(panes === 2 ? [ownBars] : []),
    ],
  }

  function redraw(on: PlotChart): void {
    for (const name of ['x', 'line', 'bars'] as const) {
      const scale = on.scales[name]
      if (scale instanceof PlotScale) scale.show(axes[name])
    }
    on.draw()
  }

  return {
    type: 'columnLine',
    data,
    options,
    attach(to) {
      chart = to
      // A chart that is made when there is a scene has drawn it by itself.
      if (chart && scene) fitTo(chart, scene.frame)
    },
    show(next) {
      const before = scene
      scene = next
      columns.take(next.series)
      curves.take(next.series.x, next.curves ?? NO_CURVES)
      axes = axesOf(next)
      if (!chart) return
      const samePlace = before?.frame === next.frame && before.axisWidth === next.axisWidth
      if (samePlace && before.palette === next.palette) redraw(chart)
      else layOut(chart, next.frame)
    },
    settle() {
      columns.settle()
      curves.settle()
    },
    geometry() {
      const { x, line, bars } = chart?.scales ?? {}
      if (!scene || !x || !line) return null
      return {
        upper: areaOf(x, line),
        floor: (bars ?? line).bottom,
        x: across(x),
        line: upwards(line),
        lineTicks: axes.line.ticks,
        xTicks: axes.xTicks,
        bars: bars ? upwards(bars) : null,
        barTick: axes.barTick,
        buckets: bars ? axes.buckets : null,
      }
    },
  }
}
