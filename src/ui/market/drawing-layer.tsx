import { useSelector } from '@xstate/react'
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

import {
  DRAWING_HINTS,
  type DrawingsState,
  type DrawingsView,
  drawingLabel,
  handleName,
  handleText,
} from '#src/application/market/drawings.ts'
import { DRAWING_REMOVE_KEYS, findDrawingMove } from '#src/domain/charting/drawing-keys.ts'
import {
  type AxisStarts,
  type PlacedDrawing,
  type Plane,
  placeDrawings,
  toPoint,
} from '#src/domain/charting/drawing-plane.ts'
import type { DrawingPart } from '#src/domain/charting/drawings.ts'
import type { Instant } from '#src/domain/time/bogota.ts'
import { type ChartDrawings, useDrawings } from '#src/ui/market/drawings-context.ts'

/** The chart below the drawings. */
export interface DrawnChart {
  readonly starts: AxisStarts
  /** The last point of the chart. */
  readonly lastAt: Instant
  readonly lastPrice: number
}

interface Props extends DrawnChart {
  readonly plane: Plane
}

/** A pointer that moves less than this between press and release only clicks, CSS px. */
const CLICK_PX = 8

const handleId = (id: string, part: DrawingPart) => `${id} ${part}`

/** Focuses the handle of a drawing after it was chosen. A line that was grabbed between its ends has the last one. */
function useHandleFocus(layer: RefObject<HTMLDivElement | null>, selected: DrawingsState['selected']) {
  const last = useRef(selected)
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
    onPointerUp: () => view.send({ type: 'DROP' }),
    onPointerCancel: () => view.send({ type: 'CANCEL' }),
  }
}

/** The line of a drawing with its distance to the price. */
function Line(props: PlacedProps) {
  const { placed, isSelected, lastPrice } = props
  const { segment, label, drawing } = placed
  if (!segment || !label) return null
  const ends = { x1: segment.from.x, y1: segment.from.y, x2: segment.to.x, y2: segment.to.y }
  return (
    <g>
      <line {...ends} className={`stroke-ink ${isSelected ? 'stroke-[2.5]' : 'stroke-[1.5]'}`} />
      <line
        {...ends}
        className="[pointer-events:stroke] cursor-move touch-none stroke-transparent stroke-[14] pointer-coarse:stroke-[28]"
        {...toDragHandlers(props, 'whole')}
      />
      <text
        x={label.x}
        y={label.y}
        textAnchor="end"
        className="fill-ink stroke-surface text-[11px] font-600 wdth-table [paint-order:stroke] stroke-[3]"
      >
        {drawingLabel(drawing, placed.price, lastPrice)}
      </text>
    </g>
  )
}

/** The handles of a drawing as sliders: screen readers pass the arrow keys to them. */
function Handles(props: PlacedProps) {
  const { placed, view, isSelected, starts, lastPrice } = props
  const { drawing, handles } = placed

  const onKeyDown = (part: DrawingPart) => (event: KeyboardEvent<HTMLElement>) => {
    if (DRAWING_REMOVE_KEYS.includes(event.key)) {
      event.preventDefault()
      event.currentTarget.closest('.chart-box')?.querySelector<HTMLElement>('.chart-plot')?.focus()
      view.remove(drawing)
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
      className="pointer-events-auto absolute -m-3 grid size-6 cursor-move touch-none place-items-center rounded-full focus-visible:outline-2 focus-visible:outline-focus pointer-coarse:-m-5.5 pointer-coarse:size-11"
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
  const { view, marks } = drawings
  const { plane, starts, lastAt, lastPrice } = props
  const state = useSelector(view, (current) => current)
  const layer = useRef<HTMLDivElement>(null)
  const allPlaced = placeDrawings(state.shown, plane, starts, lastAt)
  useHandleFocus(layer, state.selected)
  useEscape(state.tool !== null || state.isDragging, view)

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
  const parts = allPlaced.map((placed) => ({
    ...props,
    placed,
    view,
    toPointAt,
    isSelected: placed.drawing.id === state.selected?.id,
  }))
  return (
    <div ref={layer} className="absolute inset-0">
      <svg className="absolute size-full overflow-visible" aria-hidden="true">
        {parts.map((part) => (
          <Line key={part.placed.drawing.id} {...part} />
        ))}
      </svg>
      {parts.map((part) => (
        <Handles key={part.placed.drawing.id} {...part} />
      ))}
      <PlacingPlane view={view} state={state} toPointAt={toPointAt} />
    </div>
  )
}

/** The drawings of the user over a chart; nothing on a screen without them. */
export function DrawingLayer(props: Props) {
  const drawings = useDrawings()
  return drawings && <Layer drawings={drawings} {...props} />
}
