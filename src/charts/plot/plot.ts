import type { ChartData, ChartOptions } from 'chart.js'

import { type Buckets, toBuckets } from '#src/charts/data/buckets.ts'
import { type Columns, createColumns } from '#src/charts/data/columns.ts'
import {
  type CleanCurves,
  type CurveSource,
  createCurveColumns,
  NO_CURVES,
  type StrokeStyle,
} from '#src/charts/data/curves.ts'
import { lowerBound, upperBound } from '#src/charts/data/series.ts'
import type { CanvasSize } from '#src/charts/draw/canvas-size.ts'
import { findLineExtent, joinSpans, type PixelSpan } from '#src/charts/draw/line-extent.ts'
import type { Palette } from '#src/charts/draw/palette.ts'
import { lineRange, mapX, mapY, type PlotGeometry, type PlotTick, toArea } from '#src/charts/draw/plot-geometry.ts'
import { roundTicks, timeTicks, topTick } from '#src/charts/draw/steps.ts'
import type { PlotChart, PlotChartType, PlotSource } from '#src/charts/plot/plot-controllers.ts'
import {
  bottomAxis,
  createPlotLayout,
  layOut,
  lineSteps,
  resize,
  STATIC_OPTIONS,
  sideAxis,
} from '#src/charts/plot/plot-options.ts'
import { type AxisView, EMPTY_AXIS, PlotScale } from '#src/charts/plot/plot-scale.ts'
import type { AxisKind, AxisTick, ChartSeries, CurveTone, Span } from '#src/charts/view/chart-props.ts'

/**
 * The input of the plot. A new `canvasSize`, `palette` or `axisWidth` requires a layout, any other
 * change only a drawing.
 */
export interface PlotScene {
  /** The result of `cleanSeries`. */
  readonly series: ChartSeries
  /** The result of `cleanCurves`. Only a plot created with `hasCurves` draws them. */
  readonly curves?: CleanCurves
  readonly view: Span
  readonly domain: Span
  readonly axis?: AxisKind
  /** Labels of the x axis. Default: round steps of time without texts. */
  readonly ticks?: (view: Span, width: number) => readonly AxisTick[]
  readonly baseline: number | null
  /** Space above and below the line, and above the highest bar, in their own units. */
  readonly padding: { readonly line: number; readonly bars: number }
  readonly barStep: number
  readonly axisWidth: number
  readonly canvasSize: CanvasSize
  readonly palette: Palette
}

interface Plot {
  /** Type, data and options are constant; the plot changes through `show`. */
  readonly type: 'columnLine'
  readonly data: ChartData<PlotChartType, never[]>
  readonly options: ChartOptions<PlotChartType>
  /** Sets the chart to draw on, null after the chart was destroyed. */
  attach(chart: PlotChart | null): void
  show(scene: PlotScene): void
  /** True when `prepare` would do nothing. */
  readonly isPrepared: boolean
  /**
   * Speeds up the next drawings of a large series. It takes milliseconds: call it after the first
   * drawing.
   */
  prepare(): void
  /** Returns the geometry of the last drawing, null without a chart or a scene. */
  geometry(): PlotGeometry | null
}

interface PlotParts {
  /** 2: a line over bars. 1: a line only. */
  readonly panes: 1 | 2
  /** True when the plot draws curves or a band. */
  readonly hasCurves: boolean
}

const LINE_WIDTH = 1.75
const BAND_EDGE = { width: 1.25, dash: [4, 3] }
const STROKES: Record<CurveTone, Omit<StrokeStyle, 'color'>> = {
  short: { width: 1.5, dash: [6, 3] },
  long: { width: 1.5, dash: [2, 3] },
  middle: { width: 1.25, dash: [] },
}

/** Output of `columns.extremes`, reused to avoid allocations. */
const extremes = { low: 0, high: 0 }

interface Axes {
  readonly x: AxisView
  readonly line: AxisView
  readonly bars: AxisView
  readonly xTicks: readonly PlotTick[]
  readonly barTick: number | null
  readonly buckets: Buckets
}

const NO_BUCKETS: Buckets = { from: 0, step: 1, sums: new Float64Array(0) }
const NO_AXES: Axes = {
  x: EMPTY_AXIS,
  line: EMPTY_AXIS,
  bars: EMPTY_AXIS,
  xTicks: [],
  barTick: null,
  buckets: NO_BUCKETS,
}

function toXTicks({ view, domain, ticks, canvasSize, axisWidth, palette }: PlotScene): readonly PlotTick[] {
  const width = (canvasSize.width - axisWidth) / palette.textScale
  return ticks ? ticks(view, width) : timeTicks(view, domain.from, width).map((at) => ({ at }))
}

