import { Chart, type ChartData, type ChartOptions, type FinancialDataPoint } from 'chart.js'
import { CandlestickController, CandlestickElement } from 'chartjs-chart-financial'

import { type DrawnCandle, groupsOf, reduceCandles } from '#src/charts/candles.ts'
import type { AxisKind, AxisTick, CandleSeries, Span } from '#src/charts/chart-props.ts'
import type { Frame } from '#src/charts/frame.ts'
import type { Palette } from '#src/charts/palette.ts'
import { across, areaOf, lineRange, type PlotGeometry, upwards } from '#src/charts/plot-geometry.ts'
import { footAxis, gridOf, LINE_STEPS, layOut, PLOT_LAYOUT, STILL_OPTIONS, sideAxis } from '#src/charts/plot-options.ts'
import { type AxisView, PlotScale } from '#src/charts/plot-scale.ts'
import { roundTicks } from '#src/charts/steps.ts'

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

/**
 * The package's candles, given their places by us: by itself it would look for the narrowest distance between any two at
 * each update, and let wicks lie between two pixels.
 */
class PlacedCandles extends CandlestickController {
  static override readonly id = 'placedCandles'

  shown = (): Shown => NOTHING

  protected _getRuler(): null {
    return null
  }

  protected calculateElementProperties(index: number) {
    const { iScale, vScale } = this.getMeta()
    const { candles, body } = this.shown()
    const candle = candles[index]
    if (!iScale || !vScale || !candle) return {}
    const ratio = this.chart.currentDevicePixelRatio
    const [open, high, low, close] = [candle.o, candle.h, candle.l, candle.c].map((value) =>
      vScale.getPixelForValue(value),
    )
    const x = (Math.floor(iScale.getPixelForValue(candle.x) * ratio) + 0.5) / ratio
    return { x, open, high, low, close, width: body }
  }
}

/** Tells Chart.js of candles. */
export function registerCandles(): void {
  Chart.register(PlotScale, PlacedCandles, CandlestickElement)
}

export function createCandlePlot(): CandlePlot {
  let chart: CandlesChart | null = null
  let scene: CandleScene | null = null
  let shown = NOTHING

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
    datasets: [{ type: 'placedCandles', data: [], xAxisID: 'x', yAxisID: 'line', borderWidth: WICK }],
  }

  /** Up is hollow, down is filled: colour is never alone. */
  function hand(on: CandlesChart, { palette }: CandleScene): void {
    const { controller } = on.getDatasetMeta(0)
    if (controller instanceof PlacedCandles) controller.shown = () => shown
    const [dataset] = on.data.datasets
    if (!dataset) return
    dataset.data = shown.candles
    dataset.borderColors = { up: palette.up, down: palette.down, unchanged: palette.same }
    dataset.backgroundColors = { up: palette.surface, down: palette.down, unchanged: palette.surface }
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
      hand(chart, scene)
      layOut(chart, scene.frame)
    },
    show(next) {
      const before = scene
      scene = next
      shown = shownOf(next)
      if (!chart) return
      hand(chart, next)
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
