import { memo, useLayoutEffect, useRef } from 'react'

import type { Columns } from '#src/charts/data/columns.ts'
import { reduceLine } from '#src/charts/data/reduce.ts'
import { type CanvasSize, prepareContext } from '#src/charts/draw/canvas-size.ts'
import { mapping, toValue } from '#src/charts/draw/paint.ts'
import { strokeLine } from '#src/charts/draw/stroke-line.ts'
import type { ChartSeries, Span } from '#src/charts/view/chart-props.ts'

/** Space above and below the line, CSS px. */
const PADDING = 6

interface Props {
  /** Shared with the plot; they may have newer points than `series`. */
  readonly columns: Columns
  readonly series: ChartSeries
  readonly domain: Span
  readonly canvasSize: CanvasSize
  readonly color: string
}

/** Output of `columns.extremes`, reused to avoid allocations. */
const extremes = { low: 0, high: 0 }

/** Draws the whole line in the range selector. */
export const Overview = memo(function Overview({ columns, series, domain, canvasSize, color }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)

  useLayoutEffect(() => {
    const context = canvas.current && prepareContext(canvas.current, canvasSize)
    if (!columns.includes(series)) columns.setSeries(series)
    if (!context) return
    columns.extremes(0, columns.count, extremes)
    const flatPadding = extremes.high > extremes.low ? 0 : 1
    const x = mapping(domain.from, domain.to, 0, canvasSize.width)
    const y = mapping(extremes.low - flatPadding, extremes.high + flatPadding, canvasSize.height - PADDING, PADDING)
    const pixelCount = Math.max(1, Math.ceil(canvasSize.width * canvasSize.ratio))
    const line = reduceLine(columns, {
      from: domain.from,
      to: toValue(x, pixelCount / canvasSize.ratio),
      count: pixelCount,
    })
    strokeLine(context, line, { x, y, ratio: canvasSize.ratio }, { color, width: 1 })
  }, [series, domain, canvasSize, color, columns])

  return <canvas ref={canvas} className="chart-range-line" />
})
