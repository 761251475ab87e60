import { Chart, type CoreChartOptions, DatasetController, Element, type LinearScaleOptions } from 'chart.js'

import type { Buckets } from '#src/charts/data/buckets.ts'
import type { Columns } from '#src/charts/data/columns.ts'
import type { CurveSource } from '#src/charts/data/curves.ts'
import { type Reduction, reduceLine } from '#src/charts/data/reduce.ts'
import { alignToPixels, barArea, clipTo, fillArea, mapping, toPixel, toValue } from '#src/charts/draw/paint.ts'
import { createTintPaths, strokeLine } from '#src/charts/draw/stroke-line.ts'
import { PlotScale } from '#src/charts/plot/plot-scale.ts'

interface LineStyle {
  readonly color: string
  readonly width: number
}

/** The baseline and the tint between it and the line. */
interface TintStyle {
  /** Value of the baseline. */
  readonly baseline: number
  /** Colours of the tint above and below the baseline. */
  readonly over: string
  readonly under: string
  /** Colour of the baseline, which is dotted. */
  readonly horizon: string
}

/** The input of the controllers. They read it at each drawing, as the datasets never change. */
export interface PlotSource {
  readonly columns: Columns
  readonly line: () => LineStyle
  readonly tint: () => TintStyle | null
  readonly buckets: () => Buckets
  readonly barColor: () => string
}

interface PlotDataset {
  readonly source: () => PlotSource
  readonly xAxisID: string
  readonly yAxisID: string
  readonly clip: false
}

interface PlotChartKind {
  chartOptions: CoreChartOptions<'columnLine' | 'bucketBars'>
  datasetOptions: PlotDataset
  defaultDataPoint: never
  metaExtensions: object
  parsedDataType: never
  scales: 'plot'
}

interface CurveChartKind extends Omit<PlotChartKind, 'datasetOptions'> {
  datasetOptions: Omit<PlotDataset, 'source'> & { readonly curves: () => CurveSource }
}

declare module 'chart.js' {
  interface CartesianScaleTypeRegistry {
    plot: { options: LinearScaleOptions }
  }
  interface ChartTypeRegistry {
    columnLine: PlotChartKind
    bucketBars: PlotChartKind
    curveLines: CurveChartKind
    bandFill: CurveChartKind
  }
}

export type PlotChartType = 'columnLine' | 'bucketBars' | 'curveLines' | 'bandFill'
export type PlotChart = Chart<PlotChartType, never[]>

/** Chart.js requires a registered element type; the controllers create no elements. */
class NoElement extends Element {
  static readonly id = 'none'
  static override readonly defaults = {}
}

/** Paints a dataset from columns, without elements: they would cost 5 µs per point and update. */
export class ColumnController extends DatasetController {
  static readonly defaults = { datasetElementType: false, dataElementType: NoElement.id }

  override buildOrUpdateElements(): void {}
  override update(): void {}

  protected get source(): PlotSource | null {
    const dataset = this.getDataset()
    return ('source' in dataset && dataset.source?.()) || null
  }

  /** Returns the context, the area on whole device px and the mappings; null before the layout. */
  protected get target() {
    const { xScale, yScale } = this._cachedMeta
    if (!xScale || !yScale || xScale.width <= 0 || yScale.height <= 0) return null
    const ratio = this.chart.currentDevicePixelRatio
    return {
      context: this.chart.ctx,
      ratio,
      area: alignToPixels({ left: xScale.left, right: xScale.right, top: yScale.top, bottom: yScale.bottom }, ratio),
      x: mapping(xScale.min, xScale.max, xScale.left, xScale.right),
      y: mapping(yScale.min, yScale.max, yScale.bottom, yScale.top),
    }
  }
}

type PaintTarget = NonNullable<ColumnController['target']>

const strokeDotted = (context: CanvasRenderingContext2D, color: string, left: number, right: number, y: number) => {
  context.strokeStyle = color
  context.lineWidth = 1
  context.setLineDash([1, 3])
  context.beginPath()
  context.moveTo(left, y)
  context.lineTo(right, y)
  context.stroke()
  context.setLineDash([])
}

/** Draws the line, the baseline and the tint between them. */
class ColumnLine extends ColumnController {
  static readonly id = 'columnLine'

  override draw(): void {
    const { source, target } = this
    if (!source || !target) return
    const { context, ratio, area, x } = target
    const count = Math.max(1, Math.round((area.right - area.left) * ratio))
    const line = reduceLine(source.columns, { from: toValue(x, area.left), to: toValue(x, area.right), count })
    clipTo(context, area, () => {
      const tint = source.tint()
      if (tint) this.paintTint(target, line, tint)
      strokeLine(context, line, target, source.line())
    })
  }

  private paintTint(target: PaintTarget, line: Reduction, tint: TintStyle): void {
    const { context, ratio, area, y } = target
    const level = toPixel(y, tint.baseline)
    const { above, below } = createTintPaths(line, target, Math.round(level * ratio) / ratio)
    context.fillStyle = tint.over
    context.fill(above)
    context.fillStyle = tint.under
    context.fill(below)
    strokeDotted(context, tint.horizon, area.left, area.right, Math.floor(level) + 0.5)
  }
}

/** Draws one bar per bucket. */
class BucketBars extends ColumnController {
  static readonly id = 'bucketBars'

  override draw(): void {
    const { source, target } = this
    if (!source || !target) return
    const { context, ratio, area, x, y } = target
    const buckets = source.buckets()
    clipTo(context, area, () => {
      context.fillStyle = source.barColor()
      for (let i = 0; i < buckets.sums.length; i++) fillArea(context, barArea(buckets, i, x, y, ratio))
    })
  }
}

/** Registers the axis and the datasets of line and bars with Chart.js. */
export function registerPlot(): void {
  Chart.register(PlotScale, NoElement, ColumnLine, BucketBars)
}
