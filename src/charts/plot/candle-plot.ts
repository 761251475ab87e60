import { Chart, type ChartData, type ChartOptions, Element, type FinancialDataPoint } from 'chart.js'
import { CandlestickController } from 'chartjs-chart-financial'

import { groupCandles, reduceCandles } from '#src/charts/data/candles.ts'
import type { CanvasSize } from '#src/charts/draw/canvas-size.ts'
import type { Palette } from '#src/charts/draw/palette.ts'
import { lineRange, mapX, mapY, type PlotGeometry, toArea } from '#src/charts/draw/plot-geometry.ts'
import { roundTicks } from '#src/charts/draw/steps.ts'
import {
  bottomAxis,
  createPlotLayout,
  layOut,
  lineSteps,
  STATIC_OPTIONS,
  sideAxis,
} from '#src/charts/plot/plot-options.ts'
import { type AxisView, EMPTY_AXIS, PlotScale } from '#src/charts/plot/plot-scale.ts'
import type { AxisKind, AxisTick, CandlePoint, CandleSeries, Span } from '#src/charts/view/chart-props.ts'

/**
 * The input of the plot. A new `canvasSize`, `palette` or `axisWidth` requires a layout, any other
 * change only a drawing.
 */
export interface CandleScene {
  /** The result of `cleanCandles`. */
  readonly series: CandleSeries
  readonly view: Span
  readonly axis: AxisKind
  readonly ticks: (view: Span, width: number) => readonly AxisTick[]
  /** Space above and below the candles, in their own unit. */
  readonly padding: { readonly line: number }
  readonly axisWidth: number
  readonly canvasSize: CanvasSize
  readonly palette: Palette
}

declare module 'chart.js' {
  interface ChartTypeRegistry {
    pixelCandles: ChartTypeRegistry['candlestick']
  }
}

type CandleChartType = 'pixelCandles'
type CandlesChart = Chart<CandleChartType, FinancialDataPoint[]>

interface CandlePlot {
  readonly type: CandleChartType
  readonly data: ChartData<CandleChartType, FinancialDataPoint[]>
  readonly options: ChartOptions<CandleChartType>
  attach(chart: CandlesChart | null): void
  show(scene: CandleScene): void
  /** Always true: candles need no preparation. */
  readonly isPrepared: boolean
  prepare(): void
  geometry(): PlotGeometry | null
}

/** Width of wicks and of the border of bodies, CSS px. */
const STROKE_WIDTH = 1.25
/** Width of a body as a share of its slot, the space for one candle. */
const BODY_SHARE = 0.42
/** Maximum width of a body, CSS px. */
const MAX_BODY_WIDTH = 24

/** The candles and axes of a scene. */
interface CandleContent {
  readonly candles: readonly CandlePoint[]
  /** CSS px. */
  readonly bodyWidth: number
  readonly x: AxisView
  readonly line: AxisView
  readonly xTicks: readonly AxisTick[]
}

const EMPTY_CONTENT: CandleContent = { candles: [], bodyWidth: 1, x: EMPTY_AXIS, line: EMPTY_AXIS, xTicks: [] }

/** Returns the price axis of the drawn candles. */
function toLineAxis(candles: readonly CandlePoint[], { padding, canvasSize, palette }: CandleScene): AxisView {
  let [lowest, highest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const { low, high } of candles) {
    lowest = Math.min(lowest, low)
    highest = Math.max(highest, high)
  }
  const { from, to } = lineRange(lowest, highest, null, padding.line)
  const ticks = lowest <= highest ? roundTicks(from, to, lineSteps(canvasSize, palette)) : []
  return { min: from, max: to, ticks, grid: palette.grid }
}

function toCandleContent(scene: CandleScene): CandleContent {
  const { series, view, axis, ticks, axisWidth, canvasSize, palette } = scene
  const width = Math.max(1, canvasSize.width - axisWidth)
  const groups = groupCandles(series, view, width)
  const candles = reduceCandles(series, view, groups)
  const slot = (groups.slot * width) / (view.to - view.from)
  const xTicks = ticks(view, width / palette.textScale)
  return {
    candles,
    bodyWidth: Math.min(MAX_BODY_WIDTH, Math.max(1, slot * BODY_SHARE)),
    x: {
      min: view.from,
      max: view.to,
      ticks: axis === 'ordinal' ? [] : xTicks.map(({ at }) => at),
      grid: palette.grid,
    },
    line: toLineAxis(candles, scene),
    xTicks,
  }
}

/** Returns the name of a candle's colours. Pixels grow downwards. */
function toColorKey(openPixel: number, closePixel: number): keyof FinancialColors {
  if (closePixel === openPixel) return 'unchanged'
  return closePixel < openPixel ? 'up' : 'down'
}

/** Border width and colours of candles. */
interface CandleLook {
  readonly borderWidth: number
  readonly borderColors: FinancialColors
  readonly backgroundColors: FinancialColors
}

type FinancialColors = Readonly<Record<'up' | 'down' | 'unchanged', string>>

/** Rising candles are hollow, falling candles filled: colour is never the only difference. */
const toLook = ({ up, down, same, surface }: Palette): CandleLook => ({
  borderWidth: STROKE_WIDTH,
  borderColors: { up, down, unchanged: same },
  backgroundColors: { up: surface, down, unchanged: surface },
})

