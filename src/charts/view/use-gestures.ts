import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { type Fingers, panView, pinchView, toWheelAction, type WheelAction } from '#src/charts/plot/zoom.ts'
import type { Span } from '#src/charts/view/chart-props.ts'

interface Gestures {
  /** The view after all gestures so far. */
  readonly view: RefObject<Span>
  /** False when the whole domain is in view. Only a zoomed view can be panned. */
  readonly isZoomed: boolean
  /** Width of the plot without its axis, CSS px. */
  readonly width: number
  /** Shows a view. Returns whether the view changed. */
  readonly onView: (wanted: Span) => boolean
  /** Makes the view `factor` times as long around `at`. Returns whether the view changed. */
  readonly onZoom: (at: number, factor: number) => boolean
}

/** Start of a drag: the x of the mouse or pen in the viewport, and the view. */
interface DragStart {
  readonly at: number
  readonly view: Span
}

/** Start of a pinch: the x of both fingers in the viewport, and the view. */
interface PinchStart {
  readonly ids: readonly [number, number]
  readonly startFingers: Fingers
  readonly view: Span
}

/**
 * Handles wheel, drag and pinch over the plot. A plain wheel zooms only while the plot has the
 * focus. The page scrolls if the wheel does not change the view, or a finger moves up or down. The
 * handlers `down` and `move` return true during a pinch.
 */
export function useGestures(plot: RefObject<HTMLElement | null>, gestures: Gestures) {
  const { view, width, onView, onZoom } = gestures
  const drag = useRef<DragStart | null>(null)
  /** The x of each finger in the viewport, by pointer id. */
  const fingers = useRef(new Map<number, number>())
  const pinch = useRef<PinchStart | null>(null)
  const toUnitsPerPixel = (span: Span) => (span.to - span.from) / Math.max(1, width)

  const apply = (action: NonNullable<WheelAction>, offset: number) => {
    const span = view.current
    if ('pan' in action) return gestures.isZoomed && onView(panView(span, action.pan * toUnitsPerPixel(span)))
    return onZoom(span.from + Math.min(width, Math.max(0, offset)) * toUnitsPerPixel(span), action.zoom)
  }
  const handleWheel = useEffectEvent((event: WheelEvent) => {
    const action = toWheelAction(event, plot.current !== null && plot.current === document.activeElement)
    const hasChanged = action !== null && apply(action, event.offsetX)
    if (hasChanged || event.ctrlKey || event.metaKey) event.preventDefault()
  })
  useEffect(() => {
    const element = plot.current
    const onWheel = (event: WheelEvent) => handleWheel(event)
    element?.addEventListener('wheel', onWheel, { passive: false })
    return () => element?.removeEventListener('wheel', onWheel)
  }, [plot])

  const startPinch = () => {
    const [first, second] = fingers.current
    pinch.current =
      first && second ? { ids: [first[0], second[0]], startFingers: [first[1], second[1]], view: view.current } : null
  }

  return {
    down(event: PointerEvent): boolean {
      if (event.pointerType !== 'touch') {
        if (event.button === 0 && gestures.isZoomed) {
          drag.current = { at: event.clientX, view: view.current }
          event.currentTarget.setPointerCapture(event.pointerId)
        }
        return false
      }
      fingers.current.set(event.pointerId, event.clientX)
      startPinch()
      return pinch.current !== null
    },
    /** Returns false for a drag, because a mouse that drags also moves the crosshair. */
    move(event: PointerEvent): boolean {
      const start = drag.current
      if (start && event.currentTarget.hasPointerCapture(event.pointerId)) {
        onView(panView(start.view, (start.at - event.clientX) * toUnitsPerPixel(start.view)))
        return false
      }
      if (!fingers.current.has(event.pointerId)) return false
      fingers.current.set(event.pointerId, event.clientX)
      const { current } = pinch
      if (!current) return false
      const [first, second] = current.ids.map((id) => fingers.current.get(id) ?? 0)
      const before = toPlotPixels(plot.current, current.startFingers)
      const after = toPlotPixels(plot.current, [first ?? 0, second ?? 0])
      onView(pinchView(current.view, width, before, after))
      return true
    },
    up(event: PointerEvent): void {
      drag.current = null
      fingers.current.delete(event.pointerId)
      startPinch()
    },
    /** Returns true while a finger is on the plot. */
    isTouching: () => fingers.current.size > 0,
  }
}

/** Converts x positions in the viewport to distances from the plot's left side, CSS px. */
function toPlotPixels(plot: HTMLElement | null, [first, second]: Fingers): Fingers {
  const left = plot?.getBoundingClientRect().left ?? 0
  return [first - left, second - left]
}
