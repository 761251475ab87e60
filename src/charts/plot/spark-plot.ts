import type { ChartData, ChartOptions } from 'chart.js'
import { createColumns } from '#src/charts/data/columns.ts'
import { drawnFrom } from '#src/charts/data/series.ts'
import type { Frame } from '#src/charts/draw/frame.ts'
import { type Context, centredIn, FOOT, setFont, write } from '#src/charts/draw/lettering.ts'
import { type Area, type Mapping, mapping, toPixel } from '#src/charts/draw/paint.ts'
import type { Palette } from '#src/charts/draw/palette.ts'
import { roundTicks, timeTicks } from '#src/charts/draw/steps.ts'
import type { PlotChart, PlotChartType, PlotSource } from '#src/charts/plot/plot-controllers.ts'
import { axisShowing, gridOf, layOut, STILL_OPTIONS } from '#src/charts/plot/plot-options.ts'
import type { AxisView } from '#src/charts/plot/plot-scale.ts'
import type { ChartSeries, Span } from '#src/charts/view/chart-props.ts'

export interface SparkScene {
  readonly series: ChartSeries
  readonly frame: Frame
  readonly palette: Palette
  readonly x: (value: number) => string
  readonly lineTick: (value: number) => string
}

export interface SparkPlot {
  readonly data: ChartData<PlotChartType, never[]>
  readonly options: ChartOptions<PlotChartType>
  attach(chart: PlotChart | null): void
  show(scene: SparkScene): void
  /** Writes the labels and the dot of the last value on the overlay. */
  paint(context: Context): void
}

const AXIS_WIDTH = 48
const LABEL_GAP = 8
const TOP_ROOM = 4
const BOTTOM_ROOM = 20
const LINE_STEPS = 3
/** The line keeps this part of its range free above and below. */
const AIR = 0.14

const extremes = { low: 0, high: 0 }

function lineView(low: number, high: number): AxisView {
  if (low > high) return { min: 0, max: 1, ticks: [] }
  const air = (high - low) * AIR || 1
  return { min: low - air, max: high + air, ticks: roundTicks(low - air, high + air, LINE_STEPS) }
}

/** Both ends, and the round instant nearest to the middle. */
function labelled({ from, to }: Span, width: number): readonly number[] {
  const middle = (from + to) / 2
  const rounds = timeTicks({ from, to }, from - (from % 3_600_000), width / 2).filter(
    (tick) => tick - from > (to - from) / 4 && to - tick > (to - from) / 4,
  )
  const nearest = rounds.toSorted((a, b) => Math.abs(a - middle) - Math.abs(b - middle)).slice(0, 1)
  return [from, ...nearest, to]
}

interface SparkGeometry {
  readonly span: Span
  readonly ticks: readonly number[]
  readonly x: Mapping
  readonly line: Mapping
  readonly area: Area
}

function paintLabels(context: Context, scene: SparkScene, { span, ticks, x, line, area }: SparkGeometry): void {
  const { palette, series } = scene
  setFont(context, palette, 400)
  context.fillStyle = palette.axis
  for (const tick of ticks) {
    write(context, scene.lineTick(tick), area.right + LABEL_GAP, toPixel(line, tick) + FOOT, 'left')
  }
  const last = drawnFrom(series, series.x.length - 1, -1)
  if (last === null) return
  for (const tick of labelled(span, area.right - area.left)) {
    const text = scene.x(tick)
    write(context, text, centredIn(context, text, toPixel(x, tick), area).left, area.bottom + BOTTOM_ROOM - 5, 'left')
  }
  context.fillStyle = palette.ink
  context.beginPath()
  context.arc(toPixel(x, series.x[last] ?? 0), toPixel(line, series.line[last] ?? 0), 3, 0, 2 * Math.PI)
  context.fill()
}

/** A line on its own: two grid lines, three labels, a dot at its end. */
export function createSparkPlot(): SparkPlot {
  const columns = createColumns()
  let chart: PlotChart | null = null
  let scene: SparkScene | null = null
  let span: Span = { from: 0, to: 1 }
  let line: AxisView = lineView(1, 0)

  const source: PlotSource = {
    columns,
    line: () => ({ color: scene?.palette.spark ?? '', width: 1.5 }),
    tint: () => null,
    buckets: () => ({ from: 0, step: 1, sums: new Float64Array(0) }),
    barColor: () => '',
  }

  const options: ChartOptions<PlotChartType> = {
    ...STILL_OPTIONS,
    layout: { autoPadding: false, padding: { top: TOP_ROOM, right: 0, bottom: 0, left: 0 } },
    scales: {
      x: {
        ...axisShowing(() => ({ min: span.from, max: span.to, ticks: [] })),
        axis: 'x',
        position: 'bottom',
        grid: { display: false },
        afterFit: (scale) => {
          scale.height = BOTTOM_ROOM
        },
      },
      line: {
        ...axisShowing(() => line),
        axis: 'y',
        position: 'right',
        grid: gridOf(() => scene?.palette.grid ?? ''),
        afterFit: (scale) => {
          scale.width = AXIS_WIDTH
        },
      },
    },
  }

  function take({ series }: SparkScene): void {
    columns.take(series)
    columns.extremes(0, columns.count, extremes)
    line = lineView(extremes.low, extremes.high)
    const [from, to] = [series.x.at(0) ?? 0, series.x.at(-1) ?? 1]
    span = to > from ? { from, to } : { from, to: from + 1 }
  }

  function paint(context: Context): void {
    const { x, line: side } = chart?.scales ?? {}
    if (!scene || !x || !side) return
    paintLabels(context, scene, {
      span,
      ticks: line.ticks,
      x: mapping(span.from, span.to, x.left, x.right),
      line: mapping(line.min, line.max, side.bottom, side.top),
      area: { left: x.left, right: x.right, top: side.top, bottom: side.bottom },
    })
  }

  return {
    options,
    data: {
      datasets: [
        { type: 'columnLine', data: [], xAxisID: 'x', yAxisID: 'line', source: () => source, clip: false as const },
      ],
    },
    attach(to) {
      chart = to
      if (chart && scene) layOut(chart, scene.frame)
    },
    show(next) {
      scene = next
      take(next)
      if (chart) layOut(chart, next.frame)
    },
    paint,
  }
}
