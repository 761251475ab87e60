import type { AxisKind, Span } from '#src/charts/view/chart-props.ts'

/**
 * The selected part of the x axis: a fixed span, or the last `last` units of x up to the newest
 * point.
 */
export type Selection = Span | { readonly last: number }

/** The handle at the start or at the end of the selection. */
export type Edge = 'from' | 'to'

/**
 * Returns the span that can be selected: from the domain's start to the last point of `x`. On
 * ordinal axes it includes the slot of that point.
 */
export function findExtent(x: Float64Array, domain: Span, axis: AxisKind = 'time'): Span {
  const last = x[x.length - 1]
  const end = last === undefined ? domain.to : last + (axis === 'ordinal' ? 0.5 : 0)
  return { from: domain.from, to: Math.min(domain.to, Math.max(domain.from, end)) }
}

/** Returns the values of the two handles of the range selector. */
export function toHandles(selection: Selection | null, extent: Span): Span {
  if (!selection) return extent
  if ('last' in selection) return { from: Math.max(extent.from, extent.to - selection.last), to: extent.to }
  return { from: Math.min(selection.from, extent.to), to: Math.min(selection.to, extent.to) }
}

/**
 * Returns the view of the plot: without a selection the whole domain, including its part without
 * points.
 */
export function toView(selection: Selection | null, domain: Span, extent: Span): Span {
  if (!selection) return domain
  const view = toHandles(selection, extent)
  return view.to > view.from ? view : domain
}

/** Returns the selection between two handles; null for the whole extent or a span outside of it. */
export function toSelection({ from, to }: Span, extent: Span): Selection | null {
  const isInside = from < to && from < extent.to && to > extent.from
  if (!isInside || (from <= extent.from && to >= extent.to)) return null
  return to >= extent.to ? { last: extent.to - from } : { from: Math.max(from, extent.from), to }
}

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value))

/**
 * Moves one handle; the handles are at least `minLength` apart. Returns null for the whole extent,
 * and for an extent that is too short.
 */
export function moveEdge(selection: Selection | null, extent: Span, edge: Edge, value: number, minLength: number) {
  if (extent.to - extent.from <= minLength) return null
  const { from, to } = toHandles(selection, extent)
  return edge === 'from'
    ? toSelection({ from: clamp(value, extent.from, Math.max(extent.from, to - minLength)), to }, extent)
    : toSelection({ from, to: clamp(value, Math.min(extent.to, from + minLength), extent.to) }, extent)
}

/** Moves the first handle to `from`, and the second by the same distance, inside the extent. */
export function moveSpan(selection: Selection | null, extent: Span, from: number): Selection | null {
  const handles = toHandles(selection, extent)
  const length = handles.to - handles.from
  const start = clamp(from, extent.from, extent.to - length)
  return toSelection({ from: start, to: start + length }, extent)
}

/** Returns the handle's value after a key press, null for other keys. */
export function edgeAfterKey(key: string, value: number, extent: Span, steps: { arrow: number; page: number }) {
  const moves = new Map([
    ['ArrowLeft', value - steps.arrow],
    ['ArrowDown', value - steps.arrow],
    ['ArrowRight', value + steps.arrow],
    ['ArrowUp', value + steps.arrow],
    ['PageDown', value - steps.page],
    ['PageUp', value + steps.page],
    ['Home', extent.from],
    ['End', extent.to],
  ])
  return moves.get(key) ?? null
}

/**
 * Returns the range for `onRange`. On ordinal axes it covers whole points: n - 0.5 to m + 0.5.
 */
export function toRange(selection: Selection | null, extent: Span, axis: AxisKind): Span | null {
  if (!selection) return null
  const { from, to } = toHandles(selection, extent)
  if (axis === 'time') return { from, to }
  const first = Math.ceil(from)
  return { from: first - 0.5, to: Math.max(first, Math.floor(to)) + 0.5 }
}

export const isSameSpan = (a: Span | null, b: Span | null): boolean =>
  a === b || (a !== null && b !== null && a.from === b.from && a.to === b.to)
