import type { Drawing, DrawingPart, DrawingPoint, Drawings } from '#src/domain/charting/drawings.ts'
import { type LabelRoom, spreadLabelsAround } from '#src/domain/charting/spread-labels.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** A position on the plot, CSS px. */
export interface Pixel {
  readonly x: number
  readonly y: number
}

interface Interval {
  readonly from: number
  readonly to: number
}

interface Area {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** The part of both axes in view, and its position on the screen. */
export interface Plane {
  readonly x: Interval
  readonly price: Interval
  readonly area: Area
  /** Where the chart's own label stands, that of the TRM; null without one. */
  readonly label: Area | null
}

/**
 * The instants of the points of an axis at equal distances; null for an axis of time. Between two
 * points and beyond the first and the last one, time passes evenly.
 */
export type AxisStarts = Float64Array | null

/** Returns the index of the last start at or before `at`, at most that of the last but one. */
function findSlot(starts: Float64Array, at: Instant): number {
  let [low, high] = [0, starts.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((starts[middle] ?? 0) <= at) low = middle
    else high = middle - 1
  }
  return Math.max(0, Math.min(low, starts.length - 2))
}

/** Returns the mean time between two points; 1 without two points. */
const meanStep = (starts: Float64Array) =>
  ((starts.at(-1) ?? 0) - (starts[0] ?? 0)) / Math.max(1, starts.length - 1) || 1

/** Converts an instant to a value of the axis. */
export function toAxis(starts: AxisStarts, at: Instant): number {
  if (starts === null) return at
  const [first, last] = [starts[0] ?? 0, starts.at(-1) ?? 0]
  if (at < first) return (at - first) / meanStep(starts)
  if (at >= last) return starts.length - 1 + (at - last) / meanStep(starts)
  const slot = findSlot(starts, at)
  const [from, to] = [starts[slot] ?? 0, starts[slot + 1] ?? 0]
  return slot + (at - from) / (to - from)
}

/** Converts a value of the axis to an instant. */
export function toInstantOfAxis(starts: AxisStarts, x: number): Instant {
  if (starts === null) return x
  const end = starts.length - 1
  if (x < 0) return (starts[0] ?? 0) + x * meanStep(starts)
  if (x >= end) return (starts[end] ?? 0) + (x - end) * meanStep(starts)
  const slot = Math.floor(x)
  const [from, to] = [starts[slot] ?? 0, starts[slot + 1] ?? 0]
  return from + (x - slot) * (to - from)
}

const scale = (value: number, from: Interval, to: Interval) =>
  to.from + ((value - from.from) / (from.to - from.from)) * (to.to - to.from)

const toX = ({ x, area }: Plane, value: number) => scale(value, x, { from: area.left, to: area.right })
const toY = ({ price, area }: Plane, value: number) => scale(value, price, { from: area.bottom, to: area.top })

/** Returns the pixel of a point. */
export const toPixel = (plane: Plane, starts: AxisStarts, { at, price }: DrawingPoint): Pixel => ({
  x: toX(plane, toAxis(starts, at)),
  y: toY(plane, price),
})

/** Returns the point of a pixel. Pixels outside the plot count as its edge. */
export function toPoint(plane: Plane, starts: AxisStarts, { x, y }: Pixel): DrawingPoint {
  const { left, right, top, bottom } = plane.area
  const [insideX, insideY] = [Math.min(right, Math.max(left, x)), Math.min(bottom, Math.max(top, y))]
  return {
    at: toInstantOfAxis(starts, scale(insideX, { from: left, to: right }, plane.x)),
    price: scale(insideY, { from: bottom, to: top }, plane.price),
  }
}

/** A drawing on the screen. */
export interface PlacedDrawing {
  readonly drawing: Drawing
  /** The part of the line that is visible, null when none is. A trend line continues to the right edge. */
  readonly segment: { readonly from: Pixel; readonly to: Pixel } | null
  /** The right end of the text of the line, null without a visible part. */
  readonly label: Pixel | null
  /** The handles that are in view. */
  readonly handles: readonly { readonly part: DrawingPart; readonly pixel: Pixel }[]
  /** The price of the drawing at the last point of the chart. */
  readonly price: number
}

/** Cuts the line through two pixels to the area, from the left one to the right edge. */
function cut(from: Pixel, to: Pixel, { left, top, right, bottom }: Plane['area']): PlacedDrawing['segment'] {
  const slope = to.x === from.x ? 0 : (to.y - from.y) / (to.x - from.x)
  const at = (x: number): Pixel => ({ x, y: from.y + (x - from.x) * slope })
  let [start, end] = [Math.max(left, from.x), right]
  if (slope !== 0) {
    const crossings = [top, bottom].map((y) => from.x + (y - from.y) / slope).toSorted((one, other) => one - other)
    start = Math.max(start, crossings[0] ?? start)
    end = Math.min(end, crossings[1] ?? end)
  } else if (from.y < top || from.y > bottom) return null
  return start < end ? { from: at(start), to: at(end) } : null
}

/** Distance of the handle of a level from the right edge, or from the chart's own label, and its radius, px. */
const LEVEL_HANDLE = { inset: 14, radius: 6 }

/** Places the handle of a level at the right, beside the chart's own label if it would cover that. */
function placeLevelHandle({ area, label }: Plane, y: number): Pixel {
  const { inset, radius } = LEVEL_HANDLE
  const x = area.right - inset
  const isCovering =
    label && y > label.top - radius && y < label.bottom + radius && x > label.left - radius && x < label.right + radius
  return { x: isCovering ? label.left - inset : x, y }
}

/**
 * The text of a line, px: `height` with the space to the next one, `gap` to its line, `foot` below its baseline, and the
 * `width` of a long one.
 */
const LABEL = { height: 13, gap: 6, inset: 30, foot: 3, width: 170 }

/** Places the text above the right end of a line, or below it at the top of the plot. */
function placeLabel(segment: PlacedDrawing['segment'], { left, top, right }: Plane['area']): Pixel | null {
  if (!segment) return null
  const { x, y } = segment.to
  const isAtTop = y - LABEL.gap - LABEL.height < top
  return {
    x: Math.min(right - LABEL.inset, Math.max(left + LABEL.inset, x)),
    y: isAtTop ? y + LABEL.gap + LABEL.height : y - LABEL.gap,
  }
}

function place(plane: Plane, starts: AxisStarts, lastX: number, drawing: Drawing): PlacedDrawing {
  const { area } = plane
  const isInside = ({ x, y }: Pixel) => x >= area.left && x <= area.right && y >= area.top && y <= area.bottom
  if (drawing.kind === 'level') {
    const y = toY(plane, drawing.price)
    const handle = { part: 'whole' as const, pixel: placeLevelHandle(plane, y) }
    const segment = cut({ x: area.left, y }, { x: area.right, y }, area)
    return {
      drawing,
      segment,
      label: placeLabel(segment, area),
      handles: isInside(handle.pixel) ? [handle] : [],
      price: drawing.price,
    }
  }
  const [from, to] = [toPixel(plane, starts, drawing.from), toPixel(plane, starts, drawing.to)]
  const [fromX, toXValue] = [toAxis(starts, drawing.from.at), toAxis(starts, drawing.to.at)]
  const slope = toXValue === fromX ? 0 : (drawing.to.price - drawing.from.price) / (toXValue - fromX)
  const segment = cut(from, to, area)
  return {
    drawing,
    segment,
    label: placeLabel(segment, area),
    handles: [
      { part: 'from' as const, pixel: from },
      { part: 'to' as const, pixel: to },
    ].filter(({ pixel }) => isInside(pixel)),
    price: drawing.to.price + slope * (lastX - toXValue),
  }
}

/** The rows of the chart's own label that texts at the right end of their lines would cover; null for none. */
function findTakenRoom({ area, label }: Plane): LabelRoom | null {
  const right = area.right - LABEL.inset
  if (!label || label.right <= right - LABEL.width || label.left >= right) return null
  return { from: label.top - LABEL.foot, to: label.bottom + LABEL.height }
}

/** Moves the texts apart that would overlap, also the chart's own; the text of a higher line stays higher. */
function moveLabelsApart(placed: readonly PlacedDrawing[], plane: Plane): readonly PlacedDrawing[] {
  const { top, bottom } = plane.area
  const ordered = placed
    .flatMap(({ drawing: { id }, segment, label }) => (segment && label ? [{ id, end: segment.to.y, label }] : []))
    .toSorted((one, other) => one.end - other.end)
  const room = { from: top + LABEL.height, to: bottom - LABEL.foot }
  const positions = spreadLabelsAround(
    ordered.map(({ label }) => label.y),
    LABEL.height,
    room,
    findTakenRoom(plane),
  )
  const labels = new Map(ordered.map(({ id, label }, index) => [id, { x: label.x, y: positions[index] ?? label.y }]))
  return placed.map((one) => ({ ...one, label: labels.get(one.drawing.id) ?? null }))
}

/** Places drawings on the screen. `lastAt` is the instant of the last point of the chart. */
export const placeDrawings = (
  drawings: Drawings,
  plane: Plane,
  starts: AxisStarts,
  lastAt: Instant,
): readonly PlacedDrawing[] =>
  moveLabelsApart(
    drawings.map((drawing) => place(plane, starts, toAxis(starts, lastAt), drawing)),
    plane,
  )
