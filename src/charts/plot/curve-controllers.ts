import { Chart } from 'chart.js'

import {
  type BandReduction,
  type CurveSource,
  createBandReduction,
  reduceBand,
  type StrokeStyle,
} from '#src/charts/data/curves.ts'
import { type PixelColumns, reduceLine } from '#src/charts/data/reduce.ts'
import { clipTo, linePath, type Mapping, toPixel, toValue } from '#src/charts/draw/paint.ts'
import { ColumnController } from '#src/charts/plot/plot-controllers.ts'

function strokePath(context: CanvasRenderingContext2D, { color, width, dash }: StrokeStyle, path: Path2D): void {
  context.strokeStyle = color
  context.lineWidth = width
  context.lineJoin = 'bevel'
  context.lineCap = 'butt'
  context.setLineDash([...dash])
  context.stroke(path)
  context.setLineDash([])
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

/** Computes the pixel columns for curves and bands. */
abstract class CurveController extends ColumnController {
  override draw(): void {
    const dataset = this.getDataset()
    const source = 'curves' in dataset ? dataset.curves?.() : null
    const { target } = this
    if (!source || !target) return
    const { ratio, area, x } = target
    const count = Math.max(1, Math.round((area.right - area.left) * ratio))
    const pixels = { from: toValue(x, area.left), to: toValue(x, area.right), count }
    clipTo(target.context, area, () => this.paint(source, pixels, target))
  }

  protected abstract paint(source: CurveSource, pixels: PixelColumns, target: CurveTarget): void
}

interface CurveTarget {
  readonly context: CanvasRenderingContext2D
  readonly x: Mapping
  readonly y: Mapping
}

/** Draws the curves in their order. */
class CurveLines extends CurveController {
  static readonly id = 'curveLines'

  protected override paint(source: CurveSource, pixels: PixelColumns, { context, x, y }: CurveTarget): void {
    for (const { tone, columns } of source.columns.curves) {
      strokePath(context, source.curveStroke(tone), linePath(reduceLine(columns, pixels), x, y))
    }
  }
}

/** Draws the band and its two edges. */
class BandFill extends CurveController {
  static readonly id = 'bandFill'

  private readonly bandReduction = createBandReduction()

  protected override paint(source: CurveSource, pixels: PixelColumns, { context, x, y }: CurveTarget): void {
    const { band } = source.columns
    if (!band) return
    reduceBand(band, pixels, this.bandReduction)
    context.fillStyle = source.bandColor()
    context.fill(createBandPath(this.bandReduction, x, y))
    for (const edge of [band.low, band.high]) {
      strokePath(context, source.bandEdgeStroke(), linePath(reduceLine(edge, pixels), x, y))
    }
  }
}

/** Registers the datasets of curves and band with Chart.js. */
export function registerCurves(): void {
  Chart.register(CurveLines, BandFill)
}