/**
 * Fills wick and border instead of stroking them, which paints the same pixels at half the cost.
 * All fields are CSS px.
 */
class PixelCandle extends Element<object, CandleLook> {
  static readonly id = 'pixelCandle'
  static override readonly defaults = {}

  declare open: number
  declare high: number
  declare low: number
  declare close: number
  declare width: number

  draw(context: CanvasRenderingContext2D): void {
    const { x, open, high, low, close, width, options } = this
    const { borderWidth, borderColors, backgroundColors } = options
    const kind = toColorKey(open, close)
    const [left, top] = [x - width / 2, Math.min(open, close)]
    const height = Math.abs(open - close)
    const edge = borderWidth / 2
    context.fillStyle = borderColors[kind]
    context.fillRect(x - edge, high, borderWidth, low - high)
    context.fillRect(left - edge, top - edge, width + borderWidth, height + borderWidth)
    if (width <= borderWidth || height <= borderWidth) return
    context.fillStyle = backgroundColors[kind]
    context.fillRect(left + edge, top + edge, width - borderWidth, height - borderWidth)
  }
}

/**
 * Candles of chartjs-chart-financial as `PixelCandle` elements. Wicks are aligned to device px. An
 * update neither parses data nor resolves options.
 */
class PixelCandles extends CandlestickController {
  static override readonly id = 'pixelCandles'
  static override readonly defaults = { ...CandlestickController.defaults, dataElementType: PixelCandle.id }

  readContent = (): CandleContent => EMPTY_CONTENT
  readLook = (): CandleLook | null => null

  override buildOrUpdateElements(): void {}

  override update(): void {
    const { iScale, vScale, data } = this.getMeta()
    const { candles, bodyWidth } = this.readContent()
    const look = this.readLook()
    if (!iScale || !vScale || !look) return
    const ratio = this.chart.currentDevicePixelRatio
    while (data.length < candles.length) data.push(new PixelCandle())
    data.length = candles.length
    for (const [index, element] of data.entries()) {
      const candle = candles[index]
      if (!candle || !(element instanceof PixelCandle)) continue
      element.x = (Math.floor(iScale.getPixelForValue(candle.x) * ratio) + 0.5) / ratio
      element.open = vScale.getPixelForValue(candle.open)
      element.high = vScale.getPixelForValue(candle.high)
      element.low = vScale.getPixelForValue(candle.low)
      element.close = vScale.getPixelForValue(candle.close)
      element.width = bodyWidth
      element.options = look
    }
  }
}

/** Registers the axis and the candles with Chart.js. */
export function registerCandles(): void {
  Chart.register(PlotScale, PixelCandles, PixelCandle)
}

export function createCandlePlot(): CandlePlot {
  let chart: CandlesChart | null = null
  let scene: CandleScene | null = null
  let content = EMPTY_CONTENT
  let look: CandleLook | null = null
  const readTextScale = () => scene?.palette.textScale ?? 1

  const options: ChartOptions<CandleChartType> = {
    ...STATIC_OPTIONS,
    layout: createPlotLayout(readTextScale),
    scales: {
      x: bottomAxis(() => content.x, readTextScale),
      line: sideAxis(
        () => content.line,
        () => scene?.axisWidth ?? 0,
      ),
    },
  }
  const data: ChartData<CandleChartType, FinancialDataPoint[]> = {
    datasets: [{ type: 'pixelCandles', data: [], xAxisID: 'x', yAxisID: 'line' }],
  }

  function connectController(target: CandlesChart): void {
    const { controller } = target.getDatasetMeta(0)
    if (!(controller instanceof PixelCandles)) return
    controller.readContent = () => content
    controller.readLook = () => look
  }

  /** Draws without a layout, unlike `chart.update`. */
  function redraw(target: CandlesChart): void {
    const { x, line } = target.scales
    if (x instanceof PlotScale) x.applyView(content.x)
    if (line instanceof PlotScale) line.applyView(content.line)
    const { controller } = target.getDatasetMeta(0)
    controller.update('none')
    target.draw()
  }

  return {
    type: 'pixelCandles',
    data,
    options,
    attach(target) {
      chart = target
      if (!chart || !scene) return
      connectController(chart)
      layOut(chart, scene.canvasSize)
    },
    show(next) {
      const previous = scene
      scene = next
      content = toCandleContent(next)
      look = toLook(next.palette)
      if (!chart) return
      const hasSameLayout = previous?.canvasSize === next.canvasSize && previous.axisWidth === next.axisWidth
      if (hasSameLayout && previous.palette === next.palette) redraw(chart)
      else layOut(chart, next.canvasSize)
    },
    isPrepared: true,
    prepare() {},
    geometry() {
      const { x, line } = chart?.scales ?? {}
      if (!scene || !x || !line) return null
      return {
        upper: toArea(x, line),
        floor: line.bottom,
        x: mapX(x),
        line: mapY(line),
        lineTicks: content.line.ticks,
        xTicks: content.xTicks,
        bars: null,
        barTick: null,
        buckets: null,
        findSpan: () => null,
      }
    },
  }
}
