import { useSelector } from '@xstate/react'
import {
  type FocusEvent,
  Fragment,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react'
import { useLocation } from 'wouter'

import {
  DRAWING_HINTS,
  type DrawingsState,
  type DrawingsView,
  drawingLabel,
  handleName,
  handleText,
} from '#src/application/market/drawings.ts'
import { toAlertAddress } from '#src/application/navigation/query.ts'
import type { PlotPlane } from '#src/charts/view/chart-props.ts'
import { findDrawingMove, isAlertKey, isRemoveKey } from '#src/domain/charting/drawing-keys.ts'
import { type AxisStarts, type PlacedDrawing, placeDrawings, toPoint } from '#src/domain/charting/drawing-plane.ts'
import type { DrawingPart } from '#src/domain/charting/drawings.ts'
import type { Instant } from '#src/domain/time/bogota.ts'
import type { Market } from '#src/domain/trading/market.ts'
import { DrawingActions, focusPlot, Problem } from '#src/ui/market/drawing-actions.tsx'
import { DrawingLines } from '#src/ui/market/drawing-lines.tsx'
import { type ChartDrawings, useDrawings } from '#src/ui/market/drawings-context.ts'
import { useChartScreen } from '#src/ui/market/full-screen.tsx'
import { useMarketDelay } from '#src/ui/market/use-market.ts'

/** The chart below the drawings. */
export interface DrawnChart {
  readonly starts: AxisStarts
  /** The last point of the chart. */
  readonly lastAt: Instant
  readonly lastPrice: number
}

interface Props extends DrawnChart {
  readonly market: Market
  readonly plane: PlotPlane
}

/** A pointer that moves less than this between press and release only clicks, CSS px. */
const CLICK_PX = 8

const handleId = (id: string, part: DrawingPart) => `${id} ${part}`

/** Focuses the handle of a chosen drawing as soon as it is drawn; of a line held between its ends, the last one. */
function useHandleFocus(layer: RefObject<HTMLDivElement | null>, selected: DrawingsState['selected']) {
  const last = useRef<DrawingsState['selected']>(null)
  useEffect(() => {
    if (selected === last.current) return
    last.current = selected
    if (!selected) return
    const find = (part: DrawingPart) =>
      layer.current?.querySelector<HTMLElement>(`[data-handle="${CSS.escape(handleId(selected.id, part))}"]`)
    const handle = find(selected.part) ?? find('to')
    if (handle !== document.activeElement) handle?.focus({ preventScroll: true })
  }, [layer, selected])
}

/** Esc leaves a tool or puts a held drawing back. It does not reach a dialog around the chart. */
function useEscape(isActive: boolean, view: DrawingsView) {
  useEffect(() => {
    if (!isActive) return
    const cancel = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      event.preventDefault()
      view.send({ type: 'CANCEL' })
    }
    document.addEventListener('keydown', cancel, { capture: true })
    return () => document.removeEventListener('keydown', cancel, { capture: true })
  }, [isActive, view])
}

/**
 * A drag ends where the pointer last was when its element loses the pointer: the full screen moves it, or its line has
 * left the chart. The browser reports an element that has gone at the document, and only with the next event.
 */
function useLostPointer(isDragging: boolean, view: DrawingsView) {
  const isFull = useChartScreen()?.isFull
  // biome-ignore lint/correctness/useExhaustiveDependencies: the full screen moves the elements.
  useEffect(() => {
    if (!isDragging) return
    const drop = () => view.send({ type: 'DROP' })
    document.addEventListener('lostpointercapture', drop, { capture: true })
    return () => {
      document.removeEventListener('lostpointercapture', drop, { capture: true })
      drop()
    }
  }, [isDragging, isFull, view])
}

interface PlacedProps extends Props {
  readonly placed: PlacedDrawing
  readonly view: DrawingsView
  readonly isSelected: boolean
  readonly toPointAt: (event: PointerEvent) => ReturnType<typeof toPoint>
}

/** Returns the handlers of an element by which a pointer moves a part of a drawing. */
function toDragHandlers({ placed, view, toPointAt }: PlacedProps, part: DrawingPart) {
  return {
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      view.send({ type: 'GRAB', id: placed.drawing.id, part, point: toPointAt(event) })
    },
    onPointerMove(event: PointerEvent) {
      if (event.currentTarget.hasPointerCapture(event.pointerId)) view.send({ type: 'HOVER', point: toPointAt(event) })
    },
    // The browser would take the focus from the handle: a line has none.
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
    onPointerUp: () => view.send({ type: 'DROP' }),
    onPointerCancel: () => view.send({ type: 'CANCEL' }),
  }
}

/**
 * The part of a line that a pointer grabs. It is no part of the SVG: a browser scrolls the page when a finger
 * drags a horizontal SVG line, whose box has no height, in spite of `touch-action`.
 */
function LineGrip(props: PlacedProps) {
  const { segment } = props.placed
  if (!segment) return null
  const { from, to } = segment
  const angle = Math.atan2(to.y - from.y, to.x - from.x)
  return (
    <div
      className="pointer-events-auto absolute -mt-1.75 h-3.5 origin-left cursor-move touch-none pointer-coarse:-mt-3.5 pointer-coarse:h-7"
      style={{
        left: from.x,
        top: from.y,
        width: Math.hypot(to.x - from.x, to.y - from.y),
        transform: `rotate(${angle}rad)`,
      }}
      {...toDragHandlers(props, 'whole')}
    />
  )
}

