import { Chart, type CoreChartOptions, DatasetController, Element, LinearScale } from 'chart.js'

import type { Buckets } from '#src/charts/data/buckets.ts'
import type { Columns } from '#src/charts/data/columns.ts'
import { type BandEdges, type BandReduction, createBandReduction, reduceBand } from '#src/charts/data/curves.ts'
import { type Reduction, reduceLine } from '#src/charts/data/reduce.ts'
import {
  alignToPixels,
  barArea,
  clipTo,
  fillArea,
  linePath,
  type Mapping,
  mapX,
  mapY,
  toPixel,
  toValue,
} from '#src/charts/draw/paint.ts'
import { createTintPaths, strokeLine } from '#src/charts/draw/stroke-line.ts'

interface Axes {
  readonly xAxisID: string
  readonly yAxisID: string
  /** The controllers clip to whole device px, which is faster than the clip of Chart.js. */
  readonly clip: false
}

interface Stroke {
  readonly borderColor: string
  readonly borderWidth: number
  readonly borderDash?: readonly number[]
}

/** The area between a line and its baseline, above and below the baseline. */
export interface Tint {
  readonly baseline: number
  readonly above: string
  readonly below: string
  /** Colour of the baseline, which is dotted. */
  readonly borderColor: string
}

/** A line through the points of columns. */
export interface LineDataset extends Axes, Stroke {
  readonly type: 'columnLine'
  readonly data: Columns
  readonly tint?: Tint | null
  /** Whether a value holds until the middle between two points, where the line steps to the next one. */
  readonly isStepped?: boolean
}

/** A filled band with two stroked edges. */
export interface BandDataset extends Axes, Stroke {
  readonly type: 'columnBand'
  readonly data: BandEdges
  readonly backgroundColor: string
}

/** Adjacent bars. */
export interface BarsDataset extends Axes {
  readonly type: 'bucketBars'
  readonly data: Buckets
  readonly backgroundColor: string
  readonly hoverBackgroundColor: string
  /** Index of the bar under the crosshair, null without a crosshair. */
  readonly hoverIndex: number | null
}

export type ColumnDataset = LineDataset | BandDataset | BarsDataset
export type ColumnType = ColumnDataset['type']
export type ColumnData = ColumnDataset['data']
export type ColumnChart = Chart<ColumnType, ColumnData>

interface ColumnChartKind<Dataset> {
  chartOptions: CoreChartOptions<ColumnType>
  datasetOptions: Omit<Dataset, 'type' | 'data'>
  defaultDataPoint: never
  metaExtensions: object
  parsedDataType: never
  scales: 'linear'
}

declare module 'chart.js' {
  interface ChartTypeRegistry {
    columnLine: ColumnChartKind<LineDataset>
    columnBand: ColumnChartKind<BandDataset>
    bucketBars: ColumnChartKind<BarsDataset>
  }
}

/** Chart.js requires a registered element type; the controllers create no elements. */
class NoElement extends Element {
  static readonly id = 'none'
  static override readonly defaults = {}
}

interface Target {
  readonly context: CanvasRenderingContext2D
  readonly ratio: number
  /** The area of both axes on whole device px. */
  readonly area: ReturnType<typeof alignToPixels>
  readonly x: Mapping
  readonly y: Mapping
}

/**
 * A dataset controller (https://www.chartjs.org/docs/latest/developers/charts.html) that paints
 * columns without elements: they would cost 5 µs per point and update.
 */
abstract class ColumnController<Dataset extends ColumnDataset> extends DatasetController {
  static readonly defaults = { datasetElementType: false, dataElementType: NoElement.id }

  override addElements(): void {}
  override buildOrUpdateElements(): void {}

  override draw(): void {
    const { xScale, yScale } = this._cachedMeta
    if (!xScale || !yScale || xScale.width <= 0 || yScale.height <= 0) return
    const context = this.chart.ctx
    const ratio = this.chart.currentDevicePixelRatio
    const area = alignToPixels(
      { left: xScale.left, right: xScale.right, top: yScale.top, bottom: yScale.bottom },
      ratio,
    )
    const target = { context, ratio, area, x: mapX(xScale), y: mapY(yScale) }
    // Chart.js does not type datasets by their controller.
    const dataset = this.getDataset() as unknown as Dataset
    clipTo(context, area, () => this.paint(dataset, target))
  }

  protected abstract paint(dataset: Dataset, target: Target): void
}

/** Returns one pixel column per device px of the area. */
function toPixelColumns({ area, ratio, x }: Target) {
  const count = Math.max(1, Math.round((area.right - area.left) * ratio))
  return { from: toValue(x, area.left), to: toValue(x, area.right), count }
}

