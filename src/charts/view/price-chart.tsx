import { useCallback, useMemo, useState } from 'react'

import { bucketStart } from '#src/charts/data/buckets.ts'
import { cleanCurves } from '#src/charts/data/curves.ts'
import {
  barAt,
  findLast,
  type Reading,
  type ReadingRow,
  type RowSpan,
  toRowFigures,
  toRows,
} from '#src/charts/data/readings.ts'
import { createSeriesCleaner } from '#src/charts/data/series.ts'
import type { PlotGeometry } from '#src/charts/draw/plot-geometry.ts'
import { registerCurves } from '#src/charts/plot/curve-controllers.ts'
import { createPlot, type PlotScene } from '#src/charts/plot/plot.ts'
import { registerPlot } from '#src/charts/plot/plot-controllers.ts'
import { ChartFrame } from '#src/charts/view/chart-frame.tsx'
import type { Band, ChartPoint, Curve, PriceChartProps } from '#src/charts/view/chart-props.ts'
import type { TableModel } from '#src/charts/view/chart-table.tsx'
import { PlotCanvas } from '#src/charts/view/plot-canvas.tsx'
import { type ChartState, useChart } from '#src/charts/view/use-chart.ts'

registerPlot()
registerCurves()

const NO_CURVES: readonly Curve[] = []

/**
 * A line, with optional bars, curves and a band, in a chart frame. The style sheet sets the height
 * (`--chart-height`). Memoise `formats`, `labels`, `ticks`, `curves` and `band`. Load it lazily,
 * because it imports Chart.js.
 */
export function PriceChart(props: PriceChartProps) {
  const { series: seriesProp, curves = NO_CURVES, band = null } = props
  const [clean] = useState(createSeriesCleaner)
  const series = useMemo(() => clean(seriesProp), [clean, seriesProp])
  const cleanedCurves = useMemo(() => cleanCurves(seriesProp, curves, band), [seriesProp, curves, band])
  const chart = useChart(series, props)
  const { domain, newest, crosshair, columns, formatX, narrow, step } = chart
  const { baseline, formats } = props

  const reading = useReading(chart, props, cleanedCurves)
  const texts = useMemo(
    () => ({ ...formats, x: formatX, barTick: (value: number) => formats.barTick(value, narrow) }),
    [formats, formatX, narrow],
  )
  const last = useMemo(
    () => (newest === null ? null : { x: series.x[newest] ?? 0, line: series.line[newest] ?? 0 }),
    [series, newest],
  )
  const findBucket = useCallback(
    ({ buckets }: PlotGeometry, x: number) =>
      buckets && Math.round((bucketStart(x, step, domain) - buckets.from) / buckets.step),
    [step, domain],
  )
  const scene = useScene(chart, props, cleanedCurves)
  const panes = series.bars ? 2 : 1
  const hasCurves = curves.length > 0 || band !== null

  return (
    <ChartFrame
      chart={chart}
      props={props}
      reading={reading}
      hasSecondaryRows={hasCurves}
      toTable={useTable(chart, props, cleanedCurves)}
    >
      {scene && (
        <PlotCanvas
          key={`${panes}${hasCurves}`}
          create={() => createPlot({ panes, hasCurves }, columns)}
          scene={scene}
          texts={texts}
          baseline={baseline}
          last={last}
          crosshair={crosshair === null ? null : reading}
          findBucket={findBucket}
          hasDots={chart.axis === 'time'}
          xLabel={props.labels.x}
          onDrawn={props.onDrawn}
        />
      )}
    </ChartFrame>
  )
}

type CleanCurves = ReturnType<typeof cleanCurves>

function useScene(chart: ChartState, { baseline, padding: { line, bars } }: PriceChartProps, curves: CleanCurves) {
  const { series, view, domain, axis, ticks, step, axisWidth, canvasSize, palette } = chart
  const baselineValue = baseline?.value ?? null
  return useMemo<PlotScene | null>(
    () =>
      canvasSize && {
        series,
        curves,
        view,
        domain,
        axis,
        ticks,
        baseline: baselineValue,
        padding: { line, bars },
        barStep: step,
        axisWidth,
        canvasSize,
        palette,
      },
    [series, curves, view, domain, axis, ticks, baselineValue, line, bars, step, axisWidth, canvasSize, palette],
  )
}

