import { useCallback, useMemo, useState } from 'react'

import { bucketStart } from '#src/charts/data/buckets.ts'
import { tidyCurves } from '#src/charts/data/curves.ts'
import {
  barAt,
  figuresOf,
  lastOf,
  type Reading,
  type ReadingRow,
  type RowSpan,
  rowsOf,
} from '#src/charts/data/readings.ts'
import { createTidier } from '#src/charts/data/series.ts'
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
 * A line over bars, or alone, with curves and a band: with a crosshair, a range selector, and the same in words and figures.
 * Its height is the style sheet's (`--chart-height`). Memoise `formats`, `labels`, `ticks`, `curves` and `band`: what is made
 * of them is made anew when they are others. Load it lazily, for Chart.js comes with it.
 */
export function PriceChart(props: PriceChartProps) {
  const { series: given, curves = NO_CURVES, band = null } = props
  const [tidy] = useState(createTidier)
  const series = useMemo(() => tidy(given), [tidy, given])
  const beside = useMemo(() => tidyCurves(given, curves, band), [given, curves, band])
  const chart = useChart(series, props)
  const { domain, newest, cursor } = chart
  const { baseline, formats } = props

  const reading = useReading(chart, props, beside)
  const texts = useMemo(
    () => ({ ...formats, barTick: (value: number) => formats.barTick(value, chart.narrow) }),
    [formats, chart.narrow],
  )
  const last = useMemo(
    () => (newest === null ? null : { x: series.x[newest] ?? 0, line: series.line[newest] ?? 0 }),
    [series, newest],
  )
  const { step } = chart
  const bucketOf = useCallback(
    ({ buckets }: PlotGeometry, x: number) =>
      buckets && Math.round((bucketStart(x, step, domain) - buckets.from) / buckets.step),
    [step, domain],
  )
  const scene = useScene(chart, props, beside)
  const panes = series.bars ? 2 : 1

  return (
    <ChartFrame
      chart={chart}
      props={props}
      reading={reading}
      further={curves.length > 0 || band !== null}
      table={useTable(chart, props, beside)}
    >
      {scene && (
        <PlotCanvas
          key={panes}
          create={() => createPlot(panes)}
          scene={scene}
          texts={texts}
          baseline={baseline}
          last={last}
          cursor={cursor === null ? null : reading}
          bucketOf={bucketOf}
          dotted={chart.axis === 'time'}
          label={props.labels.x}
        />
      )}
    </ChartFrame>
  )
}

type Beside = ReturnType<typeof tidyCurves>

function useScene(chart: ChartState, { baseline, padding: { line, bars } }: PriceChartProps, curves: Beside) {
  const { series, view, domain, axis, ticks, step, axisWidth, frame, palette } = chart
  const level = baseline?.value ?? null
  return useMemo<PlotScene | null>(
    () =>
      frame && {
        series,
        curves,
        view,
        domain,
        axis,
        ticks,
        baseline: level,
        padding: { line, bars },
        barStep: step,
        axisWidth,
        frame,
        palette,
      },
    [series, curves, view, domain, axis, ticks, level, line, bars, step, axisWidth, frame, palette],
  )
}

/** The further rows of a point: its curves, and the edges of the band from above. */
function furtherRows(point: ChartPoint, curves: readonly Curve[], band: Band | null, text: (value: number) => string) {
  const rows: ReadingRow[] = curves.map(({ label, tone }, at) => ({
    label,
    text: text(point.curves[at] ?? Number.NaN),
    further: tone,
  }))
  if (!band || !point.band) return rows
  const { high, low } = band.labels
  return [
    ...rows,
    { label: high, text: text(point.band.high), further: 'band' as const },
    { label: low, text: text(point.band.low), further: 'band' as const },
  ]
}

/** What is told of the point that the slider stands at. */
function useReading(
  chart: ChartState,
  { formats, labels, curves = NO_CURVES, band = null }: PriceChartProps,
  beside: Beside,
) {
  const { series, domain, step, resting } = chart
  return useMemo<Reading | null>(() => {
    if (resting === null) return null
    const point: ChartPoint = {
      x: series.x[resting] ?? Number.NaN,
      line: series.line[resting] ?? Number.NaN,
      bar: barAt(series, resting, step, domain),
      curves: beside.curves.map(({ values }) => values[resting] ?? Number.NaN),
      band: beside.band && {
        low: beside.band.low[resting] ?? Number.NaN,
        high: beside.band.high[resting] ?? Number.NaN,
      },
    }
    return {
      x: point.x,
      line: point.line,
      title: (formats.xLong ?? formats.x)(point.x),
      rows: [
        { label: labels.line, text: formats.lineLong(point.line) },
        ...(series.bars ? [{ label: labels.bar, text: formats.barLong(point.bar) }] : []),
        ...furtherRows(point, curves, band, formats.lineLong),
      ],
      spoken: formats.point(point),
    }
  }, [series, domain, step, resting, beside, formats, labels, curves, band])
}

/** The table's columns: the line, its range where a row has several points, curves and band, and the bars. */
function useTable(chart: ChartState, { formats, labels, curves = NO_CURVES, band }: PriceChartProps, beside: Beside) {
  const { series, view, step, domain, nameRow } = chart
  return useMemo<TableModel>(() => {
    const rows = rowsOf(series, view, step, domain)
    const ranged = rows.step !== null
    const cells = (row: RowSpan) => {
      const { line, low, high, bar } = figuresOf(series, row)
      const edges = beside.band ? [lastOf(beside.band.high, row), lastOf(beside.band.low, row)] : []
      const values = [
        line,
        ...(ranged ? [low, high] : []),
        ...beside.curves.map((curve) => lastOf(curve.values, row)),
        ...edges,
      ]
      return [...values.map(formats.line), ...(series.bars ? [formats.bar(bar)] : [])]
    }
    return {
      rows,
      heads: [
        labels.x,
        labels.line,
        ...(ranged ? [labels.low, labels.high] : []),
        ...curves.map(({ label }) => label),
        ...(band ? [band.labels.high, band.labels.low] : []),
        ...(series.bars ? [labels.barColumn] : []),
      ],
      head: nameRow,
      cells,
    }
  }, [series, view, step, domain, beside, formats, labels, curves, band, nameRow])
}
