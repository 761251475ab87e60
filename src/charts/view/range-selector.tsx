import { type KeyboardEvent, memo, type PointerEvent, useMemo, useRef } from 'react'

import type { Columns } from '#src/charts/data/columns.ts'
import { type Edge, edgeAfterKey, moveEdge, moveSpan, type Selection, toHandles } from '#src/charts/data/selection.ts'
import type { ChartSeries, Span } from '#src/charts/view/chart-props.ts'
import { Overview } from '#src/charts/view/overview.tsx'

const HEIGHT = 36
/** Half the visible width of a handle, CSS px. Handles are drawn inside the strip. */
const HALF_HANDLE = 5
const EDGES: readonly Edge[] = ['from', 'to']

interface Props {
  readonly columns: Columns
  readonly series: ChartSeries
  readonly domain: Span
  readonly extent: Span
  readonly selection: Selection | null
  /**
   * Width of the strip, equal to the plot without its axis, CSS px. `ratio` is device px per CSS
   * px.
   */
  readonly width: number
  readonly ratio: number
  readonly color: string
  readonly steps: { readonly arrow: number; readonly page: number }
  readonly names: Record<Edge, string>
  /** Formats the value of a handle. */
  readonly format: (value: number, edge: Edge) => string
  /** Name of the button that removes the selection, undefined without a button. */
  readonly everything: string | undefined
  readonly onSelect: (selection: Selection | null) => void
}

/**
 * A small copy of the whole line, with two handles for the view of the plot. The part between the
 * handles can be dragged.
 */
export const RangeSelector = memo(function RangeSelector(props: Props) {
  const {
    columns,
    series,
    domain,
    extent,
    selection,
    width,
    ratio,
    color,
    steps,
    names,
    format,
    everything,
    onSelect,
  } = props
  const canvasSize = useMemo(() => ({ width, height: HEIGHT, ratio }), [width, ratio])
  const strip = useRef<HTMLDivElement>(null)
  const firstHandle = useRef<HTMLDivElement>(null)
  /** Distance from the dragged value to the pointer, in units of x. */
  const dragOffset = useRef(0)
  const handles = toHandles(selection, extent)
  const perPixel = (domain.to - domain.from) / Math.max(1, width)
  const toLeft = (value: number) => (value - domain.from) / perPixel
  const readValue = ({ clientX }: PointerEvent) =>
    domain.from + (clientX - (strip.current?.getBoundingClientRect().left ?? 0)) * perPixel

  const createDragHandlers = (value: number, onDrag: (value: number) => void) => ({
    onPointerDown(event: PointerEvent) {
      dragOffset.current = readValue(event) - value
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove(event: PointerEvent) {
      if (event.currentTarget.hasPointerCapture(event.pointerId)) onDrag(readValue(event) - dragOffset.current)
    },
  })
  const moveHandle = (edge: Edge, value: number) => onSelect(moveEdge(selection, extent, edge, value, steps.arrow))
  /** Removes the selection. The button disappears with it, so a handle gets the focus. */
  const showEverything = () => {
    firstHandle.current?.focus({ preventScroll: true })
    onSelect(null)
  }
  const createKeyHandler = (edge: Edge) => (event: KeyboardEvent) => {
    const value = edgeAfterKey(event.key, handles[edge], extent, steps)
    if (value === null || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    moveHandle(edge, value)
  }

  // Before the plot is measured, the handles would be next to the strip and then jump.
  if (series.x.length === 0 || width === 0) return <div className="chart-range" style={{ width }} />
  return (
    <div className="chart-foot">
      <div ref={strip} className="chart-range" style={{ width }}>
        <div
          className="chart-range-span"
          style={{ left: toLeft(handles.from), width: Math.max(0, toLeft(handles.to) - toLeft(handles.from)) }}
          {...createDragHandlers(handles.from, (value) => onSelect(moveSpan(selection, extent, value)))}
        />
        <Overview columns={columns} series={series} domain={domain} canvasSize={canvasSize} color={color} />
        {EDGES.map((edge) => (
          <div
            key={edge}
            ref={edge === 'from' ? firstHandle : undefined}
            className="chart-range-handle"
            style={{ left: Math.min(width - HALF_HANDLE, Math.max(HALF_HANDLE, toLeft(handles[edge]))) }}
            role="slider"
            tabIndex={0}
            aria-label={names[edge]}
            aria-valuemin={extent.from}
            aria-valuemax={extent.to}
            aria-valuenow={handles[edge]}
            aria-valuetext={format(handles[edge], edge)}
            onKeyDown={createKeyHandler(edge)}
            {...createDragHandlers(handles[edge], (value) => moveHandle(edge, value))}
          />
        ))}
      </div>
      {everything && selection && (
        <button type="button" className="chart-everything" onClick={showEverything}>
          {everything}
        </button>
      )}
    </div>
  )
})
