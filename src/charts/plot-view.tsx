import { type FocusEvent, type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react'

import type { ChartSeries, Span } from '#src/charts/chart-props.ts'
import { type PointRange, pointAfterKey } from '#src/charts/cursor.ts'
import { nearestPoint } from '#src/charts/series.ts'
import { useThrottled } from '#src/charts/use-look.ts'

/** Screen readers are told of a moving crosshair at most this often. */
const ANNOUNCE_MS = 300

interface Props {
  readonly series: ChartSeries
  readonly view: Span
  /** The points in view. */
  readonly range: PointRange
  /** Width of the plot without its axis, CSS px. */
  readonly width: number
  /** Index of the point under the crosshair, null when it is hidden; `resting` is the one the slider stands at then. */
  readonly cursor: number | null
  readonly resting: number
  readonly name: string
  readonly text: string
  readonly describedBy: string
  readonly onCursor: (cursor: number | null) => void
  readonly children: ReactNode
}

/**
 * The plot as one tab stop: a slider over the points in view, so that screen readers pass the arrow keys on. Mouse and pen
 * move the crosshair by hovering, a finger by dragging sideways; the page still scrolls up and down. Reached by keys, it
 * shows its crosshair at once.
 */
export function PlotView({
  series,
  view,
  range,
  width,
  cursor,
  resting,
  name,
  text,
  describedBy,
  onCursor,
  children,
}: Props) {
  const touching = useRef(false)
  const announced = useThrottled(text, ANNOUNCE_MS)
  const { first, last } = range

  const pointTo = ({ nativeEvent }: PointerEvent) => {
    const share = Math.min(1, Math.max(0, nativeEvent.offsetX / width))
    const point = nearestPoint(series, view.from + share * (view.to - view.from))
    onCursor(point === null ? null : Math.min(last, Math.max(first, point)))
  }
  const onPointerDown = (event: PointerEvent) => {
    touching.current = event.pointerType === 'touch'
    pointTo(event)
  }
  const onPointerMove = (event: PointerEvent) => {
    if (event.pointerType !== 'touch' || touching.current) pointTo(event)
  }
  const onPointerLeave = (event: PointerEvent) => {
    if (event.pointerType !== 'touch') onCursor(null)
  }
  const onPointerCancel = () => {
    touching.current = false
    onCursor(null)
  }
  const onFocus = ({ currentTarget }: FocusEvent) => {
    if (currentTarget.matches(':focus-visible')) onCursor(cursor ?? resting)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      onCursor(null)
      return
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const point = pointAfterKey(series, range, cursor, event)
    if (point === null) return
    event.preventDefault()
    onCursor(point)
  }

  return (
    <div
      className="chart-plot"
      role="slider"
      tabIndex={0}
      aria-label={name}
      aria-valuemin={Math.min(first, resting)}
      aria-valuemax={Math.max(last, resting)}
      aria-valuenow={cursor ?? resting}
      aria-valuetext={announced}
      aria-describedby={describedBy}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerLeave={onPointerLeave}
      onPointerCancel={onPointerCancel}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
      onBlur={() => onCursor(null)}
    >
      {children}
    </div>
  )
}
