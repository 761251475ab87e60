import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react'

import { type PointRange, pointAfterKey } from '#src/charts/data/crosshair.ts'
import { isSameSpan, type Selection, toView } from '#src/charts/data/selection.ts'
import { nearestPoint } from '#src/charts/data/series.ts'
import { fitView, keyZoom, zoomView } from '#src/charts/plot/zoom.ts'
import type { ChartSeries, Span } from '#src/charts/view/chart-props.ts'
import { useGestures } from '#src/charts/view/use-gestures.ts'
import { useThrottled } from '#src/charts/view/use-throttled.ts'

/** A moving crosshair is announced to screen readers at most once in this time, ms. */
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
  /** Index of the point under the crosshair, null when it is hidden. */
  readonly crosshair: number | null
  /** Index of the slider's point: the crosshair's, else the last drawn point in view. */
  readonly activePoint: number
  readonly name: string
  /** Returns the text of the slider's point for screen readers. */
  readonly toText: () => string
  readonly describedBy: string
  readonly onCrosshair: (crosshair: number | null) => void
  readonly onSelect: (selection: Selection | null) => void
  /** Called when a gesture or a key wants to go before the start. */
  readonly onBeforeStart: (() => void) | undefined
  readonly children: ReactNode
}

const hasModifier = ({ ctrlKey, metaKey, altKey }: KeyboardEvent) => ctrlKey || metaKey || altKey

/** Keys that move the crosshair back in time. */
const BACKWARD_KEYS: readonly string[] = ['ArrowLeft', 'ArrowDown', 'PageUp', 'Home']

/**
 * The plot as a slider over the points in view, so that screen readers pass the arrow keys to it.
 * Mouse and pen move the crosshair by hovering, a finger by dragging sideways. Keyboard focus shows
 * the crosshair. Wheel, drag, pinch, + and - zoom and pan; 0 and a double click show the whole
 * domain.
 */
export function PlotView(props: Props) {
  const {
    series,
    domain,
    extent,
    selection,
    view,
    range,
    width,
    crosshair,
    activePoint,
    onCrosshair,
    onSelect,
    onBeforeStart,
  } = props
  const plot = useRef<HTMLDivElement>(null)
  const throttledToText = useThrottled(props.toText, ANNOUNCE_MS)
  const announcement = useMemo(() => throttledToText(), [throttledToText])
  /** The view after all gestures so far; several gestures may occur before the next rendering. */
  const currentView = useRef(view)
  useLayoutEffect(() => {
    currentView.current = view
  }, [view])
  const { first, last } = range

  /** Shows the closest possible view. Returns whether the view changed. */
  const showView = useCallback(
    (wanted: Span) => {
      if (wanted.from < extent.from) onBeforeStart?.()
      const nextSelection = fitView(wanted, { extent, x: series.x })
      const nextView = toView(nextSelection, domain, extent)
      if (isSameSpan(nextView, currentView.current)) return false
      currentView.current = nextView
      onSelect(nextSelection)
      return true
    },
    [series, domain, extent, onSelect, onBeforeStart],
  )
  /** Zooms the part of the view that has points. */
  const zoom = (at: number, factor: number) => {
    const { from, to } = currentView.current
    const filledView = { from, to: Math.min(to, extent.to) }
    return filledView.to > filledView.from && showView(zoomView(filledView, Math.min(at, filledView.to), factor))
  }
  // A whole domain that can continue before its start can be dragged there.
  const isZoomed = selection !== null || onBeforeStart !== undefined
  const gestures = useGestures(plot, { view: currentView, isZoomed, width, onView: showView, onZoom: zoom })

  const moveCrosshairTo = ({ nativeEvent }: PointerEvent) => {
    const share = Math.min(1, Math.max(0, nativeEvent.offsetX / width))
    const point = nearestPoint(series, view.from + share * (view.to - view.from))
    onCrosshair(point === null ? null : Math.min(last, Math.max(first, point)))
  }
  const onPointerDown = (event: PointerEvent) => {
    if (!gestures.down(event)) moveCrosshairTo(event)
  }
  const onPointerMove = (event: PointerEvent) => {
    if (gestures.move(event)) return
    if (event.pointerType !== 'touch' || gestures.isTouching()) moveCrosshairTo(event)
  }
  const onPointerLeave = (event: PointerEvent) => {
    if (event.pointerType !== 'touch') onCrosshair(null)
  }
  const onPointerCancel = (event: PointerEvent) => {
    gestures.up(event)
    onCrosshair(null)
  }
  const onFocus = ({ currentTarget }: FocusEvent) => {
    if (currentTarget.matches(':focus-visible')) onCrosshair(crosshair ?? activePoint)
  }
  /** Returns true when the key zooms. */
  const zoomByKey = ({ key }: KeyboardEvent) => {
    const factor = keyZoom(key)
    if (factor === null) return false
    if (Number.isFinite(factor)) zoom(series.x[activePoint] ?? 0, factor)
    else onSelect(null)
    return true
  }
  /** Returns true when the key moves the crosshair. */
  const moveByKey = (event: KeyboardEvent) => {
    const point = pointAfterKey(series, range, crosshair, event)
    if (point !== null && point === crosshair && point === 0 && BACKWARD_KEYS.includes(event.key)) onBeforeStart?.()
    if (point !== null) onCrosshair(point)
    return point !== null
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onCrosshair(null)
    else if (!hasModifier(event) && (zoomByKey(event) || moveByKey(event))) event.preventDefault()
  }

  return (
    <div
      ref={plot}
      className={selection ? 'chart-plot chart-zoomed' : 'chart-plot'}
      role="slider"
      tabIndex={0}
      aria-label={props.name}
      aria-valuemin={Math.min(first, activePoint)}
      aria-valuemax={Math.max(last, activePoint)}
      aria-valuenow={crosshair ?? activePoint}
      aria-valuetext={announcement}
      aria-describedby={props.describedBy}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={gestures.up}
      onPointerLeave={onPointerLeave}
      onPointerCancel={onPointerCancel}
      onDoubleClick={() => onSelect(null)}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
      onBlur={() => onCrosshair(null)}
    >
      {props.children}
    </div>
  )
}
