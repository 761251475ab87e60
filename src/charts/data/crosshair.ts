import { findDrawn } from '#src/charts/data/series.ts'
import type { ChartSeries } from '#src/charts/view/chart-props.ts'

const ARROW_STEP = 1
const SHIFT_FACTOR = 5
const PAGE_STEP = 30

/** Moves of the crosshair by key, in points. */
const STRIDES = new Map([
  ['ArrowLeft', -ARROW_STEP],
  ['ArrowDown', -ARROW_STEP],
  ['ArrowRight', ARROW_STEP],
  ['ArrowUp', ARROW_STEP],
  ['PageUp', -PAGE_STEP],
  ['PageDown', PAGE_STEP],
  ['Home', Number.NEGATIVE_INFINITY],
  ['End', Number.POSITIVE_INFINITY],
])

/** The keys that move the crosshair. */
export const CROSSHAIR_KEYS: readonly string[] = [...STRIDES.keys()]

export interface PointRange {
  /** First and last index in view. */
  readonly first: number
  readonly last: number
}

/**
 * Returns the point to which a key press moves the crosshair from point `at`. Without a crosshair
 * (null) it starts at the last point in view. Skips gaps. Returns null for other keys and without
 * drawn points. PageUp moves back in time, as in a calendar.
 */
export function pointAfterKey(
  series: ChartSeries,
  { first, last }: PointRange,
  at: number | null,
  { key, shiftKey }: { readonly key: string; readonly shiftKey: boolean },
): number | null {
  const stride = (STRIDES.get(key) ?? 0) * (shiftKey && key.startsWith('Arrow') ? SHIFT_FACTOR : 1)
  if (stride === 0 || last < first) return null
  const target = Math.min(last, Math.max(first, (at ?? last) + stride))
  const direction = stride > 0 ? 1 : -1
  const toPointInView = (point: number | null) => (point !== null && point >= first && point <= last ? point : null)
  return (
    toPointInView(findDrawn(series, target, direction)) ??
    toPointInView(findDrawn(series, target, direction === 1 ? -1 : 1))
  )
}
