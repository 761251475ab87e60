import type { Buckets } from '#src/charts/data/buckets.ts'
import type { Reduction } from '#src/charts/data/reduce.ts'

/** A rectangle of the canvas, CSS px. */
export interface Area {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** pixel = offset + value · factor */
export interface Mapping {
  readonly offset: number
  readonly factor: number
}

/** Returns the mapping of `min` to pixel `start` and of `max` to pixel `end`. */
export function mapping(min: number, max: number, start: number, end: number): Mapping {
  const factor = (end - start) / (max - min)
  return { offset: start - min * factor, factor }
}

/** The range of an axis and its position on the canvas, such as a scale of Chart.js. */
export interface AxisBox extends Area {
  readonly min: number
  readonly max: number
}

export const mapX = ({ min, max, left, right }: AxisBox): Mapping => mapping(min, max, left, right)
export const mapY = ({ min, max, top, bottom }: AxisBox): Mapping => mapping(min, max, bottom, top)

export const toPixel = ({ offset, factor }: Mapping, value: number): number => offset + value * factor
export const toValue = ({ offset, factor }: Mapping, pixel: number): number => (pixel - offset) / factor

/**
 * Extends the area to whole device px. Clipping and filling between pixels costs six times as much.
 */
export const alignToPixels = ({ left, top, right, bottom }: Area, ratio: number): Area => ({
  left: Math.floor(left * ratio) / ratio,
  top: Math.floor(top * ratio) / ratio,
  right: Math.ceil(right * ratio) / ratio,
  bottom: Math.ceil(bottom * ratio) / ratio,
})

/** Calls `draw` with the context clipped to `area`. */
export function clipTo(context: CanvasRenderingContext2D, area: Area, draw: () => void): void {
  context.save()
  context.beginPath()
  context.rect(area.left, area.top, area.right - area.left, area.bottom - area.top)
  context.clip()
  draw()
  context.restore()
}

interface Segment {
  readonly start: number
  readonly end: number
}

/** Returns the parts of a reduction between its gaps. */
function findSegments({ y, count }: Reduction): readonly Segment[] {
  const segments: Segment[] = []
  let start = 0
  for (let i = 0; i <= count; i++) {
    if (i < count && !Number.isNaN(y[i])) continue
    if (i > start) segments.push({ start, end: i })
    start = i + 1
  }
  return segments
}

type PathPen = Pick<CanvasPath, 'moveTo' | 'lineTo'>

/** Draws horizontally to the middle before each point with another value, and from there to its value. */
function traceSteps(pen: PathPen, line: Reduction, x: Mapping, y: Mapping, { start, end }: Segment): void {
  for (let i = start + 1; i < end; i++) {
    if (line.y[i] === line.y[i - 1]) continue
    const middle = toPixel(x, ((line.x[i - 1] ?? 0) + (line.x[i] ?? 0)) / 2)
    pen.lineTo(middle, toPixel(y, line.y[i - 1] ?? 0))
    pen.lineTo(middle, toPixel(y, line.y[i] ?? 0))
  }
  pen.lineTo(toPixel(x, line.x[end - 1] ?? 0), toPixel(y, line.y[end - 1] ?? 0))
}

const tracePoints = (pen: PathPen, line: Reduction, x: Mapping, y: Mapping, { start, end }: Segment) => {
  for (let i = start; i < end; i++) pen.lineTo(toPixel(x, line.x[i] ?? 0), toPixel(y, line.y[i] ?? 0))
}

/** Draws the reduced line. With round caps, a point between two gaps becomes a dot. */
export function traceLine(pen: PathPen, line: Reduction, x: Mapping, y: Mapping, isStepped: boolean): void {
  for (const segment of findSegments(line)) {
    pen.moveTo(toPixel(x, line.x[segment.start] ?? 0), toPixel(y, line.y[segment.start] ?? 0))
    const trace = isStepped ? traceSteps : tracePoints
    trace(pen, line, x, y, segment)
  }
}

/** Returns the reduced line as a path. */
export function linePath(line: Reduction, x: Mapping, y: Mapping, isStepped = false): Path2D {
  const path = new Path2D()
  traceLine(path, line, x, y, isStepped)
  return path
}

/** Width of a bar as a share of its slot. */
const BAR_SHARE = 0.8

/** Returns the area of bar `index` on whole device px. All bars have the same width. */
export function barArea(buckets: Buckets, index: number, x: Mapping, y: Mapping, ratio: number): Area {
  const slot = buckets.step * x.factor
  const width = Math.max(1, Math.round(slot * BAR_SHARE * ratio)) / ratio
  const middle = toPixel(x, buckets.from + (index + 0.5) * buckets.step)
  const left = Math.round((middle - width / 2) * ratio) / ratio
  const bottom = Math.ceil(toPixel(y, 0) * ratio) / ratio
  const sum = buckets.sums[index] ?? 0
  const top = sum > 0 ? Math.min(bottom - 1 / ratio, Math.round(toPixel(y, sum) * ratio) / ratio) : bottom
  return { left, top, right: left + width, bottom }
}

export function fillArea(context: CanvasRenderingContext2D, { left, top, right, bottom }: Area): void {
  context.fillRect(left, top, right - left, bottom - top)
}

const DASH = [3, 3]

/** Strokes a thin dashed line between two pixels. */
export function strokeDashed(
  context: CanvasRenderingContext2D,
  color: string,
  from: readonly [number, number],
  to: readonly [number, number],
): void {
  context.strokeStyle = color
  context.lineWidth = 1
  context.setLineDash(DASH)
  context.beginPath()
  context.moveTo(...from)
  context.lineTo(...to)
  context.stroke()
  context.setLineDash([])
}
