import { useCallback, useMemo, useRef, useState } from 'react'
import { indexRange, type RowSpan } from '#src/charts/data/readings.ts'
import { extentOf, viewOf } from '#src/charts/data/selection.ts'
import { drawnFrom } from '#src/charts/data/series.ts'
import { barStep, pointTicks, timeTicks } from '#src/charts/draw/steps.ts'
import type { AxisKind, AxisTick, ChartSeries, FrameFormats, FrameProps, Span } from '#src/charts/view/chart-props.ts'
import { useFrame, useNarrow, usePalette } from '#src/charts/view/use-look.ts'
import { useSelection } from '#src/charts/view/use-selection.ts'

/** Room for the labels of the line's axis: 8 digits of it fill 56 CSS px, further ones widen it. */
const axisWidthFor = (label: string) => Math.max(56, 14 + Math.ceil(5.25 * label.length))

/** The series, what of it is selected and in view, and where the crosshair is. Indices are of points; null stands for none. */
function usePosition(series: ChartSeries, props: FrameProps, axis: AxisKind) {
  const { from, to } = props.domain
  const domain = useMemo<Span>(() => ({ from, to }), [from, to])
  const extent = useMemo(() => extentOf(series.x, domain, axis), [series, domain, axis])
  const [selection, select] = useSelection(props, { extent, x: series.x }, axis)
  const [picked, pick] = useState<number | null>(null)
  const view = useMemo(() => viewOf(selection, domain, extent), [selection, domain, extent])
  const range = useMemo(() => indexRange(series, view), [series, view])
  const newest = useMemo(() => drawnFrom(series, series.x.length - 1, -1), [series])
  const cursor = picked !== null && picked >= range.first && picked <= range.last ? picked : null
  const resting = cursor ?? drawnFrom(series, range.last, -1) ?? newest
  return { domain, extent, selection, select, pick, view, range, newest, cursor, resting }
}

/** What every chart of a tidy series shares: its room, its look, what is in view. The crosshair rides on the series' line. */
export function useChart(series: ChartSeries, props: FrameProps & { readonly formats: FrameFormats }) {
  const { axis = 'time', formats, ticks: given } = props
  const box = useRef<HTMLDivElement>(null)
  const frame = useFrame(box)
  const palette = usePalette()
  const narrow = useNarrow()
  const position = usePosition(series, props, axis)
  const { domain, newest, view } = position

  const axisWidth = axisWidthFor(newest === null ? '' : formats.line(series.line[newest] ?? Number.NaN))
  const width = Math.max(1, (frame?.width ?? 0) - axisWidth)
  const ticks = useMemo(
    () =>
      given ??
      ((shown: Span, room: number): readonly AxisTick[] => {
        const places = axis === 'time' ? timeTicks(shown, domain.from, room) : pointTicks(shown, room)
        return places.map((at) => ({ at, text: formats.x(at) }))
      }),
    [given, domain, axis, formats],
  )
  const { x, xLong = x } = formats
  const nameRow = useCallback(
    (row: RowSpan) => xLong(axis === 'time' ? row.x : Math.max(0, Math.ceil(row.x))),
    [axis, xLong],
  )
  const step = barStep(view, width, narrow, axis)
  return { ...position, series, axis, box, frame, palette, narrow, axisWidth, width, ticks, step, nameRow }
}

export type ChartState = ReturnType<typeof useChart>
