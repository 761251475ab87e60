import { Chart, type ChartData, type ChartOptions, Element, type FinancialDataPoint } from 'chart.js'
import { CandlestickController } from 'chartjs-chart-financial'

import { type DrawnCandle, groupsOf, reduceCandles } from '#src/charts/data/candles.ts'
import type { Frame } from '#src/charts/draw/frame.ts'
import type { Palette } from '#src/charts/draw/palette.ts'
import { across, areaOf, lineRange, type PlotGeometry, upwards } from '#src/charts/draw/plot-geometry.ts'
import { roundTicks } from '#src/charts/draw/steps.ts'
import {
  footAxis,
  gridOf,
  LINE_STEPS,
  layOut,
  PLOT_LAYOUT,
  STILL_OPTIONS,
  sideAxis,
} from '#src/charts/plot/plot-options.ts'
import { type AxisView, PlotScale } from '#src/charts/plot/plot-scale.ts'
import type { AxisKind, AxisTick, CandleSeries, Span } from '#src/charts/view/chart-props.ts'

/** Everything that decides what the candles look like. A new `frame` or `palette` costs a layout, all else a drawing. */
export interface CandleScene {
  /** Tidy. */
  readonly series: CandleSeries
  readonly view: Span
  readonly axis: AxisKind
  readonly ticks: (view: Span, width: number) => readonly AxisTick[]
  readonly padding: { readonly line: number }
  readonly axisWidth: number
  readonly frame: Frame
  readonly palette: Palette
}

declare module 'chart.js' {
  interface ChartTypeRegistry {
    placedCandles: ChartTypeRegistry['candlestick']
  }
}

export type CandleChartType = 'placedCandles'
export type CandlesChart = Chart<CandleChartType, FinancialDataPoint[]>

export interface CandlePlot {
  readonly type: CandleChartType
  readonly data: ChartData<CandleChartType, FinancialDataPoint[]>
  readonly options: ChartOptions<CandleChartType>
  attach(chart: CandlesChart | null): void
  show(scene: CandleScene): void
  settle(): void
  geometry(): PlotGeometry | null
}

const WICK = 1.25
/** The body takes this part of a candle's place, and no more px than this. */
const BODY_SHARE = 0.42
const MAX_BODY = 24

interface Shown {
  readonly candles: DrawnCandle[]
  /** CSS px. */
  readonly body: number
  readonly x: AxisView
  readonly line: AxisView
  readonly xTicks: readonly AxisTick[]
}

const NO_AXIS: AxisView = { min: 0, max: 1, ticks: [] }
const NOTHING: Shown = { candles: [], body: 1, x: NO_AXIS, line: NO_AXIS, xTicks: [] }

/** The range of the candles that the view shows, those cut by its edges with all of theirs. */
function rangeOf(candles: readonly DrawnCandle[], padding: number): AxisView {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const { l, h } of candles) {
    low = Math.min(low, l)
    high = Math.max(high, h)
  }
  const { from, to } = lineRange(low, high, null, padding)
  return { min: from, max: to, ticks: low <= high ? roundTicks(from, to, LINE_STEPS) : [] }
}

function shownOf({ series, view, axis, ticks, padding, axisWidth, frame }: CandleScene): Shown {
  const width = Math.max(1, frame.width - axisWidth)
  const groups = groupsOf(series, view, width)
  const candles = reduceCandles(series, view, groups)
  const slot = (groups.slot * width) / (view.to - view.from)
  const xTicks = ticks(view, width)
  return {
    candles,
    body: Math.min(MAX_BODY, Math.max(1, slot * BODY_SHARE)),
    x: { min: view.from, max: view.to, ticks: axis === 'ordinal' ? [] : xTicks.map(({ at }) => at) },
    line: rangeOf(candles, padding.line),
    xTicks,
  }
}

/** What a candle of the package is drawn with. */
interface CandleLook {
  readonly borderWidth: number
  readonly borderColors: FinancialColors
  readonly backgroundColors: FinancialColors
}

type FinancialColors = Readonly<Record<'up' | 'down' | 'unchanged', string>>

/** Up is hollow, down is filled: colour is never alone. */
const lookOf = ({ up, down, same, surface }: Palette): CandleLook => ({
  borderWidth: WICK,
  borderColors: { up, down, unchanged: same },
  backgroundColors: { up: surface, down, unchanged: surface },
})

