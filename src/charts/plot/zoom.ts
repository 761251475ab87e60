import { type Selection, toSelection } from '#src/charts/data/selection.ts'
import { lowerBound, upperBound } from '#src/charts/data/series.ts'
import type { Span } from '#src/charts/view/chart-props.ts'

/** Minimum number of points in a zoomed view, unless the extent has fewer. */
export const MIN_POINTS = 5

/** Minimum length of a view, as a share of the extent. */
const MIN_SHARE = 1e-7

/** Factor of the view's length for one press of + or -. */
const KEY_ZOOM = 1.5

/** Maximum factor of one wheel event. */
const MAX_WHEEL_ZOOM = 2

/** Minimum distance between two fingers, CSS px. Closer fingers count as this far apart. */
const MIN_PINCH = 16

/** The limits of a view. The view must be inside `extent`; `x` is ascending. */
export interface ZoomLimits {
  readonly extent: Span
  readonly x: Float64Array
}

/** Makes the view `factor` times as long. The pixel of `at` does not change. */
export const zoomView = ({ from, to }: Span, at: number, factor: number): Span => ({
  from: at - (at - from) * factor,
  to: at + (to - at) * factor,
})

export const panView = ({ from, to }: Span, offset: number): Span => ({ from: from + offset, to: to + offset })

/** Distances of two fingers from the plot's left side, CSS px. */
export type Fingers = readonly [number, number]

/** Returns the view with the same values under both fingers, on a plot of `width` CSS px. */
export function pinchView(view: Span, width: number, before: Fingers, after: Fingers): Span {
  const perPixel = (view.to - view.from) / Math.max(1, width)
  const toDistance = (fingers: Fingers) => Math.max(MIN_PINCH, Math.abs(fingers[1] - fingers[0]))
  const toMiddle = (fingers: Fingers) => (fingers[0] + fingers[1]) / 2
  const fixedValue = view.from + toMiddle(before) * perPixel
  const newPerPixel = (perPixel * toDistance(before)) / toDistance(after)
  const from = fixedValue - toMiddle(after) * newPerPixel
  return { from, to: from + width * newPerPixel }
}

/** Indices `[first..end)` of points. */
interface Points {
  readonly first: number
  readonly end: number
}

/** Adds the point of `allPoints` that is closest to `middle`. */
function addNearest({ first, end }: Points, allPoints: Points, middle: number, x: Float64Array): Points {
  const distanceBefore = first > allPoints.first ? middle - (x[first - 1] ?? 0) : Number.POSITIVE_INFINITY
  const distanceAfter = end < allPoints.end ? (x[end] ?? 0) - middle : Number.POSITIVE_INFINITY
  return distanceBefore <= distanceAfter ? { first: first - 1, end } : { first, end: end + 1 }
}

/** Extends the span to include at least `MIN_POINTS` points, or all points of the extent. */
function extendToPoints(span: Span, { extent, x }: ZoomLimits): Span {
  const first = lowerBound(x, extent.from, 0, x.length)
  const allPoints = { first, end: upperBound(x, extent.to, first, x.length) }
  const minimum = Math.min(MIN_POINTS, allPoints.end - allPoints.first)
  const firstInside = lowerBound(x, span.from, allPoints.first, allPoints.end)
  const middle = (span.from + span.to) / 2
  let points: Points = { first: firstInside, end: upperBound(x, span.to, firstInside, allPoints.end) }
  while (points.end - points.first < minimum) points = addNearest(points, allPoints, middle, x)
  if (points.end === points.first) return span
  return { from: Math.min(span.from, x[points.first] ?? 0), to: Math.max(span.to, x[points.end - 1] ?? 0) }
}

/**
 * Returns the selection closest to the wanted view, inside the extent and with at least
 * `MIN_POINTS` points. Returns null (the whole domain) for an invalid view, or a view at least as
 * long as the extent.
 */
export function fitView(wanted: Span, limits: ZoomLimits): Selection | null {
  const { extent } = limits
  const extentLength = extent.to - extent.from
  const length = Math.max(wanted.to - wanted.from, extentLength * MIN_SHARE)
  if (!(length < extentLength) || !Number.isFinite(wanted.from)) return null
  const middle = (wanted.from + wanted.to) / 2
  const from = Math.min(extent.to - length, Math.max(extent.from, middle - length / 2))
  return toSelection(extendToPoints({ from, to: from + length }, limits), extent)
}

/** Returns the selection of the `range` prop, extended to the minimum number of points. */
export function selectSpan(span: Span, limits: ZoomLimits): Selection | null {
  const selection = toSelection(span, limits.extent)
  return selection && toSelection(extendToPoints(span, limits), limits.extent)
}

export type Wheel = Pick<WheelEvent, 'deltaX' | 'deltaY' | 'deltaMode' | 'ctrlKey' | 'metaKey' | 'shiftKey'>

export type WheelAction = { readonly zoom: number } | { readonly pan: number } | null

/** CSS px of one unit by `deltaMode`: pixels, lines, pages. */
const WHEEL_UNITS = [1, 24, 400]
const ZOOM_PER_PIXEL = 0.002
const PINCH_PER_PIXEL = 0.01

/**
 * Returns the action of a wheel event. `zoom` is a factor of the view's length, `pan` CSS px to the
 * right. A vertical wheel zooms with Control or Command, in a pinch, or while the plot has the
 * focus. Otherwise it scrolls the page (null). A horizontal wheel pans.
 */
export function toWheelAction(wheel: Wheel, hasFocus: boolean): WheelAction {
  const unit = WHEEL_UNITS[wheel.deltaMode] ?? 1
  // Shift turns a vertical wheel into a horizontal one.
  const isTurned = wheel.shiftKey && wheel.deltaX === 0
  const x = unit * (isTurned ? wheel.deltaY : wheel.deltaX)
  const y = unit * (isTurned ? 0 : wheel.deltaY)
  // Browsers also set Control for a pinch on a trackpad.
  const hasZoomKey = wheel.ctrlKey || wheel.metaKey
  if (!hasZoomKey && Math.abs(x) > Math.abs(y)) return { pan: x }
  return y !== 0 && (hasZoomKey || hasFocus) ? { zoom: toWheelZoom(y, hasZoomKey) } : null
}

/**
 * Returns the zoom factor. A pinch sends a few px per event, a wheel with Control about a hundred.
 */
function toWheelZoom(pixels: number, hasZoomKey: boolean): number {
  const isPinch = hasZoomKey && Math.abs(pixels) < 50
  const perPixel = isPinch ? PINCH_PER_PIXEL : ZOOM_PER_PIXEL
  return Math.min(MAX_WHEEL_ZOOM, Math.max(1 / MAX_WHEEL_ZOOM, Math.exp(pixels * perPixel)))
}

/** The keys that zoom. */
export const ZOOM_KEYS: Readonly<Record<'closer' | 'farther' | 'everything', readonly string[]>> = {
  closer: ['+', '='],
  farther: ['-', '_'],
  everything: ['0'],
}

/**
 * Returns the factor of a key for the view's length: Infinity for 0 (the whole domain), null for
 * other keys.
 */
export function keyZoom(key: string): number | null {
  if (ZOOM_KEYS.everything.includes(key)) return Number.POSITIVE_INFINITY
  if (ZOOM_KEYS.closer.includes(key)) return 1 / KEY_ZOOM
  return ZOOM_KEYS.farther.includes(key) ? KEY_ZOOM : null
}
