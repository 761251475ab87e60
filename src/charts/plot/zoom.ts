import { type Selection, selectionOf } from '#src/charts/data/selection.ts'
import { lowerBound, upperBound } from '#src/charts/data/series.ts'
import type { Span } from '#src/charts/view/chart-props.ts'

/** A view never holds fewer points than this, where there are as many. */
export const MIN_POINTS = 5

/** A view is never shorter than this part of the extent: points at one x would let it shrink to nothing. */
const MIN_SHARE = 1e-7

/** How much one press of + or − changes the view's length. */
export const KEY_ZOOM = 1.5

/** One turn of a wheel, or one report of a trackpad, changes it at most so much. */
const MAX_WHEEL_ZOOM = 2

/** Fingers closer than this count as so far apart (CSS px). */
const MIN_PINCH = 16

/** Where a view may go: within `extent`, whose points stand at `x`, in order. */
export interface ZoomLimits {
  readonly extent: Span
  readonly x: Float64Array
}

/** The view made `factor` times as long, with `at` in the same place of the picture. */
export const zoomed = ({ from, to }: Span, at: number, factor: number): Span => ({
  from: at - (at - from) * factor,
  to: at + (to - at) * factor,
})

export const panned = ({ from, to }: Span, by: number): Span => ({ from: from + by, to: to + by })

/** Pixels from the plot's left side at which two fingers stand. */
export type Fingers = readonly [number, number]

/** The view in which what was under two fingers is under them still, on a plot `width` px wide. */
export function pinched(view: Span, width: number, before: Fingers, after: Fingers): Span {
  const perPixel = (view.to - view.from) / Math.max(1, width)
  const apart = (fingers: Fingers) => Math.max(MIN_PINCH, Math.abs(fingers[1] - fingers[0]))
  const middle = (fingers: Fingers) => (fingers[0] + fingers[1]) / 2
  const held = view.from + middle(before) * perPixel
  const stretched = (perPixel * apart(before)) / apart(after)
  const from = held - middle(after) * stretched
  return { from, to: from + width * stretched }
}

/** Indices `[first..last)` of points. */
interface Points {
  readonly first: number
  readonly last: number
}

/** Takes in the nearest point outside, of those in `all`. */
function widened({ first, last }: Points, all: Points, middle: number, x: Float64Array): Points {
  const before = first > all.first ? middle - (x[first - 1] ?? 0) : Number.POSITIVE_INFINITY
  const after = last < all.last ? (x[last] ?? 0) - middle : Number.POSITIVE_INFINITY
  return before <= after ? { first: first - 1, last } : { first, last: last + 1 }
}

/** The span and the points nearest to its middle that it lacks to hold `MIN_POINTS`, or all of the extent's if those are fewer. */
function withPoints(span: Span, { extent, x }: ZoomLimits): Span {
  const first = lowerBound(x, extent.from, 0, x.length)
  const all = { first, last: upperBound(x, extent.to, first, x.length) }
  const least = Math.min(MIN_POINTS, all.last - all.first)
  const inside = lowerBound(x, span.from, all.first, all.last)
  const middle = (span.from + span.to) / 2
  let held: Points = { first: inside, last: upperBound(x, span.to, inside, all.last) }
  while (held.last - held.first < least) held = widened(held, all, middle, x)
  if (held.last === held.first) return span
  return { from: Math.min(span.from, x[held.first] ?? 0), to: Math.max(span.to, x[held.last - 1] ?? 0) }
}

/**
 * The selection nearest to the wished view: within the extent, never so short that fewer than a few points are left; null,
 * which is everything, when the wish is as long as the extent or no view at all.
 */
export function fitted(wish: Span, limits: ZoomLimits): Selection | null {
  const { extent } = limits
  const whole = extent.to - extent.from
  const length = Math.max(wish.to - wish.from, whole * MIN_SHARE)
  if (!(length < whole) || !Number.isFinite(wish.from)) return null
  const middle = (wish.from + wish.to) / 2
  const from = Math.min(extent.to - length, Math.max(extent.from, middle - length / 2))
  return selectionOf(withPoints({ from, to: from + length }, limits), extent)
}

/** The selection of a span that no gesture made: a link may name one that holds fewer points than a view ever does. */
export function selectionHolding(span: Span, limits: ZoomLimits): Selection | null {
  const selection = selectionOf(span, limits.extent)
  return selection && selectionOf(withPoints(span, limits), limits.extent)
}

/** What a wheel says; a pinch on a trackpad comes as a wheel with Control. */
export type Wheel = Pick<WheelEvent, 'deltaX' | 'deltaY' | 'deltaMode' | 'ctrlKey' | 'metaKey' | 'shiftKey'>

export type WheelWish = { readonly zoom: number } | { readonly pan: number } | null

/** CSS px of one unit of a wheel that counts px, lines or pages. */
const WHEEL_UNITS = [1, 24, 400]
const ZOOM_PER_PIXEL = 0.002
const PINCH_PER_PIXEL = 0.01

/**
 * What a wheel over the plot asks for: `zoom` is a factor of the view's length, `pan` CSS px to the right. A wheel turned up
 * or down belongs to the page, unless Control is held, the fingers pinch, or the plot has the focus; sideways it pans.
 */
export function wheelWish(wheel: Wheel, focused: boolean): WheelWish {
  const unit = WHEEL_UNITS[wheel.deltaMode] ?? 1
  const turned = wheel.shiftKey && wheel.deltaX === 0
  const x = unit * (turned ? wheel.deltaY : wheel.deltaX)
  const y = unit * (turned ? 0 : wheel.deltaY)
  const pinching = wheel.ctrlKey || wheel.metaKey
  if (!pinching && Math.abs(x) > Math.abs(y)) return { pan: x }
  return y !== 0 && (pinching || focused) ? { zoom: zoomOfTurn(y, pinching) } : null
}

/** A trackpad tells of a pinch in a few px at a time, a wheel with Control in a hundred. */
function zoomOfTurn(pixels: number, pinching: boolean): number {
  const perPixel = pinching && Math.abs(pixels) < 50 ? PINCH_PER_PIXEL : ZOOM_PER_PIXEL
  return Math.min(MAX_WHEEL_ZOOM, Math.max(1 / MAX_WHEEL_ZOOM, Math.exp(pixels * perPixel)))
}

/** How a key changes the length of the view; 0 is `Infinity`, for everything; null for keys that do not zoom. */
export const zoomOfKey = (key: string): number | null =>
  new Map([
    ['+', 1 / KEY_ZOOM],
    ['=', 1 / KEY_ZOOM],
    ['-', KEY_ZOOM],
    ['_', KEY_ZOOM],
    ['0', Number.POSITIVE_INFINITY],
  ]).get(key) ?? null
