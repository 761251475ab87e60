import { Chart, type CoreChartOptions, DatasetController, Element, type LinearScaleOptions } from 'chart.js'

import type { Buckets } from '#src/charts/data/buckets.ts'
import type { Columns } from '#src/charts/data/columns.ts'
import type { CurveSource } from '#src/charts/data/curves.ts'
import { createReduction, reduceLine } from '#src/charts/data/reduce.ts'
import { strokeLine, tintPath } from '#src/charts/draw/line-ink.ts'
import { barArea, fillArea, mapping, onGrid, toPixel, toValue, within } from '#src/charts/draw/paint.ts'
import { PlotScale } from '#src/charts/plot/plot-scale.ts'

export interface LineStyle {
  readonly color: string
  readonly width: number
}

/** The tint between the line and a horizon, which is dotted. */
export interface TintStyle {
  readonly level: number
  readonly over: string
  readonly under: string
  readonly horizon: string
}

/** What the controllers paint; asked at each drawing, so that the datasets themselves never change. */
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

/** Chart.js wants an element type to exist, though none is ever made. */
class NoElement extends Element {
  static readonly id = 'none'
  static override readonly defaults = {}
}

/** A dataset without elements, which cost 5 µs per point and update: it paints straight from columns. */
export class ColumnController extends DatasetController {
  static readonly defaults = { datasetElementType: false, dataElementType: NoElement.id }

  override buildOrUpdateElements(): void {}
  override update(): void {}

  protected get source(): PlotSource | null {
    const dataset = this.getDataset()
    return ('source' in dataset && dataset.source?.()) || null
  }

  /** Where the dataset paints: its area on whole device px, and how its values become pixels; null before the layout. */
  protected get ground() {
    const { xScale, yScale } = this._cachedMeta
    if (!xScale || !yScale || xScale.width <= 0 || yScale.height <= 0) return null
    const ratio = this.chart.currentDevicePixelRatio
    return {
      context: this.chart.ctx,
      ratio,
      area: onGrid({ left: xScale.left, right: xScale.right, top: yScale.top, bottom: yScale.bottom }, ratio),
      x: mapping(xScale.min, xScale.max, xScale.left, xScale.right),
      y: mapping(yScale.min, yScale.max, yScale.bottom, yScale.top),
    }
  }
}

type Ground = NonNullable<ColumnController['ground']>

const dotted = (context: CanvasRenderingContext2D, color: string, left: number, right: number, y: number) => {
  context.strokeStyle = color
  context.lineWidth = 1
  context.setLineDash([1, 3])
  context.beginPath()
  context.moveTo(left, y)
  context.lineTo(right, y)
  context.stroke()
  context.setLineDash([])
}

/** The line, and the tint between it and the horizon. */
class ColumnLine extends ColumnController {
  static readonly id = 'columnLine'

  private readonly reduction = createReduction()

  override draw(): void {
    const { source, ground } = this
    if (!source || !ground) return
    const { context, ratio, area, x } = ground
    const count = Math.max(1, Math.round((area.right - area.left) * ratio))
    reduceLine(source.columns, { from: toValue(x, area.left), to: toValue(x, area.right), count }, this.reduction)
    within(context, area, () => {
      const tint = source.tint()
      if (tint) this.paintTint(ground, tint)
      strokeLine(context, this.reduction, ground, source.line())
    })
  }

  private paintTint(ground: Ground, tint: TintStyle): void {
    const { context, ratio, area, y } = ground
    const level = toPixel(y, tint.level)
    const path = tintPath(this.reduction, ground, level)
    const seam = Math.min(area.bottom, Math.max(area.top, Math.round(level * ratio) / ratio))
    const halves = [
      { half: { ...area, bottom: seam }, color: tint.over },
      { half: { ...area, top: seam }, color: tint.under },
    ]
    for (const { half, color } of halves) {
      within(context, half, () => {
        context.fillStyle = color
        context.fill(path)
      })
    }
    dotted(context, tint.horizon, area.left, area.right, Math.floor(level) + 0.5)
  }
}

/** One bar per bucket. */
class BucketBars extends ColumnController {
  static readonly id = 'bucketBars'

  override draw(): void {
    const { source, ground } = this
    if (!source || !ground) return
    const { context, ratio, area, x, y } = ground
    const buckets = source.buckets()
    within(context, area, () => {
      context.fillStyle = source.barColor()
      for (let i = 0; i < buckets.sums.length; i++) fillArea(context, barArea(buckets, i, x, y, ratio))
    })
  }
}

/** Tells Chart.js of our axis and our two kinds of dataset: all it is asked to know. */
export function registerPlot(): void {
  Chart.register(PlotScale, NoElement, ColumnLine, BucketBars)
}
