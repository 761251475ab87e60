import type { ChartData, ChartOptions, Scale } from 'chart.js'

import { type Buckets, bucketsOf } from '#src/charts/buckets.ts'
import type { ChartSeries, Span } from '#src/charts/chart-props.ts'
import { createColumns } from '#src/charts/columns.ts'
import type { Frame } from '#src/charts/frame.ts'
import { type Area, type Mapping, mapping } from '#src/charts/paint.ts'
import type { Palette } from '#src/charts/palette.ts'
import type { PlotChart, PlotChartType, PlotSource } from '#src/charts/plot-controllers.ts'
import { axisShowing, gridOf, layOut, STILL_OPTIONS } from '#src/charts/plot-options.ts'
import { type AxisView, PlotScale } from '#src/charts/plot-scale.ts'
import { lowerBound, upperBound } from '#src/charts/series.ts'
import { crown, roundTicks, timeTicks } from '#src/charts/steps.ts'

/** Everything that decides what the plot looks like. A new `frame` or `palette` costs a layout, all else a drawing. */
export interface PlotScene {
  readonly series: ChartSeries
  readonly view: Span
  readonly domain: Span
  readonly baseline: number | null
  readonly padding: { readonly line: number; readonly bars: number }
  readonly barStep: number
  readonly axisWidth: number
  readonly frame: Frame
  readonly palette: Palette
}

/** Where the panes ended up, and the axes that they show. */
export interface PlotGeometry {
  readonly upper: Area
  readonly lower: Area
  readonly x: Mapping
  readonly line: Mapping
  readonly bars: Mapping
  readonly lineTicks: readonly number[]
  readonly timeTicks: readonly number[]
  readonly barTick: number | null
  readonly buckets: Buckets
}

export interface Plot {
  /** Constant, as react-chartjs-2 wants them: the plot changes through `show`. */
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

/** Room above the plot for half a tag, and below it for the labels of the x axis (CSS px). */
const TOP_ROOM = 10
const BOTTOM_ROOM = 28
const LINE_WIDTH = 1.75
const LINE_STEPS = 5

const extremes = { low: 0, high: 0 }

/** A range that holds every point of the line in view, and room; around the baseline when there is none. */
function lineRange(low: number, high: number, baseline: number | null, padding: number): Span {
  const empty = low > high
  const [from, to] = empty ? [baseline ?? 0, baseline ?? 0] : [low, high]
  const room = from === to && padding === 0 ? 1 : padding
  return { from: from - room, to: to + room }
}

const areaOf = (x: Scale, y: Scale): Area => ({ left: x.left, right: x.right, top: y.top, bottom: y.bottom })
const across = (scale: Scale) => mapping(scale.min, scale.max, scale.left, scale.right)
const upwards = (scale: Scale) => mapping(scale.min, scale.max, scale.bottom, scale.top)

interface Axes {
  readonly x: AxisView
  readonly line: AxisView
  readonly bars: AxisView
  readonly barTick: number | null
  readonly buckets: Buckets
}

const NO_AXIS: AxisView = { min: 0, max: 1, ticks: [] }
const NO_AXES: Axes = {
  x: NO_AXIS,
  line: NO_AXIS,
  bars: NO_AXIS,
  barTick: null,
  buckets: { from: 0, step: 1, sums: new Float64Array(0) },
}

export function createPlot(): Plot {
  const columns = createColumns()
  let chart: PlotChart | null = null
  let scene: PlotScene | null = null
  let axes = NO_AXES

  function axesOf({ view, domain, baseline, padding, barStep, frame, axisWidth }: PlotScene): Axes {
    const start = lowerBound(columns.x, view.from, 0, columns.count)
    const end = upperBound(columns.x, view.to, start, columns.count)
    columns.extremes(start, end, extremes)
    const range = lineRange(extremes.low, extremes.high, baseline, padding.line)
    const buckets = bucketsOf(columns, view, barStep, domain)
    const highest = buckets.sums.reduce((most, sum) => Math.max(most, sum), 0)
    const shown = extremes.low <= extremes.high || baseline !== null
    return {
      x: { min: view.from, max: view.to, ticks: timeTicks(view, domain.from, frame.width - axisWidth) },
      line: { min: range.from, max: range.to, ticks: shown ? roundTicks(range.from, range.to, LINE_STEPS) : [] },
      bars: { min: 0, max: highest + padding.bars || 1, ticks: [] },
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

  const grid = gridOf(() => scene?.palette.grid ?? '')
  const side = {
    axis: 'y' as const,
    position: 'right' as const,
    stack: 'panes',
    afterFit: (scale: Scale) => {
      scale.width = scene?.axisWidth ?? 0
    },
  }
  const options: ChartOptions<PlotChartType> = {
    ...STILL_OPTIONS,
    layout: { autoPadding: false, padding: { top: TOP_ROOM, right: 0, bottom: 0, left: 0 } },
    scales: {
      x: {
        ...axisShowing(() => axes.x),
        axis: 'x',
        position: 'bottom',
        grid,
        afterFit: (scale) => {
          scale.height = BOTTOM_ROOM
        },
      },
      // On the right side the first of a stack is its highest.
      line: { ...axisShowing(() => axes.line), ...side, stackWeight: 4, grid },
      bars: { ...axisShowing(() => axes.bars), ...side, stackWeight: 1, grid: { display: false } },
    },
  }
  const dataset = { data: [], xAxisID: 'x', source: () => source, clip: false as const }
  const data: ChartData<PlotChartType, never[]> = {
    datasets: [
      { ...dataset, type: 'columnLine', yAxisID: 'line' },
      { ...dataset, type: 'bucketBars', yAxisID: 'bars' },
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
    data,
    options,
    attach(to) {
      chart = to
      if (chart && scene) layOut(chart, scene.frame)
    },
    show(next) {
      const before = scene
      scene = next
      columns.take(next.series)
      axes = axesOf(next)
      if (!chart) return
      const samePlace = before?.frame === next.frame && before.axisWidth === next.axisWidth
      if (samePlace && before.palette === next.palette) redraw(chart)
      else layOut(chart, next.frame)
    },
    settle: columns.settle,
    geometry() {
      const { x, line, bars } = chart?.scales ?? {}
      if (!scene || !x || !line || !bars) return null
      return {
        upper: areaOf(x, line),
        lower: areaOf(x, bars),
        x: across(x),
        line: upwards(line),
        bars: upwards(bars),
        lineTicks: axes.line.ticks,
        timeTicks: axes.x.ticks,
        barTick: axes.barTick,
        buckets: axes.buckets,
      }
    },
  }
}
