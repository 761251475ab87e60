import { type KeyboardEvent, memo, type PointerEvent, useMemo, useRef } from 'react'
import { type Edge, edgeAfterKey, handlesOf, moveEdge, moveSpan, type Selection } from '#src/charts/data/selection.ts'
import type { ChartSeries, Span } from '#src/charts/view/chart-props.ts'
import { Overview } from '#src/charts/view/overview.tsx'

const HEIGHT = 36
/** Half the width of a handle as it is seen: at the ends of the strip it stays inside. */
const HALF_HANDLE = 5
const EDGES: readonly Edge[] = ['from', 'to']

interface Props {
  readonly series: ChartSeries
  readonly domain: Span
  readonly extent: Span
  readonly selection: Selection | null
  /** Width of the strip, that of the plot without its axis (CSS px), and device px to each. */
  readonly width: number
  readonly ratio: number
  readonly color: string
  readonly steps: { readonly arrow: number; readonly page: number }
  readonly names: Record<Edge, string>
  /** The text of a handle that stands at `value`. */
  readonly format: (value: number, edge: Edge) => string
  /** Name of the button that shows everything again, at the end of the strip. */
  readonly everything: string | undefined
  readonly onSelect: (selection: Selection | null) => void
}

/** The whole line in small, and two handles for the part of it that the plot shows; what lies between them can be dragged too. */
export const RangeSelector = memo(function RangeSelector(props: Props) {
  const { series, domain, extent, selection, width, ratio, color, steps, names, format, everything, onSelect } = props
  const frame = useMemo(() => ({ width, height: HEIGHT, ratio }), [width, ratio])
  const strip = useRef<HTMLDivElement>(null)
  const begin = useRef<HTMLDivElement>(null)
  /** From the value that is dragged to where the pointer took hold of it. */
  const grip = useRef(0)
  const handles = handlesOf(selection, extent)
  const perPixel = (domain.to - domain.from) / Math.max(1, width)
  const toLeft = (value: number) => (value - domain.from) / perPixel
  const valueAt = ({ clientX }: PointerEvent) =>
    domain.from + (clientX - (strip.current?.getBoundingClientRect().left ?? 0)) * perPixel

  const dragging = (value: number, onDrag: (value: number) => void) => ({
    onPointerDown(event: PointerEvent) {
      grip.current = valueAt(event) - value
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove(event: PointerEvent) {
      if (event.currentTarget.hasPointerCapture(event.pointerId)) onDrag(valueAt(event) - grip.current)
    },
  })
  const moveHandle = (edge: Edge, value: number) => onSelect(moveEdge(selection, extent, edge, value, steps.arrow))
  /** The button goes with the selection, so the focus moves on to the handle beside it. */
  const showEverything = () => {
    begin.current?.focus({ preventScroll: true })
    onSelect(null)
  }
  const onKeyDown = (edge: Edge) => (event: KeyboardEvent) => {
    const value = edgeAfterKey(event.key, handles[edge], extent, steps)
    if (value === null || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    moveHandle(edge, value)
  }

  if (series.x.length === 0) return <div className="chart-range" style={{ width }} />
  return (
    <div className="chart-foot">
      <div ref={strip} className="chart-range" style={{ width }}>
        <div
          className="chart-range-span"
          style={{ left: toLeft(handles.from), width: Math.max(0, toLeft(handles.to) - toLeft(handles.from)) }}
          {...dragging(handles.from, (value) => onSelect(moveSpan(selection, extent, value)))}
        />
        <Overview series={series} domain={domain} frame={frame} color={color} />
        {EDGES.map((edge) => (
          <div
            key={edge}
            ref={edge === 'from' ? begin : undefined}
            className="chart-range-handle"
            style={{ left: Math.min(width - HALF_HANDLE, Math.max(HALF_HANDLE, toLeft(handles[edge]))) }}
            role="slider"
            tabIndex={0}
            aria-label={names[edge]}
            aria-valuemin={extent.from}
            aria-valuemax={extent.to}
            aria-valuenow={handles[edge]}
            aria-valuetext={format(handles[edge], edge)}
            onKeyDown={onKeyDown(edge)}
            {...dragging(handles[edge], (value) => moveHandle(edge, value))}
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
