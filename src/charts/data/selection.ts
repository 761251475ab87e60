import type { AxisKind, Span } from '#src/charts/view/chart-props.ts'

/** The part of the x axis in view: a fixed one, or the last stretch of it, which goes on with the newest point. */
export type Selection = Span | { readonly last: number }

export type Edge = 'from' | 'to'

/** What can be selected: from the domain's begin to the last point in it, on ordinal axes with the whole room of that point. */
export function extentOf(x: Float64Array, domain: Span, axis: AxisKind = 'time'): Span {
  const last = x.at(-1)
  const end = last === undefined ? domain.to : last + (axis === 'ordinal' ? 0.5 : 0)
  return { from: domain.from, to: Math.min(domain.to, Math.max(domain.from, end)) }
}

/** Where the two handles stand. */
export function handlesOf(selection: Selection | null, extent: Span): Span {
  if (!selection) return extent
  if ('last' in selection) return { from: Math.max(extent.from, extent.to - selection.last), to: extent.to }
  return { from: Math.min(selection.from, extent.to), to: Math.min(selection.to, extent.to) }
}

/** What the plot shows: without a selection the whole domain, with the remainder that has no points yet. */
export function viewOf(selection: Selection | null, domain: Span, extent: Span): Span {
  if (!selection) return domain
  const view = handlesOf(selection, extent)
  return view.to > view.from ? view : domain
}

/** The selection between two handles; none at all when they stand at both ends or hold nothing of the extent. */
export function selectionOf({ from, to }: Span, extent: Span): Selection | null {
  const holds = from < to && from < extent.to && to > extent.from
  if (!holds || (from <= extent.from && to >= extent.to)) return null
  return to >= extent.to ? { last: extent.to - from } : { from: Math.max(from, extent.from), to }
}

const within = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value))

/** Moves one handle; the handles stay `least` apart, or where they are when the extent is shorter than that. */
export function moveEdge(selection: Selection | null, extent: Span, edge: Edge, value: number, least: number) {
  if (extent.to - extent.from <= least) return null
  const { from, to } = handlesOf(selection, extent)
  return edge === 'from'
    ? selectionOf({ from: within(value, extent.from, Math.max(extent.from, to - least)), to }, extent)
    : selectionOf({ from, to: within(value, Math.min(extent.to, from + least), extent.to) }, extent)
}

/** Moves both handles so that the first stands at `from`, without changing what lies between them. */
export function moveSpan(selection: Selection | null, extent: Span, from: number): Selection | null {
  const handles = handlesOf(selection, extent)
  const length = handles.to - handles.from
  const start = within(from, extent.from, extent.to - length)
  return selectionOf({ from: start, to: start + length }, extent)
}

/** Where a key moves a handle that stands at `value`; null for keys that move nothing. */
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

/** The range as others are told of it: on ordinal axes it holds whole points, from n − 0.5 to m + 0.5. */
export function rangeOf(selection: Selection | null, extent: Span, axis: AxisKind): Span | null {
  if (!selection) return null
  const { from, to } = handlesOf(selection, extent)
  if (axis === 'time') return { from, to }
  const first = Math.ceil(from)
  return { from: first - 0.5, to: Math.max(first, Math.floor(to)) + 0.5 }
}

export const sameSpan = (a: Span | null, b: Span | null): boolean =>
  a === b || (a !== null && b !== null && a.from === b.from && a.to === b.to)