/** Returns the rows of a point's curves, then of the band's upper and lower edge. */
function toSecondaryRows(
  point: ChartPoint,
  curves: readonly Curve[],
  band: Band | null,
  format: (value: number) => string,
) {
  const rows: ReadingRow[] = curves.map(({ label, tone }, index) => ({
    label,
    text: format(point.curves[index] ?? Number.NaN),
    secondary: tone,
  }))
  if (!band || !point.band) return rows
  const { high, low } = band.labels
  return [
    ...rows,
    { label: high, text: format(point.band.high), secondary: 'band' as const },
    { label: low, text: format(point.band.low), secondary: 'band' as const },
  ]
}

/** Returns the reading of the slider's point. */
function useReading(
  chart: ChartState,
  { formats, labels, curves = NO_CURVES, band = null }: PriceChartProps,
  cleanedCurves: CleanCurves,
) {
  const { series, domain, step, activePoint, formatTitle } = chart
  return useMemo<Reading | null>(() => {
    if (activePoint === null) return null
    const x = series.x[activePoint] ?? Number.NaN
    const line = series.line[activePoint] ?? Number.NaN
    const toPoint = (): ChartPoint => ({
      x,
      line,
      bar: barAt(series, activePoint, step, domain),
      curves: cleanedCurves.curves.map(({ values }) => values[activePoint] ?? Number.NaN),
      band: cleanedCurves.band && {
        low: cleanedCurves.band.low[activePoint] ?? Number.NaN,
        high: cleanedCurves.band.high[activePoint] ?? Number.NaN,
      },
    })
    return {
      x,
      line,
      toText: () => {
        const point = toPoint()
        return {
          title: formatTitle(x),
          rows: [
            { label: labels.line, text: formats.lineLong(line) },
            ...(series.bars ? [{ label: labels.bar, text: formats.barLong(point.bar) }] : []),
            ...toSecondaryRows(point, curves, band, formats.lineLong),
          ],
        }
      },
      toSpoken: () => formats.point(toPoint()),
    }
  }, [series, domain, step, activePoint, formatTitle, cleanedCurves, formats, labels, curves, band])
}

/**
 * Returns a function that creates the table. The columns are the line, its range if rows have
 * several points, curves, band and bars.
 */
function useTable(
  chart: ChartState,
  { formats, labels, curves = NO_CURVES, band }: PriceChartProps,
  cleanedCurves: CleanCurves,
) {
  const { series, view, step, domain, nameRow } = chart
  return useCallback((): TableModel => {
    const rows = toRows(series, view, step, domain)
    const hasRanges = rows.step !== null
    const toCells = (row: RowSpan) => {
      const { line, low, high, bar } = toRowFigures(series, row)
      const edges = cleanedCurves.band
        ? [findLast(cleanedCurves.band.high, row), findLast(cleanedCurves.band.low, row)]
        : []
      const values = [
        line,
        ...(hasRanges ? [low, high] : []),
        ...cleanedCurves.curves.map((curve) => findLast(curve.values, row)),
        ...edges,
      ]
      return [...values.map(formats.line), ...(series.bars ? [formats.bar(bar)] : [])]
    }
    return {
      rows,
      columnHeads: [
        labels.x,
        labels.line,
        ...(hasRanges ? [labels.low, labels.high] : []),
        ...curves.map(({ label }) => label),
        ...(band ? [band.labels.high, band.labels.low] : []),
        ...(series.bars ? [labels.barColumn] : []),
      ],
      rowHead: nameRow,
      cells: toCells,
    }
  }, [series, view, step, domain, cleanedCurves, formats, labels, curves, band, nameRow])
}
