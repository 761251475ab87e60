import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { type Fingers, panned, pinched, type WheelWish, wheelWish } from '#src/charts/plot/zoom.ts'
import type { Span } from '#src/charts/view/chart-props.ts'

interface Gestures {
  readonly view: Span
  /** Whether there is anything to pan to. */
  readonly zoomed: boolean
  /** Width of the plot without its axis, CSS px. */
  readonly width: number
  /** Takes the wished view, or makes the view so many times as long around `at`; both answer whether it changed anything. */
  readonly onWish: (wish: Span) => boolean
  readonly onZoom: (at: number, factor: number) => boolean
}

/** A mouse that drags the plot: where it took hold, and of what. */
interface Grip {
  readonly at: number
  readonly view: Span
}

/** Two fingers on the plot: where they stood when the second came, and the view then. */
interface Pinch {
  readonly ids: readonly [number, number]
  readonly before: Fingers
  readonly view: Span
}

/**
 * Wheel, drag and pinch over the plot. The page keeps its scroll: a plain wheel zooms only once the plot has the focus (a
 * click or Tab gives it), a wheel that would change nothing is passed on, and a finger moves the page up and down as ever.
 * Answers handlers that say whether the pointer was theirs; the crosshair takes it otherwise.
 */
export function useGestures(plot: RefObject<HTMLElement | null>, gestures: Gestures) {
  const { view, width, onWish, onZoom } = gestures
  const grip = useRef<Grip | null>(null)
  const fingers = useRef(new Map<number, number>())
  const pinch = useRef<Pinch | null>(null)
  const perPixel = (span: Span) => (span.to - span.from) / Math.max(1, width)

  const follow = (wish: NonNullable<WheelWish>, offset: number) => {
    if ('pan' in wish) return gestures.zoomed && onWish(panned(view, wish.pan * perPixel(view)))
    return onZoom(view.from + Math.min(width, Math.max(0, offset)) * perPixel(view), wish.zoom)
  }
  const turn = useEffectEvent((event: WheelEvent) => {
    const wish = wheelWish(event, plot.current !== null && plot.current === document.activeElement)
    const changed = wish !== null && follow(wish, event.offsetX)
    if (changed || event.ctrlKey || event.metaKey) event.preventDefault()
  })
  useEffect(() => {
    const element = plot.current
    const onWheel = (event: WheelEvent) => turn(event)
    element?.addEventListener('wheel', onWheel, { passive: false })
    return () => element?.removeEventListener('wheel', onWheel)
  }, [plot])

  const startPinch = () => {
    const [first, second] = fingers.current
    pinch.current = first && second ? { ids: [first[0], second[0]], before: [first[1], second[1]], view } : null
  }

  return {
    down(event: PointerEvent): boolean {
      if (event.pointerType !== 'touch') {
        if (event.button === 0 && gestures.zoomed) {
          grip.current = { at: event.clientX, view }
          event.currentTarget.setPointerCapture(event.pointerId)
        }
        return false
      }
      fingers.current.set(event.pointerId, event.clientX)
      startPinch()
      return pinch.current !== null
    },
    /** Whether the pointer dragged or pinched; a mouse that drags takes the crosshair along. */
    move(event: PointerEvent): boolean {
      const held = grip.current
      if (held && event.currentTarget.hasPointerCapture(event.pointerId)) {
        onWish(panned(held.view, (held.at - event.clientX) * perPixel(held.view)))
        return false
      }
      if (!fingers.current.has(event.pointerId)) return false
      fingers.current.set(event.pointerId, event.clientX)
      const { current } = pinch
      if (!current) return false
      const [left, right] = current.ids.map((id) => fingers.current.get(id) ?? 0)
      onWish(
        pinched(
          current.view,
          width,
          placed(plot.current, current.before),
          placed(plot.current, [left ?? 0, right ?? 0]),
        ),
      )
      return true
    },
    up(event: PointerEvent): void {
      grip.current = null
      fingers.current.delete(event.pointerId)
      startPinch()
    },
    /** Whether a finger is on the plot. */
    touching: () => fingers.current.size > 0,
  }
}

/** Fingers of the page, from the plot's left side. */
function placed(plot: HTMLElement | null, [first, second]: Fingers): Fingers {
  const left = plot?.getBoundingClientRect().left ?? 0
  return [first - left, second - left]
}
