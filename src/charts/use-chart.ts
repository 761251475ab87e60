import { useMemo, useState } from 'react'

import type { ChartPoint, PriceChartProps, Span } from '#src/charts/chart-props.ts'
import type { Frame } from '#src/charts/frame.ts'
import type { Palette } from '#src/charts/palette.ts'
import type { PlotScene } from '#src/charts/plot.ts'
import { indexRange, pointAt } from '#src/charts/readings.ts'
import { extentOf, type Selection, viewOf } from '#src/charts/selection.ts'
import { drawnFrom, tidySeries } from '#src/charts/series.ts'
import { barStep } from '#src/charts/steps.ts'

/** Room for the labels of the line's axis: 8 digits of it fill 56 CSS px, further ones widen it. */
const axisWidthFor = (label: string) => Math.max(56, 14 + Math.ceil(5.25 * label.length))

/** Where the chart is drawn; `frame` is null until that is known. */
interface Place {
  readonly frame: Frame | null
  readonly palette: Palette
  readonly narrow: boolean
}

/** The series in order, what of it is selected and in view, and where the crosshair is. */
function usePosition({ series: given, domain: { from, to } }: PriceChartProps) {
  const domain = useMemo<Span>(() => ({ from, to }), [from, to])
  const series = useMemo(() => tidySeries(given), [given])
  const extent = useMemo(() => extentOf(series.x, domain), [series, domain])
  const [selection, select] = useState<Selection | null>(null)
  const [picked, pick] = useState<number | null>(null)
  const view = useMemo(() => viewOf(selection, domain, extent), [selection, domain, extent])
  const range = useMemo(() => indexRange(series, view), [series, view])
  const newest = useMemo(() => drawnFrom(series, series.x.length - 1, -1), [series])
  const cursor = picked !== null && picked >= range.first && picked <= range.last ? picked : null
  const resting = cursor ?? drawnFrom(series, range.last, -1) ?? newest
  return { domain, series, extent, selection, select, pick, view, range, newest, cursor, resting }
}

/** Everything that the parts of a price chart share. Indices are of points; null stands for none. */
export function useChart(props: PriceChartProps, { frame, palette, narrow }: Place) {
  const position = usePosition(props)
  const { series, domain, view, newest, cursor, resting } = position
  const { baseline, padding, formats } = props

  const axisWidth = axisWidthFor(newest === null ? '' : formats.line(series.line[newest] ?? Number.NaN))
  const width = Math.max(1, (frame?.width ?? 0) - axisWidth)
  const step = barStep(view, width, narrow)
  const point = (index: number | null): ChartPoint | null =>
    index === null ? null : pointAt(series, index, step, domain)

  const level = baseline?.value ?? null
  const { line, bars } = padding
  const scene = useMemo<PlotScene | null>(
    () =>
      frame && {
        series,
        view,
        domain,
        baseline: level,
        padding: { line, bars },
        barStep: step,
        axisWidth,
        frame,
        palette,
      },
    [series, view, domain, level, line, bars, step, axisWidth, frame, palette],
  )
  return {
    ...position,
    width,
    step,
    scene,
    lastPoint: point(newest),
    cursorPoint: point(cursor),
    restingPoint: point(resting),
  }
}
