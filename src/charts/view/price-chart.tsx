import { useCallback, useMemo, useState } from 'react'

import { type CleanCurves, createCurveCleaner } from '#src/charts/data/curves.ts'
import { barAt, findLast, type Reading, type RowSpan, toRowFigures, toRows } from '#src/charts/data/readings.ts'
import { createSeriesCleaner } from '#src/charts/data/series.ts'
import { registerColumns } from '#src/charts/plot/column-controllers.ts'
import { createPricePlot, type PriceScene } from '#src/charts/plot/price-plot.ts'
import { ChartFrame } from '#src/charts/view/chart-frame.tsx'
import type { ChartPoint, Curve, PriceChartProps } from '#src/charts/view/chart-props.ts'
import type { TableModel } from '#src/charts/view/chart-table.tsx'
import { toSecondaryRows, toSpokenRows } from '#src/charts/view/curve-rows.ts'
import { PlotCanvas } from '#src/charts/view/plot-canvas.tsx'
import { type ChartState, useChart, usePlotScene } from '#src/charts/view/use-chart.ts'

registerColumns()

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
  const [cleanCurves] = useState(createCurveCleaner)
  const cleanedCurves = useMemo(() => cleanCurves(seriesProp, curves, band), [cleanCurves, seriesProp, curves, band])
  const chart = useChart(series, props)
  const reading = useReading(chart, props, cleanedCurves)
  const scene = useScene(chart, props, cleanedCurves, reading)
  const { columns, crosshair } = chart
  const parts = [series.bars !== null, ...curves.map(({ tone }) => tone), band !== null]

  return (
    <ChartFrame
      chart={chart}
      props={props}
      reading={reading}
      hasSecondaryRows={curves.length > 0 || band !== null}
      toTable={useTable(chart, props, cleanedCurves)}
    >
      {scene && (
        <PlotCanvas
          key={parts.join()}
          create={(first) => createPricePlot(first, columns)}
          scene={scene}
          reading={crosshair === null ? null : reading}
          xLabel={props.labels.x}
          handle={props.handle}
          planes={chart.planes}
          onDrawn={props.onDrawn}
        />
      )}
    </ChartFrame>
  )
}

function useScene(chart: ChartState, props: PriceChartProps, curves: CleanCurves, reading: Reading | null) {
  const { series, domain, step, narrow, isSized } = chart
  const plotScene = usePlotScene(chart, props.formats, reading)
  const { baseline, formats } = props
  const { line, bars } = props.padding
  return useMemo<PriceScene | null>(
    () =>
      isSized
        ? {
            ...plotScene,
            series,
            curves,
            domain,
            baseline,
            padding: { line, bars },
            barStep: step,
            barTick: (value) => formats.barTick(value, narrow),
            hasDots: chart.axis === 'time',
          }
        : null,
    [isSized, plotScene, series, curves, domain, baseline, line, bars, step, formats, narrow, chart.axis],
  )
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
            ...toSecondaryRows(point, curves, band, formats),
          ],
        }
      },
      toSpoken: () => {
        const point = toPoint()
        return [formats.point(point), ...toSpokenRows(point, curves, band, formats)].join(', ')
      },
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