/** Creates a plot. `columns` may be shared with the overview. */
export function createPlot(
  { panes, hasCurves }: PlotParts = { panes: 2, hasCurves: false },
  columns: Columns = createColumns(),
): Plot {
  const curves = createCurveColumns()
  let chart: PlotChart | null = null
  let scene: PlotScene | null = null
  let axes = NO_AXES

  function toLineAxis({ view, baseline, padding, palette, canvasSize }: PlotScene): AxisView {
    const start = lowerBound(columns.x, view.from, 0, columns.count)
    const end = upperBound(columns.x, view.to, start, columns.count)
    columns.extremes(start, end, extremes)
    if (hasCurves) curves.extendExtremes(start, end, extremes)
    const { from, to } = lineRange(extremes.low, extremes.high, baseline, padding.line)
    const hasTicks = extremes.low <= extremes.high || baseline !== null
    return {
      min: from,
      max: to,
      ticks: hasTicks ? roundTicks(from, to, lineSteps(canvasSize, palette)) : [],
      grid: palette.grid,
    }
  }

  function toAxes(next: PlotScene): Axes {
    const { view, domain, padding, barStep, palette } = next
    const buckets = panes === 2 ? toBuckets(columns, view, barStep, domain) : NO_BUCKETS
    let highest = 0
    for (const sum of buckets.sums) if (sum > highest) highest = sum
    const xTicks = toXTicks(next)
    // Labels of an ordinal axis name points, not instants: they have no grid line.
    const gridTicks = next.axis === 'ordinal' ? [] : xTicks
    return {
      x: { min: view.from, max: view.to, ticks: gridTicks.map(({ at }) => at), grid: palette.grid },
      line: toLineAxis(next),
      bars: { min: 0, max: highest + padding.bars || 1, ticks: [], grid: null },
      xTicks,
      barTick: topTick(highest),
      buckets,
    }
  }

  const source: PlotSource = {
    columns,
    line: () => ({ color: scene?.palette.line ?? '', width: LINE_WIDTH }),
    tint: () => {
      if (!scene || scene.baseline === null) return null
      const { over, under, horizon } = scene.palette
      return { baseline: scene.baseline, over, under, horizon }
    },
    buckets: () => axes.buckets,
    barColor: () => scene?.palette.bar ?? '',
  }
  const curveSource: CurveSource = {
    columns: curves,
    curveStroke: (tone) => ({ ...STROKES[tone], color: scene?.palette[tone] ?? '' }),
    bandColor: () => scene?.palette.band ?? '',
    bandEdgeStroke: () => ({ ...BAND_EDGE, color: scene?.palette.bandEdge ?? '' }),
  }

  const readAxisWidth = () => scene?.axisWidth ?? 0
  const readTextScale = () => scene?.palette.textScale ?? 1
  const barScales = { bars: { ...sideAxis(() => axes.bars, readAxisWidth), stackWeight: 1 } }
  const options: ChartOptions<PlotChartType> = {
    ...STATIC_OPTIONS,
    layout: createPlotLayout(readTextScale),
    scales: {
      x: bottomAxis(() => axes.x, readTextScale),
      line: { ...sideAxis(() => axes.line, readAxisWidth), stackWeight: 4 },
      ...(panes === 2 ? barScales : {}),
    },
  }
  const dataset = { data: [], xAxisID: 'x', yAxisID: 'line', clip: false as const }
  const curveDatasets = [
    { ...dataset, type: 'curveLines' as const, curves: () => curveSource },
    { ...dataset, type: 'bandFill' as const, curves: () => curveSource },
  ]
  const barDataset = { ...dataset, type: 'bucketBars' as const, yAxisID: 'bars', source: () => source }
  const data: ChartData<PlotChartType, never[]> = {
    // Chart.js draws the first dataset last: the line is on top.
    datasets: [
      { ...dataset, type: 'columnLine', source: () => source },
      ...(hasCurves ? curveDatasets : []),
      ...(panes === 2 ? [barDataset] : []),
    ],
  }

  function findSpan(left: number, right: number): PixelSpan | null {
    const { x, line } = chart?.scales ?? {}
    if (!x || !line) return null
    const [toX, toY] = [mapX(x), mapY(line)]
    const lines = hasCurves ? [columns, ...curves.all()] : [columns]
    return lines.map((lineColumns) => findLineExtent(lineColumns, toX, toY, left, right)).reduce(joinSpans, null)
  }

  function redraw(target: PlotChart): void {
    for (const name of ['x', 'line', 'bars'] as const) {
      const scale = target.scales[name]
      if (scale instanceof PlotScale) scale.applyView(axes[name])
    }
    target.draw()
  }

  return {
    type: 'columnLine',
    data,
    options,
    attach(target) {
      chart = target
      // A new chart has already drawn the scene.
      if (chart && scene) resize(chart, scene.canvasSize)
    },
    show(next) {
      const previous = scene
      scene = next
      columns.setSeries(next.series)
      if (hasCurves) curves.setCurves(next.series.x, next.curves ?? NO_CURVES)
      axes = toAxes(next)
      if (!chart) return
      const hasSameLayout = previous?.canvasSize === next.canvasSize && previous.axisWidth === next.axisWidth
      if (hasSameLayout && previous.palette === next.palette) redraw(chart)
      else layOut(chart, next.canvasSize)
    },
    get isPrepared() {
      return columns.isPrepared && curves.isPrepared
    },
    prepare() {
      columns.prepare()
      curves.prepare()
    },
    geometry() {
      const { x, line, bars } = chart?.scales ?? {}
      if (!scene || !x || !line) return null
      return {
        upper: toArea(x, line),
        floor: (bars ?? line).bottom,
        x: mapX(x),
        line: mapY(line),
        lineTicks: axes.line.ticks,
        xTicks: axes.xTicks,
        bars: bars ? mapY(bars) : null,
        barTick: axes.barTick,
        buckets: bars ? axes.buckets : null,
        findSpan,
      }
    },
  }
}
