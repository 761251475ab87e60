import type { ChartData, ChartOptions } from 'chart.js'

import { createColumns } from '#src/charts/data/columns.ts'
import { findDrawn } from '#src/charts/data/series.ts'
import {
  type Context,
  paintLabels,
  placeFootLabels,
  placeSideLabels,
  setFont,
  textSizes,
} from '#src/charts/draw/axes.ts'
import type { CanvasSize } from '#src/charts/draw/canvas-size.ts'
import { type Area, type Mapping, toPixel } from '#src/charts/draw/paint.ts'
import type { Palette } from '#src/charts/draw/palette.ts'
import { mapX, mapY, toArea } from '#src/charts/draw/plot-geometry.ts'
import { roundTicks, timeTicks } from '#src/charts/draw/steps.ts'
import type { PlotChart, PlotChartType, PlotSource } from '#src/charts/plot/plot-controllers.ts'
import { bottomAxis, createLayout, layOut, STATIC_OPTIONS, sideAxis } from '#src/charts/plot/plot-options.ts'
import { type AxisView, EMPTY_AXIS } from '#src/charts/plot/plot-scale.ts'
import type { ChartSeries, Span } from '#src/charts/view/chart-props.ts'

interface SparkScene {
  readonly series: ChartSeries
  readonly canvasSize: CanvasSize
  readonly palette: Palette
  readonly formatX: (value: number) => string
  readonly formatLineTick: (value: number) => string
}

interface SparkPlot {
  readonly data: ChartData<PlotChartType, never[]>
  readonly options: ChartOptions<PlotChartType>
  attach(chart: PlotChart | null): void
  show(scene: SparkScene): void
  /** Paints the labels and the dot of the last point on the overlay. */
  paint(context: Context): void
}

/** Sizes of the layout, CSS px at normal text size. */
const AXIS_WIDTH = 48
const TOP_SPACE = 4
const BOTTOM_SPACE = 20
/**
 * Distance from the bottom of the plot to the text baseline of the labels, CSS px at normal text
 * size.
 */
const LABEL_DROP = 15
/** Maximum number of steps between the ticks of the line's axis. */
const LINE_STEPS = 3
/** Free space above and below the line, as a share of its range. */
const PADDING_SHARE = 0.14

/** Output of `columns.extremes`, reused to avoid allocations. */
const extremes = { low: 0, high: 0 }

function toLineAxis(low: number, high: number, grid: string): AxisView {
  if (low > high) return EMPTY_AXIS
  const padding = (high - low) * PADDING_SHARE || 1
  const [min, max] = [low - padding, high + padding]
  return { min, max, ticks: roundTicks(min, max, LINE_STEPS), grid }
}

/** Returns the ticks of the x axis: both ends, and the round time closest to the middle, if any. */
function toSpanTicks({ from, to }: Span, width: number): readonly number[] {
  const middle = (from + to) / 2
  const roundTimes = timeTicks({ from, to }, from - (from % 3_600_000), width / 2).filter(
    (tick) => tick - from > (to - from) / 4 && to - tick > (to - from) / 4,
  )
  const nearest = roundTimes.toSorted((a, b) => Math.abs(a - middle) - Math.abs(b - middle)).slice(0, 1)
  return [from, ...nearest, to]
}

interface SparkGeometry {
  readonly span: Span
  readonly lineTicks: readonly number[]
  readonly x: Mapping
  readonly y: Mapping
  readonly area: Area
}

function paintSpark(context: Context, scene: SparkScene, { span, lineTicks, x, y, area }: SparkGeometry): void {
  const { palette, series } = scene
  const { textScale } = palette
  setFont(context, palette, 400)
  context.fillStyle = palette.axis
  paintLabels(
    context,
    placeSideLabels({
      area,
      sizes: textSizes(textScale),
      y,
      ticks: lineTicks,
      text: scene.formatLineTick,
      occupied: [],
    }),
  )
  const last = findDrawn(series, series.x.length - 1, -1)
  if (last === null) return
  const labels = placeFootLabels({
    area,
    x,
    ticks: toSpanTicks(span, (area.right - area.left) / textScale),
    text: scene.formatX,
    textBaseline: area.bottom + LABEL_DROP * textScale,
    measure: (text) => context.measureText(text).width,
  })
  paintLabels(context, labels)
  context.fillStyle = palette.ink
  context.beginPath()
  context.arc(toPixel(x, series.x[last] ?? 0), toPixel(y, series.line[last] ?? 0), 3, 0, 2 * Math.PI)
  context.fill()
}

/** Creates a small plot: a line with a dot at its end, grid lines, at most three time labels. */
export function createSparkPlot(): SparkPlot {
  const columns = createColumns()
  let chart: PlotChart | null = null
  let scene: SparkScene | null = null
  let span: Span = { from: 0, to: 1 }
  let lineAxis = EMPTY_AXIS
  const readTextScale = () => scene?.palette.textScale ?? 1

  const source: PlotSource = {
    columns,
    line: () => ({ color: scene?.palette.spark ?? '', width: 1.5 }),
    tint: () => null,
    buckets: () => ({ from: 0, step: 1, sums: new Float64Array(0) }),
    barColor: () => '',
  }

  const options: ChartOptions<PlotChartType> = {
    ...STATIC_OPTIONS,
    layout: createLayout(TOP_SPACE, readTextScale),
    scales: {
      x: bottomAxis(() => ({ min: span.from, max: span.to, ticks: [], grid: null }), readTextScale, BOTTOM_SPACE),
      line: sideAxis(
        () => lineAxis,
        () => AXIS_WIDTH * readTextScale(),
      ),
    },
  }

  function applyScene({ series, palette }: SparkScene): void {
    columns.setSeries(series)
    columns.extremes(0, columns.count, extremes)
    lineAxis = toLineAxis(extremes.low, extremes.high, palette.grid)
    const [from, to] = [series.x.at(0) ?? 0, series.x.at(-1) ?? 1]
    span = to > from ? { from, to } : { from, to: from + 1 }
  }

  return {
    options,
    data: {
      datasets: [
        { type: 'columnLine', data: [], xAxisID: 'x', yAxisID: 'line', source: () => source, clip: false as const },
      ],
    },
    attach(target) {
      chart = target
      if (chart && scene) layOut(chart, scene.canvasSize)
    },
    show(next) {
      scene = next
      applyScene(next)
      if (chart) layOut(chart, next.canvasSize)
    },
    paint(context) {
      const { x, line: side } = chart?.scales ?? {}
      if (!scene || !x || !side) return
      paintSpark(context, scene, { span, lineTicks: lineAxis.ticks, x: mapX(x), y: mapY(side), area: toArea(x, side) })
    },
  }
}
