import { type FocusEvent, type KeyboardEvent, type PointerEvent, type ReactNode, useCallback, useRef } from 'react'
import { type PointRange, pointAfterKey } from '#src/charts/data/cursor.ts'
import { type Selection, sameSpan, viewOf } from '#src/charts/data/selection.ts'
import { nearestPoint } from '#src/charts/data/series.ts'
import { fitted, zoomed, zoomOfKey } from '#src/charts/plot/zoom.ts'
import type { ChartSeries, Span } from '#src/charts/view/chart-props.ts'
import { useGestures } from '#src/charts/view/use-gestures.ts'
import { useThrottled } from '#src/charts/view/use-look.ts'

/** Screen readers are told of a moving crosshair at most this often. */
const ANNOUNCE_MS = 300

interface Props {
  readonly series: ChartSeries
  readonly domain: Span
  readonly extent: Span
  readonly selection: Selection | null
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
  readonly onSelect: (selection: Selection | null) => void
  readonly children: ReactNode
}

const hasModifier = ({ ctrlKey, metaKey, altKey }: KeyboardEvent) => ctrlKey || metaKey || altKey

/**
 * The plot as one tab stop: a slider over the points in view, so that screen readers pass the arrow keys on. Mouse and pen
 * move the crosshair by hovering, a finger by dragging sideways; the page still scrolls up and down. Reached by keys, it
 * shows its crosshair at once. Wheel, drag and two fingers change what is in view, so do + and −; 0 and a double click show
 * everything.
 */
export function PlotView(props: Props) {
  const { series, domain, extent, selection, view, range, width, cursor, resting, onCursor, onSelect } = props
  const plot = useRef<HTMLDivElement>(null)
  const announced = useThrottled(props.text, ANNOUNCE_MS)
  const { first, last } = range

  const wish = useCallback(
    (wished: Span) => {
      const next = fitted(wished, { extent, x: series.x })
      const changed = !sameSpan(viewOf(next, domain, extent), view)
      if (changed) onSelect(next)
      return changed
    },
    [series, domain, extent, view, onSelect],
  )
  /** The empty remainder of a day is left out at once: it would resist the zoom step after step. */
  const zoom = (at: number, factor: number) => {
    const filled = { from: view.from, to: Math.min(view.to, extent.to) }
    return filled.to > filled.from && wish(zoomed(filled, Math.min(at, filled.to), factor))
  }
  const gestures = useGestures(plot, { view, zoomed: selection !== null, width, onWish: wish, onZoom: zoom })

  const pointTo = ({ nativeEvent }: PointerEvent) => {
    const share = Math.min(1, Math.max(0, nativeEvent.offsetX / width))
    const point = nearestPoint(series, view.from + share * (view.to - view.from))
    onCursor(point === null ? null : Math.min(last, Math.max(first, point)))
  }
  const onPointerDown = (event: PointerEvent) => {
    if (!gestures.down(event)) pointTo(event)
  }
  const onPointerMove = (event: PointerEvent) => {
    if (gestures.move(event)) return
    if (event.pointerType !== 'touch' || gestures.touching()) pointTo(event)
  }
  const onPointerLeave = (event: PointerEvent) => {
    if (event.pointerType !== 'touch') onCursor(null)
  }
  const onPointerCancel = (event: PointerEvent) => {
    gestures.up(event)
    onCursor(null)
  }
  const onFocus = ({ currentTarget }: FocusEvent) => {
    if (currentTarget.matches(':focus-visible')) onCursor(cursor ?? resting)
  }
  /** Answers whether the key zooms. */
  const zoomByKey = ({ key }: KeyboardEvent) => {
    const factor = zoomOfKey(key)
    if (factor === null) return false
    if (Number.isFinite(factor)) zoom(series.x[resting] ?? 0, factor)
    else onSelect(null)
    return true
  }
  /** Answers whether the key moves the crosshair. */
  const moveByKey = (event: KeyboardEvent) => {
    const point = pointAfterKey(series, range, cursor, event)
    if (point !== null) onCursor(point)
    return point !== null
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onCursor(null)
    else if (!hasModifier(event) && (zoomByKey(event) || moveByKey(event))) event.preventDefault()
  }

  return (
    <div
      ref={plot}
      className={selection ? 'chart-plot chart-zoomed' : 'chart-plot'}
      role="slider"
      tabIndex={0}
      aria-label={props.name}
      aria-valuemin={Math.min(first, resting)}
      aria-valuemax={Math.max(last, resting)}
      aria-valuenow={cursor ?? resting}
      aria-valuetext={announced}
      aria-describedby={props.describedBy}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={gestures.up}
      onPointerLeave={onPointerLeave}
      onPointerCancel={onPointerCancel}
      onDoubleClick={() => onSelect(null)}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
      onBlur={() => onCursor(null)}
    >
      {props.children}
    </div>
  )
}