/** Paints as the package's candle does, but fills wick and border instead of stroking them: the same pixels at half the cost. */
class PlacedCandle extends Element<object, CandleLook> {
  static readonly id = 'placedCandle'
  static override readonly defaults = {}

  declare open: number
  declare high: number
  declare low: number
  declare close: number
  declare width: number

  draw(context: CanvasRenderingContext2D): void {
    const { x, open, high, low, close, width, options } = this
    const { borderWidth, borderColors, backgroundColors } = options
    // Pixels grow downwards.
    const kind = close === open ? 'unchanged' : close < open ? 'up' : 'down'
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
 * The package's candles, given their data, places and looks by us: by itself it would resolve options and look for the
 * narrowest distance between any two at each update, and let wicks lie between two pixels.
 */
class PlacedCandles extends CandlestickController {
  static override readonly id = 'placedCandles'
  static override readonly defaults = { ...CandlestickController.defaults, dataElementType: PlacedCandle.id }

  shown = (): Shown => NOTHING
  look = (): CandleLook | null => null

  override buildOrUpdateElements(): void {
    Object.assign(this.getDataset(), { data: this.shown().candles })
    super.buildOrUpdateElements()
  }

  override updateElements(elements: Element[], start: number, count: number): void {
    const { iScale, vScale } = this.getMeta()
    const { candles, body } = this.shown()
    const options = this.look()
    if (!iScale || !vScale || !options) return
    const ratio = this.chart.currentDevicePixelRatio
    for (const [offset, { x, o, h, l, c }] of candles.slice(start, start + count).entries()) {
      Object.assign(elements[start + offset] ?? {}, {
        x: (Math.floor(iScale.getPixelForValue(x) * ratio) + 0.5) / ratio,
        open: vScale.getPixelForValue(o),
        high: vScale.getPixelForValue(h),
        low: vScale.getPixelForValue(l),
        close: vScale.getPixelForValue(c),
        width: body,
        options,
      })
    }
  }
}

/** Tells Chart.js of candles. */
export function registerCandles(): void {
  Chart.register(PlotScale, PlacedCandles, PlacedCandle)
}

export function createCandlePlot(): CandlePlot {
  let chart: CandlesChart | null = null
  let scene: CandleScene | null = null
  let shown = NOTHING
  let look: CandleLook | null = null

  const gridColor = () => scene?.palette.grid ?? ''
  const options: ChartOptions<CandleChartType> = {
    ...STILL_OPTIONS,
    layout: PLOT_LAYOUT,
    scales: {
      x: footAxis(() => shown.x, gridColor),
      line: {
        ...sideAxis(
          () => shown.line,
          () => scene?.axisWidth ?? 0,
        ),
        grid: gridOf(gridColor),
      },
    },
  }
  const data: ChartData<CandleChartType, FinancialDataPoint[]> = {
    datasets: [{ type: 'placedCandles', data: [], xAxisID: 'x', yAxisID: 'line' }],
  }

  function introduce(on: CandlesChart): void {
    const { controller } = on.getDatasetMeta(0)
    if (!(controller instanceof PlacedCandles)) return
    controller.shown = () => shown
    controller.look = () => look
  }

  /** As `chart.update`, less the layout and all that it resolves anew. */
  function redraw(on: CandlesChart): void {
    const { x, line } = on.scales
    if (x instanceof PlotScale) x.show(shown.x)
    if (line instanceof PlotScale) line.show(shown.line)
    const { controller } = on.getDatasetMeta(0)
    controller.buildOrUpdateElements()
    controller.update('none')
    on.draw()
  }

  return {
    type: 'placedCandles',
    data,
    options,
    attach(to) {
      chart = to
      if (!chart || !scene) return
      introduce(chart)
      layOut(chart, scene.frame)
    },
    show(next) {
      const before = scene
      scene = next
      shown = shownOf(next)
      look = lookOf(next.palette)
      if (!chart) return
      const samePlace = before?.frame === next.frame && before.axisWidth === next.axisWidth
      if (samePlace && before.palette === next.palette) redraw(chart)
      else layOut(chart, next.frame)
    },
    settle() {},
    geometry() {
      const { x, line } = chart?.scales ?? {}
      if (!scene || !x || !line) return null
      return {
        upper: areaOf(x, line),
        floor: line.bottom,
        x: across(x),
        line: upwards(line),
        lineTicks: shown.line.ticks,
        xTicks: shown.xTicks,
        bars: null,
        barTick: null,
        buckets: null,
      }
    },
  }
}
