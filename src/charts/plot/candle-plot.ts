import { Chart, type ChartData, type ChartOptions, type FinancialDataPoint, LinearScale, type Plugin } from 'chart.js'
import { CandlestickController, CandlestickElement } from 'chartjs-chart-financial'
import type { Buckets } from '#src/charts/data/buckets.ts'
import { groupCandles, reduceCandles } from '#src/charts/data/candles.ts'
import { type Columns, createColumns } from '#src/charts/data/columns.ts'
import type { CleanCurves } from '#src/charts/data/curves.ts'
import { lineRange } from '#src/charts/draw/steps.ts'
import { type BarsScene, toBarFrame, toBarsDataset } from '#src/charts/plot/bars.ts'
import { registerColumns } from '#src/charts/plot/column-controllers.ts'
import { createCurveLines, findExtremes as findLineExtremes } from '#src/charts/plot/curve-lines.ts'
import { createMarks } from '#src/charts/plot/marks.ts'
import {
  createBarAxis,
  createBottomAxis,
  createIndexAxis,
  createLineAxis,
  createPlotOptions,
  hasSameStyle,
} from '#src/charts/plot/plot-options.ts'
import type { CandlePoint, CandleSeries } from '#src/charts/view/chart-props.ts'

/** What a candle plot shows. */
export interface CandleScene extends BarsScene {
  /** The result of `cleanCandles`. */
  readonly series: CandleSeries
  /** The result of `createCurveCleaner`, without a band. */
  readonly curves: CleanCurves
  /** The bars of the second pane, one value for each candle; null without that pane. */
  readonly bars: Float64Array | null
  /** Space above and below the candles, and above the highest bar, in their own units. */
  readonly padding: { readonly line: number; readonly bars: number }
  /** Width of the plot without its axis, CSS px. */
  readonly width: number
}

type CandleType = 'candlestick' | 'columnLine' | 'bucketBars'
type CandleData = FinancialDataPoint[] | Columns | Buckets
type CandlesChart = Chart<CandleType, CandleData>

/** Width of wicks and of the border of bodies, CSS px. */
const STROKE_WIDTH = 1.25
/** Width of a body as a share of its slot, the space for one candle. */
const BODY_SHARE = 0.42
/** Maximum width of a body, CSS px. */
const MAX_BODY_WIDTH = 24

/** Registers the axes, the candles and their curves with Chart.js. */
export function registerCandles(): void {
  registerColumns()
  Chart.register(LinearScale, CandlestickController, CandlestickElement)
}

/** Returns the price range of the drawn candles; `low` > `high` without candles. */
function findExtremes(candles: readonly CandlePoint[]) {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const candle of candles) {
    low = Math.min(low, candle.low)
    high = Math.max(high, candle.high)
  }
  return { low, high }
}

/** Returns the data of Chart.js. Each wick is in the middle of a device px, so that it is sharp. */
function toPoints(candles: readonly CandlePoint[], { view, width, ratio }: CandleScene): FinancialDataPoint[] {
  const perPixel = (view.to - view.from) / (width * ratio)
  const align = (x: number) => view.from + (Math.floor((x - view.from) / perPixel) + 0.5) * perPixel
  return candles.map(({ x, open: o, high: h, low: l, close: c }) => ({ x: align(x), o, h, l, c }))
}

/**
 * Creates a Chart.js chart of candles. It has at most 400 candles, which are merged candles of the
 * view.
 */
export function createCandlePlot(first: CandleScene) {
  let chart: CandlesChart | null = null
  let scene = first
  /** The scene whose colours the candles have. */
  let styled = first
  let hasCandles = false
  const curves = createCurveLines(first.curves)
  const hasBars = first.bars !== null
  /** The closes with the amounts of the bars. */
  const columns = createColumns()
  let barTick: number | null = null

  /** Returns the dataset and the axis of the bars; none without that pane. */
  function toBars() {
    const { series, bars } = scene
    if (!hasBars || bars === null) return { datasets: [], scales: {} }
    columns.setSeries({ x: series.x, line: series.close, bars })
    const frame = toBarFrame(columns, scene)
    barTick = frame.barTick
    const axis = createBarAxis(
      frame.range,
      () => scene,
      () => barTick,
    )
    return { datasets: [toBarsDataset(frame, scene)], scales: { bars: axis } }
  }

  function toChart() {
    const { series, view, padding, width, palette } = scene
    curves.load(series.x, scene.curves)
    const groups = groupCandles(series, view, width)
    const candles = reduceCandles(series, view, groups)
    const ranges = [findExtremes(candles), findLineExtremes(curves.upper, view)]
    const low = Math.min(...ranges.map((range) => range.low))
    const high = Math.max(...ranges.map((range) => range.high))
    const slot = (groups.slot * width) / (view.to - view.from)
    hasCandles = candles.length > 0
    const bars = toBars()
    const data: ChartData<CandleType, CandleData> = {
      datasets: [
        ...curves.toDatasets(palette),
        {
          type: 'candlestick' as const,
          data: toPoints(candles, scene),
          xAxisID: 'x',
          yAxisID: 'line',
          barThickness: Math.min(MAX_BODY_WIDTH, Math.max(1, slot * BODY_SHARE)),
          borderWidth: STROKE_WIDTH,
          borderColors: { up: palette.up, down: palette.down, unchanged: palette.same },
          // Rising candles are hollow: colour is never the only difference.
          backgroundColors: { up: palette.surface, down: palette.down, unchanged: palette.surface },
        },
        ...bars.datasets,
      ],
    }
    const options: ChartOptions<CandleType> = {
      ...createPlotOptions(scene),
      scales: {
        x: createBottomAxis(view, () => scene),
        line: createLineAxis(
          lineRange(low, high, null, padding.line),
          () => scene,
          () => hasCandles,
        ),
        ...bars.scales,
        ...(curves.hasIndex && { index: createIndexAxis(() => scene) }),
      },
    }
    return { data, options }
  }

  function draw(target: CandlesChart): void {
    const { data, options } = toChart()
    for (const [index, dataset] of data.datasets.entries()) Object.assign(target.data.datasets[index] ?? {}, dataset)
    target.options = options
    // The mode 'none' does not change the colours of existing elements.
    target.update(hasSameStyle(scene, styled) ? 'none' : 'default')
    styled = scene
  }

  const plugins: Plugin<CandleType>[] = [
    createMarks(
      () => scene,
      () => null,
    ),
  ]
  return {
    type: 'candlestick' as const,
    ...toChart(),
    plugins,
    /** Sets the chart that shows the scenes, null after it was destroyed. */
    attach(target: CandlesChart | null): void {
      chart = target
      styled = first
      if (chart && scene !== first) draw(chart)
    },
    show(next: CandleScene): void {
      if (next === scene) return
      scene = next
      if (chart) draw(chart)
    },
    /** Candles need no preparation. */
    isPrepared: true,
    prepare(): void {},
  }
}
