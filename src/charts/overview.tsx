import { useLayoutEffect, useRef, useState } from 'react'

import type { ChartSeries, Span } from '#src/charts/chart-props.ts'
import { createColumns } from '#src/charts/columns.ts'
import { contextFor, type Frame } from '#src/charts/frame.ts'
import { linePath, mapping } from '#src/charts/paint.ts'
import { createReduction, reduceLine } from '#src/charts/reduce.ts'

/** Room above and below the line, CSS px. */
const PADDING = 6

interface Props {
  readonly series: ChartSeries
  readonly domain: Span
  readonly frame: Frame
  readonly color: string
}

const extremes = { low: 0, high: 0 }

/** The whole line in small, as high as its frame allows. */
export function Overview({ series, domain, frame, color }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [columns] = useState(createColumns)
  const [reduction] = useState(createReduction)

  useLayoutEffect(() => {
    const context = canvas.current && contextFor(canvas.current, frame)
    columns.take(series)
    if (!context) return
    const count = Math.max(1, Math.floor(frame.width * frame.ratio))
    reduceLine(columns, { ...domain, count }, reduction)
    columns.extremes(0, columns.count, extremes)
    const flat = extremes.high > extremes.low ? 0 : 1
    const x = mapping(domain.from, domain.to, 0, frame.width)
    const y = mapping(extremes.low - flat, extremes.high + flat, frame.height - PADDING, PADDING)
    context.strokeStyle = color
    context.lineWidth = 1
    context.lineJoin = 'bevel'
    context.lineCap = 'round'
    context.stroke(linePath(reduction, x, y))
  }, [series, domain, frame, color, columns, reduction])

  return <canvas ref={canvas} className="chart-range-line" />
}
