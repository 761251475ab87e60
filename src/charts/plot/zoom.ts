import { type Selection, toSelection } from '#src/charts/data/selection.ts'
import { lowerBound, upperBound } from '#src/charts/data/series.ts'
import type { Span } from '#src/charts/view/chart-props.ts'

/** Minimum number of points in a zoomed view, unless the extent has fewer. */
export const MIN_POINTS = 5

/** Minimum length of a view, as a share of the extent. */
const MIN_SHARE = 1e-7

/** Factor of the view's length for one press of + or -. */
export const KEY_ZOOM = 1.5

/** Maximum factor of one wheel event. */
const MAX_WHEEL_ZOOM = 2

/** Minimum distance between two fingers; closer ones count as this far apart, CSS px. */
const MIN_PINCH = 16

/** Limits of a view: it stays inside `extent`. `x` is ascending. */
export interface ZoomLimits {
  readonly extent: Span
  readonly x: Float64Array
}

/** Makes the view `factor` times as long, with `at` at the same pixel. */
export const zoomView = ({ from, to }: Span, at: number, factor: number): Span => ({
  from: at - (at - from) * factor,
  to: at + (to - at) * factor,
})

export const panView = ({ from, to }: Span, by: number): Span => ({ from: from + by, to: to + by })

/** Distances of two fingers from the plot's left side, CSS px. */
export type Fingers = readonly [number, number]

/** Returns the view that keeps the same values under both fingers, on a plot of `width` CSS px. */
export function pinchView(view: Span, width: number, before: Fingers, after: Fingers): Span {
  const perPixel = (view.to - view.from) / Math.max(1, width)
  const distance = (fingers: Fingers) => Math.max(MIN_PINCH, Math.abs(fingers[1] - fingers[0]))
  const middle = (fingers: Fingers) => (fingers[0] + fingers[1]) / 2
  const fixed = view.from + middle(before) * perPixel
  const stretched = (perPixel * distance(before)) / distance(after)
  const from = fixed - middle(after) * stretched
  return { from, to: from + width * stretched }
}

/** Indices `[first..last)` of points. */
interface Points {
  readonly first: number
  readonly last: number
}

/** Adds the point of `all` that is closest to `middle`. */
function addNearest({ first, last }: Points, all: Points, middle: number, x: Float64Array): Points {
  const before = first > all.first ? middle - (x[first - 1] ?? 0) : Number.POSITIVE_INFINITY
  const after = last < all.last ? (x[last] ?? 0) - middle : Number.POSITIVE_INFINITY
  return before <= after ? { first: first - 1, last } : { first, last: last + 1 }
}

/** Extends the span to include at least `MIN_POINTS` points, or all points of the extent. */
function extendToPoints(span: Span, { extent, x }: ZoomLimits): Span {
  const first = lowerBound(x, extent.from, 0, x.length)
  const all = { first, last: upperBound(x, extent.to, first, x.length) }
  const least = Math.min(MIN_POINTS, all.last - all.first)
  const inside = lowerBound(x, span.from, all.first, all.last)
  const middle = (span.from + span.to) / 2
  let points: Points = { first: inside, last: upperBound(x, span.to, inside, all.last) }
  while (points.last - points.first < least) points = addNearest(points, all, middle, x)
  if (points.last === points.first) return span
  return { from: Math.min(span.from, x[points.first] ?? 0), to: Math.max(span.to, x[points.last - 1] ?? 0) }
}

/**
 * Returns the selection closest to the wanted view, inside the extent and with at least
 * `MIN_POINTS` points. Returns null, the whole domain, for an invalid view and for one of at least
 * the extent's length.
 */
export function fitView(wanted: Span, limits: ZoomLimits): Selection | null {
  const { extent } = limits
  const whole = extent.to - extent.from
  const length = Math.max(wanted.to - wanted.from, whole * MIN_SHARE)
  if (!(length < whole) || !Number.isFinite(wanted.from)) return null
  const middle = (wanted.from + wanted.to) / 2
  const from = Math.min(extent.to - length, Math.max(extent.from, middle - length / 2))
  return toSelection(extendToPoints({ from, to: from + length }, limits), extent)
}

/** Returns the selection of a span from a link, extended to the minimum number of points. */
export function selectSpan(span: Span, limits: ZoomLimits): Selection | null {
  const selection = toSelection(span, limits.extent)
  return selection && toSelection(extendToPoints(span, limits), limits.extent)
}

/** A wheel event. A pinch on a trackpad is a wheel event with Control. */
export type Wheel = Pick<WheelEvent, 'deltaX' | 'deltaY' | 'deltaMode' | 'ctrlKey' | 'metaKey' | 'shiftKey'>

export type WheelAction = { readonly zoom: number } | { readonly pan: number } | null

/** CSS px of one unit by `deltaMode`: pixels, lines, pages. */
const WHEEL_UNITS = [1, 24, 400]
const ZOOM_PER_PIXEL = 0.002
const PINCH_PER_PIXEL = 0.01

/**
 * Returns the action of a wheel event: `zoom` is a factor of the view's length, `pan` CSS px to the
 * right. A vertical wheel zooms with Control, in a pinch, or while the plot has the focus;
 * otherwise it scrolls the page (null). A horizontal one pans.
 */
export function toWheelAction(wheel: Wheel, focused: boolean): WheelAction {
  const unit = WHEEL_UNITS[wheel.deltaMode] ?? 1
  const turned = wheel.shiftKey && wheel.deltaX === 0
  const x = unit * (turned ? wheel.deltaY : wheel.deltaX)
  const y = unit * (turned ? 0 : wheel.deltaY)
  const pinching = wheel.ctrlKey || wheel.metaKey
  if (!pinching && Math.abs(x) > Math.abs(y)) return { pan: x }
  return y !== 0 && (pinching || focused) ? { zoom: wheelZoom(y, pinching) } : null
}

/**
 * Returns the zoom factor. A pinch sends a few px per event, a wheel with Control about a hundred.
 */
function wheelZoom(pixels: number, pinching: boolean): number {
  const perPixel = pinching && Math.abs(pixels) < 50 ? PINCH_PER_PIXEL : ZOOM_PER_PIXEL
  return Math.min(MAX_WHEEL_ZOOM, Math.max(1 / MAX_WHEEL_ZOOM, Math.exp(pixels * perPixel)))
}

/**
 * Returns the factor of a key for the view's length: Infinity for 0 (the whole domain), null for
 * other keys.
 */
export const keyZoom = (key: string): number | null =>
  new Map([
    ['+', 1 / KEY_ZOOM],
    ['=', 1 / KEY_ZOOM],
    ['-', KEY_ZOOM],
    ['_', KEY_ZOOM],
    ['0', Number.POSITIVE_INFINITY],
  ]).get(key) ?? null
