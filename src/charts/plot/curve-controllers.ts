import { Chart } from 'chart.js'

import {
  type BandReduction,
  type CurveSource,
  createBandReduction,
  reduceBand,
  type StrokeStyle,
} from '#src/charts/data/curves.ts'
import { createReduction, type PixelColumns, reduceLine } from '#src/charts/data/reduce.ts'
import { linePath, type Mapping, onGrid, toPixel, toValue, within } from '#src/charts/draw/paint.ts'
import { ColumnController } from '#src/charts/plot/plot-controllers.ts'

function strokeWith(context: CanvasRenderingContext2D, { color, width, dash }: StrokeStyle, path: Path2D): void {
  context.strokeStyle = color
  context.lineWidth = width
  context.lineJoin = 'bevel'
  context.lineCap = 'butt'
  context.setLineDash([...dash])
  context.stroke(path)
  context.setLineDash([])
}

/** The outline of the band's unbroken stretches: along its upper edge and back along its lower one. */
function bandPath({ x, low, high, count }: BandReduction, across: Mapping, upwards: Mapping): Path2D {
  const path = new Path2D()
  const go = (at: number, values: Float64Array) =>
    path.lineTo(toPixel(across, x[at] ?? 0), toPixel(upwards, values[at] ?? 0))
  for (let start = 0; start < count; start++) {
    if (Number.isNaN(low[start])) continue
    let end = start
    path.moveTo(toPixel(across, x[start] ?? 0), toPixel(upwards, high[start] ?? 0))
    for (; end < count && !Number.isNaN(low[end]); end++) go(end, high)
    for (let at = end - 1; at >= start; at--) go(at, low)
    path.closePath()
    start = end
  }
  return path
}

/** A controller that finds its source and its pixel columns. */
abstract class CurveController extends ColumnController {
  protected readonly reduction = createReduction()

  override draw(): void {
    const dataset = this.getDataset()
    const source = 'curves' in dataset ? dataset.curves?.() : null
    const { ground } = this
    if (!source || !ground) return
    const { ratio, area, x } = ground
    const shown = onGrid(area, ratio)
    const count = Math.max(1, Math.round((shown.right - shown.left) * ratio))
    const pixels = { from: toValue(x, shown.left), to: toValue(x, shown.right), count }
    within(ground.context, shown, () => this.paint(source, pixels, ground))
  }

  protected abstract paint(source: CurveSource, pixels: PixelColumns, ground: CurveGround): void
}

interface CurveGround {
  readonly context: CanvasRenderingContext2D
  readonly x: Mapping
  readonly y: Mapping
}

/** The curves, one above the other in their order. */
class CurveLines extends CurveController {
  static readonly id = 'curveLines'

  protected override paint(source: CurveSource, pixels: PixelColumns, { context, x, y }: CurveGround): void {
    for (const { tone, columns } of source.columns.curves) {
      reduceLine(columns, pixels, this.reduction)
      strokeWith(context, source.stroke(tone), linePath(this.reduction, x, y))
    }
  }
}

/** The band: its fill, and its two edges. */
class BandFill extends CurveController {
  static readonly id = 'bandFill'

  private readonly outline = createBandReduction()

  protected override paint(source: CurveSource, pixels: PixelColumns, { context, x, y }: CurveGround): void {
    const { band } = source.columns
    if (!band) return
    reduceBand(band, pixels, this.outline)
    context.fillStyle = source.fill()
    context.fill(bandPath(this.outline, x, y))
    for (const edge of [band.low, band.high]) {
      reduceLine(edge, pixels, this.reduction)
      strokeWith(context, source.edge(), linePath(this.reduction, x, y))
    }
  }
}

/** Tells Chart.js of curves and band. */
export function registerCurves(): void {
  Chart.register(CurveLines, BandFill)
}