function strokeDashed(
  context: CanvasRenderingContext2D,
  { borderColor, borderWidth, borderDash = [] }: Stroke,
  path: Path2D,
): void {
  context.strokeStyle = borderColor
  context.lineWidth = borderWidth
  context.lineJoin = 'bevel'
  context.lineCap = 'butt'
  context.setLineDash([...borderDash])
  context.stroke(path)
  context.setLineDash([])
}

function paintTint(line: Reduction, target: Target, tint: Tint): void {
  const { context, ratio, area, y } = target
  const level = toPixel(y, tint.baseline)
  const { above, below } = createTintPaths(line, target, Math.round(level * ratio) / ratio)
  context.fillStyle = tint.above
  context.fill(above)
  context.fillStyle = tint.below
  context.fill(below)
  const horizon = new Path2D()
  horizon.moveTo(area.left, Math.floor(level) + 0.5)
  horizon.lineTo(area.right, Math.floor(level) + 0.5)
  strokeDashed(context, { borderColor: tint.borderColor, borderWidth: 1, borderDash: [1, 3] }, horizon)
}

/** Returns, for each CSS px of a dash pattern of whole px, whether it is in a gap. */
const toGaps = (dash: readonly number[]): readonly boolean[] =>
  dash.flatMap((length, index) => Array<boolean>(length).fill(index % 2 === 1))

/**
 * Cuts the gaps of a dash pattern out of a line, at equal distances along the x axis. A dashed stroke
 * of a line with many points per pixel column costs ten times as much, because its dashes go up and
 * down in each column.
 */
function cutDashes(line: Reduction, { x, area }: Target, dash: readonly number[]): void {
  const gaps = toGaps(dash)
  for (let i = 0; i < line.count; i++) {
    const distance = Math.max(0, Math.floor(toPixel(x, line.x[i] ?? 0) - area.left))
    if (gaps[distance % gaps.length]) line.y[i] = Number.NaN
  }
}

/** Draws a line, and the tint between it and its baseline. */
class ColumnLine extends ColumnController<LineDataset> {
  static readonly id = 'columnLine'

  protected override paint(dataset: LineDataset, target: Target): void {
    const { data, tint, borderColor: color, borderWidth: width, borderDash, isStepped = false } = dataset
    const { context, x, y } = target
    const line = reduceLine(data, toPixelColumns(target))
    if (tint) paintTint(line, target, tint)
    const isDense = line.packCount > 0
    if (borderDash && borderDash.length > 0 && !isDense) {
      strokeDashed(context, dataset, linePath(line, x, y, isStepped))
      return
    }
    if (borderDash && borderDash.length > 0) cutDashes(line, target, borderDash)
    strokeLine(context, line, target, { color, width })
  }
}

/**
 * Returns the outline of the band between its gaps: along the upper edge and back along the lower
 * edge.
 */
function createBandPath({ x, low, high, count }: BandReduction, toX: Mapping, toY: Mapping): Path2D {
  const path = new Path2D()
  const lineTo = (index: number, values: Float64Array) =>
    path.lineTo(toPixel(toX, x[index] ?? 0), toPixel(toY, values[index] ?? 0))
  for (let start = 0; start < count; start++) {
    if (Number.isNaN(low[start])) continue
    let end = start
    path.moveTo(toPixel(toX, x[start] ?? 0), toPixel(toY, high[start] ?? 0))
    for (; end < count && !Number.isNaN(low[end]); end++) lineTo(end, high)
    for (let i = end - 1; i >= start; i--) lineTo(i, low)
    path.closePath()
    start = end
  }
  return path
}

/** Draws the band and its two edges. */
class ColumnBand extends ColumnController<BandDataset> {
  static readonly id = 'columnBand'

  private readonly reduction = createBandReduction()

  protected override paint(dataset: BandDataset, target: Target): void {
    const { data, backgroundColor } = dataset
    const { context, x, y } = target
    const pixels = toPixelColumns(target)
    reduceBand(data, pixels, this.reduction)
    context.fillStyle = backgroundColor
    context.fill(createBandPath(this.reduction, x, y))
    for (const edge of [data.low, data.high]) {
      strokeDashed(context, dataset, linePath(reduceLine(edge, pixels), x, y))
    }
  }
}

/** Draws one bar per bucket. */
class BucketBars extends ColumnController<BarsDataset> {
  static readonly id = 'bucketBars'

  protected override paint(
    { data, backgroundColor, hoverBackgroundColor, hoverIndex }: BarsDataset,
    target: Target,
  ): void {
    const { context, ratio, x, y } = target
    for (let i = 0; i < data.sums.length; i++) {
      context.fillStyle = i === hoverIndex ? hoverBackgroundColor : backgroundColor
      fillArea(context, barArea(data, i, x, y, ratio))
    }
  }
}

/** Registers the axes and the datasets of columns with Chart.js. */
export function registerColumns(): void {
  Chart.register(LinearScale, NoElement, ColumnLine, ColumnBand, BucketBars)
}
