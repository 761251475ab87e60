import { useCallback, useMemo, useRef, useState } from 'react'

import { createColumns } from '#src/charts/data/columns.ts'
import { indexRange, type Reading, type RowSpan } from '#src/charts/data/readings.ts'
import { findExtent, toView } from '#src/charts/data/selection.ts'
import { findDrawn, lowerBound } from '#src/charts/data/series.ts'
import { barStep, MINUTE_MS, pointTicks, timeStep, timeTicks } from '#src/charts/draw/steps.ts'
import type {
  AxisKind,
  AxisTick,
  BaseChartProps,
  BaseFormats,
  ChartSeries,
  Span,
} from '#src/charts/view/chart-props.ts'
import { createPlaneStore } from '#src/charts/view/plane.ts'
import { useNarrow, usePalette, usePlotSize } from '#src/charts/view/use-canvas-style.ts'
import { useSelection } from '#src/charts/view/use-selection.ts'

/** Usual width of a plot, CSS px. Before its layout, the rows of the table are computed from it. */
const toUsualWidth = (narrow: boolean) => (narrow ? 300 : 700)

/**
 * Returns the width of the line's axis, CSS px at normal text size: 56 for up to 8 characters, more
 * for longer labels.
 */
const toAxisWidth = (label: string) => Math.max(56, 14 + Math.ceil(5.25 * label.length))

/**
 * Returns the selection, the view and the crosshair. `newest`, `crosshair` and `activePoint` are
 * indices of points, or null.
 */
function usePosition(series: ChartSeries, props: BaseChartProps, axis: AxisKind) {
  const { from, to } = props.domain
  const domain = useMemo<Span>(() => ({ from, to }), [from, to])
  const extent = useMemo(() => findExtent(series.x, domain, axis), [series, domain, axis])
  const [selection, select] = useSelection(props, { extent, x: series.x }, axis)
  const [pickedPoint, pick] = useState<number | null>(null)
  const [start, setStart] = useState(extent.from)
  // Points were added before the start: the crosshair stays at its point.
  if (extent.from !== start) {
    setStart(extent.from)
    if (pickedPoint !== null && extent.from < start) pick(pickedPoint + lowerBound(series.x, start, 0, series.x.length))
  }
  const view = useMemo(() => toView(selection, domain, extent), [selection, domain, extent])
  const range = useMemo(() => indexRange(series, view), [series, view])
  const newest = useMemo(() => findDrawn(series, series.x.length - 1, -1), [series])
  const crosshair = pickedPoint !== null && pickedPoint >= range.first && pickedPoint <= range.last ? pickedPoint : null
  const activePoint = crosshair ?? findDrawn(series, range.last, -1) ?? newest
  return { domain, extent, selection, select, pick, view, range, newest, crosshair, activePoint }
}

/**
 * Returns the state that all charts of a clean series share: size, palette, selection, view,
 * crosshair, axis.
 */
export function useChart(series: ChartSeries, props: BaseChartProps & { readonly formats: BaseFormats }) {
  const { axis = 'time', formats, ticks: ticksProp } = props
  const box = useRef<HTMLDivElement>(null)
  const boxSize = usePlotSize(box, props.onDrawn)
  const palette = usePalette()
  const narrow = useNarrow()
  const [columns] = useState(createColumns)
  const [planes] = useState(createPlaneStore)
  const position = usePosition(series, props, axis)
  const { domain, newest, view } = position

  const { textScale } = palette
  const newestText = newest === null ? '' : formats.line(series.line[newest] ?? Number.NaN)
  const axisWidth = Math.ceil(toAxisWidth(newestText) * textScale)
  const width = Math.max(1, (boxSize?.width ?? 0) - axisWidth)
  const hasSeconds = axis === 'time' && !ticksProp && timeStep(view, width / textScale) < MINUTE_MS
  const { x, xLong = x, xSeconds } = formats
  const formatX = (hasSeconds && xSeconds) || x
  const formatTitle = (hasSeconds && xSeconds) || xLong
  const ticks = useMemo(
    () =>
      ticksProp ??
      ((visible: Span, plotWidth: number): readonly AxisTick[] => {
        const values = axis === 'time' ? timeTicks(visible, domain.from, plotWidth) : pointTicks(visible, plotWidth)
        return values.map((at) => ({ at, text: formatX(at) }))
      }),
    [ticksProp, domain, axis, formatX],
  )
  const nameRow = useCallback(
    (row: RowSpan) => xLong(axis === 'time' ? row.x : Math.max(Math.ceil(domain.from), Math.ceil(row.x))),
    [axis, xLong, domain],
  )
  const step = barStep(view, boxSize ? width : toUsualWidth(narrow), narrow, axis)
  return {
    ...position,
    series,
    columns,
    planes,
    axis,
    box,
    /** True when the chart has a size to draw in. */
    isSized: boxSize !== null,
    ratio: boxSize?.ratio ?? 1,
    palette,
    narrow,
    axisWidth,
    width,
    ticks,
    formatX,
    formatTitle,
    step,
    nameRow,
  }
}

export type ChartState = ReturnType<typeof useChart>

/** Returns what both kinds of plots show. */
export function usePlotScene(chart: ChartState, formats: BaseFormats, reading: Reading | null) {
  const { series, view, axis, ticks, axisWidth, ratio, palette, newest, formatX } = chart
  const texts = useMemo(() => ({ x: formatX, line: formats.line }), [formatX, formats])
  const last = useMemo(
    () => (newest === null ? null : { x: series.x[newest] ?? 0, line: series.line[newest] ?? 0 }),
    [series, newest],
  )
  const crosshair = chart.crosshair === null ? null : reading
  const { lineTick } = formats
  return useMemo(
    () => ({ view, axis, ticks, lineTick, axisWidth, ratio, palette, texts, last, crosshair }),
    [view, axis, ticks, lineTick, axisWidth, ratio, palette, texts, last, crosshair],
  )
}