/** The handles of a drawing as sliders: screen readers pass the arrow keys to them. */
function Handles(props: PlacedProps) {
  const { placed, view, isSelected, starts, lastPrice, market } = props
  const { drawing, handles } = placed
  const [, navigate] = useLocation()
  const isClient = useMarketDelay() === 0

  const onKeyDown = (part: DrawingPart) => (event: KeyboardEvent<HTMLElement>) => {
    if (isRemoveKey(event)) {
      event.preventDefault()
      focusPlot(event.currentTarget)
      view.remove(drawing)
      return
    }
    if (isAlertKey(event) && drawing.kind === 'level' && isClient) {
      navigate(toAlertAddress(market, drawing.price, lastPrice))
      return
    }
    const move = findDrawingMove(drawing, part, event, starts)
    if (!move) return
    event.preventDefault()
    view.send({ type: 'MOVE', id: drawing.id, part, move })
  }

  return handles.map(({ part, pixel }) => (
    <div
      key={part}
      data-handle={handleId(drawing.id, part)}
      role="slider"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={handleName(drawing, part)}
      aria-valuenow={drawing.kind === 'level' ? drawing.price : drawing[part === 'from' ? 'from' : 'to'].price}
      aria-valuetext={handleText(drawing, part, placed.price, lastPrice)}
      className="pointer-events-auto absolute -m-3 grid size-6 cursor-move touch-none place-items-center rounded-full print:hidden focus-visible:outline-2 focus-visible:outline-focus pointer-coarse:-m-5.5 pointer-coarse:size-11"
      style={{ left: pixel.x, top: pixel.y }}
      onFocus={() => view.send({ type: 'SELECT', id: drawing.id, part })}
      onKeyDown={onKeyDown(part)}
      {...toDragHandlers(props, part)}
    >
      <span
        className={`size-2.5 rounded-full border-2 border-ink ${isSelected ? 'bg-ink' : 'bg-surface'}`}
        aria-hidden="true"
      />
    </div>
  ))
}

/** The plane on which the pointer places the points of a new drawing. */
function PlacingPlane({
  view,
  state,
  toPointAt,
}: Pick<PlacedProps, 'view' | 'toPointAt'> & { readonly state: DrawingsState }) {
  const press = useRef({ x: 0, y: 0 })
  const { tool, hasStart } = state
  if (tool === null) return null
  const point = (event: PointerEvent) => view.send({ type: 'POINT', id: view.createId(), point: toPointAt(event) })
  return (
    <div
      className="pointer-events-auto absolute inset-0 cursor-crosshair touch-none"
      data-tool={tool}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        // The focus stays where it is until the drawing has a handle.
        event.preventDefault()
        press.current = { x: event.clientX, y: event.clientY }
        point(event)
      }}
      onPointerMove={(event) => view.send({ type: 'HOVER', point: toPointAt(event) })}
      onPointerUp={(event) => {
        const { x, y } = press.current
        if (hasStart && Math.hypot(event.clientX - x, event.clientY - y) > CLICK_PX) point(event)
      }}
    >
      <p className="pointer-events-none absolute inset-x-0 top-3 mx-auto w-max max-w-[90%] rounded-sm bg-ink px-3 py-1.5 text-xs text-surface">
        {DRAWING_HINTS[tool]}
      </p>
    </div>
  )
}

/** The drawings of the user over a chart (D131). */
function Layer({ drawings, ...props }: Props & { readonly drawings: ChartDrawings }) {
  const { view, marks, layer } = drawings
  const { plane, starts, lastAt, lastPrice } = props
  const state = useSelector(view, (current) => current)
  const allPlaced = placeDrawings(state.shown, plane, starts, lastAt)
  useHandleFocus(layer, state.selected)
  useEscape(state.tool !== null || state.isDragging, view)
  useLostPointer(state.isDragging, view)

  useLayoutEffect(() => {
    marks.current = allPlaced.flatMap(({ drawing, segment, label, price }) =>
      segment && label ? { ...segment, label: { ...label, text: drawingLabel(drawing, price, lastPrice) } } : [],
    )
    return () => {
      marks.current = []
    }
  })

  const toPointAt = (event: PointerEvent) => {
    const { left, top } = layer.current?.getBoundingClientRect() ?? { left: 0, top: 0 }
    return toPoint(plane, starts, { x: event.clientX - left, y: event.clientY - top })
  }
  // The actions of a drawing are shown until the focus goes elsewhere. A drag goes on without it.
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget) && !state.isDragging && state.tool === null)
      view.send({ type: 'CANCEL' })
  }
  const parts = allPlaced.map((placed) => ({
    ...props,
    placed,
    view,
    toPointAt,
    isSelected: placed.drawing.id === state.selected?.id,
  }))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it receives the events of the handles inside.
    <div ref={layer} className="absolute inset-0" onBlur={onBlur}>
      <DrawingLines parts={parts} plane={plane} />
      {parts.map((part) => (
        <LineGrip key={part.placed.drawing.id} {...part} />
      ))}
      {parts.map((part) => (
        <Fragment key={part.placed.drawing.id}>
          <Handles {...part} />
          {part.isSelected && !state.isDragging && state.tool === null && <DrawingActions {...part} />}
        </Fragment>
      ))}
      <PlacingPlane view={view} state={state} toPointAt={toPointAt} />
      {state.problem !== null && <Problem text={state.problem} />}
    </div>
  )
}

/** The drawings of the user over a chart; nothing on a screen without them. */
export function DrawingLayer(props: Props) {
  const drawings = useDrawings()
  return drawings && <Layer drawings={drawings} {...props} />
}
