import { useEffect, useLayoutEffect, useRef, useState } from 'react'

import type { Columns } from '#src/charts/data/columns.ts'
import { createReduction, reduceLine } from '#src/charts/data/reduce.ts'
import { continues } from '#src/charts/data/series.ts'
import { contextFor, type Frame } from '#src/charts/draw/frame.ts'
import { mapping, toValue } from '#src/charts/draw/paint.ts'
import { strokeLine } from '#src/charts/draw/stroke-line.ts'
import type { ChartSeries, Span } from '#src/charts/view/chart-props.ts'

/** Live points are painted at most once per this time. */
const REPAINT_MS = 1_000

/** Space above and below the line, CSS px. */
const PADDING = 6

interface Props {
  /** Shared with the plot. */
  readonly columns: Columns
  readonly series: ChartSeries
  readonly domain: Span
  readonly frame: Frame
  readonly color: string
}

const extremes = { low: 0, high: 0 }

function paint(canvas: HTMLCanvasElement, { columns, series, domain, frame, color }: Props): void {
  const context = contextFor(canvas, frame)
  columns.take(series)
  if (!context) return
  columns.extremes(0, columns.count, extremes)
  const flat = extremes.high > extremes.low ? 0 : 1
  const x = mapping(domain.from, domain.to, 0, frame.width)
  const y = mapping(extremes.low - flat, extremes.high + flat, frame.height - PADDING, PADDING)
  const count = Math.max(1, Math.ceil(frame.width * frame.ratio))
  const reduction = createReduction()
  reduceLine(columns, { from: domain.from, to: toValue(x, count / frame.ratio), count }, reduction)
  strokeLine(context, reduction, { x, y, ratio: frame.ratio }, { color, width: 1 })
}

/** True when only live points were added since the last painting. */
function isLiveUpdate(next: Props, painted: Props): boolean {
  if (next.frame !== painted.frame || next.color !== painted.color) return false
  if (next.series === painted.series) return next.domain === painted.domain
  return continues(next.series, painted.series)
}

/** The whole line in small. */
export function Overview(props: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [painting] = useState(createPainting)
  useLayoutEffect(() => {
    if (canvas.current) painting.show(canvas.current, props)
  }, [painting, props])
  useEffect(() => painting.stop, [painting])
  return <canvas ref={canvas} className="chart-range-line" />
}

function createPainting() {
  let latest: Props | null = null
  let painted: Props | null = null
  let paintedAt = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | null = null

  const stop = () => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    painted = null
  }
  function paintNow(canvas: HTMLCanvasElement): void {
    if (timer !== null) clearTimeout(timer)
    timer = null
    if (!latest) return
    paint(canvas, latest)
    painted = latest
    paintedAt = performance.now()
  }
  return {
    /** Paints now; after a live update, within `REPAINT_MS` of the last painting. */
    show(canvas: HTMLCanvasElement, next: Props): void {
      latest = next
      if (!painted || !isLiveUpdate(next, painted)) paintNow(canvas)
      else if (next.series !== painted.series) {
        timer ??= setTimeout(() => paintNow(canvas), paintedAt + REPAINT_MS - performance.now())
      }
    },
    stop,
  }
}
