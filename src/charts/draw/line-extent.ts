import type { Columns } from '#src/charts/data/columns.ts'
import { lowerBound, upperBound } from '#src/charts/data/series.ts'
import { type Mapping, toPixel, toValue } from '#src/charts/draw/paint.ts'

/** A vertical span of pixels, CSS px; `top` ≤ `bottom`. */
export interface PixelSpan {
  readonly top: number
  readonly bottom: number
}

/** Returns the smallest span that contains both; null if both are null. */
export function joinSpans(a: PixelSpan | null, b: PixelSpan | null): PixelSpan | null {
  if (!a || !b) return a ?? b
  return { top: Math.min(a.top, b.top), bottom: Math.max(a.bottom, b.bottom) }
}

type LineColumns = Pick<Columns, 'count' | 'x' | 'line' | 'extremes'>

/** Output of `columns.extremes`, reused to avoid allocations. */
const extremes = { low: 0, high: 0 }

/**
 * Returns the line's value at x = `at`, between points `after` - 1 and `after`. NaN when no segment
 * is drawn there.
 */
function interpolate({ x, line }: LineColumns, after: number, at: number): number {
  const [fromX, toX] = [x[after - 1] ?? Number.NaN, x[after] ?? Number.NaN]
  const [from, to] = [line[after - 1] ?? Number.NaN, line[after] ?? Number.NaN]
  return toX > fromX ? from + ((to - from) * (at - fromX)) / (toX - fromX) : Number.NaN
}

/**
 * Returns the vertical span of the line between `left` and `right`, CSS px; null if it is not drawn
 * there.
 */
export function findLineExtent(
  columns: LineColumns,
  x: Mapping,
  y: Mapping,
  left: number,
  right: number,
): PixelSpan | null {
  const [from, to] = [toValue(x, left), toValue(x, right)]
  const start = lowerBound(columns.x, from, 0, columns.count)
  const end = upperBound(columns.x, to, start, columns.count)
  columns.extremes(start, end, extremes)
  const edges = [
    ...(start > 0 && start < columns.count ? [interpolate(columns, start, from)] : []),
    ...(end > 0 && end < columns.count ? [interpolate(columns, end, to)] : []),
  ].filter(Number.isFinite)
  const low = Math.min(extremes.low, ...edges)
  const high = Math.max(extremes.high, ...edges)
  return low <= high ? { top: toPixel(y, high), bottom: toPixel(y, low) } : null
}
