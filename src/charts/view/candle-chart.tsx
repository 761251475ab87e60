import { useCallback, useMemo, useState } from 'react'

import { candleAt, createCandleCleaner, mergeCandles, toCloses } from '#src/charts/data/candles.ts'
import { type CleanCurves, createCurveCleaner } from '#src/charts/data/curves.ts'
import { barAt, findLast, type Reading, type RowSpan, toRowFigures, toRows } from '#src/charts/data/readings.ts'
import { createSeriesCleaner } from '#src/charts/data/series.ts'
import { type CandleScene, createCandlePlot, registerCandles } from '#src/charts/plot/candle-plot.ts'
import { ChartFrame } from '#src/charts/view/chart-frame.tsx'
import type { CandleChartProps, CandlePoint, CandleSeries, Curve } from '#src/charts/view/chart-props.ts'
import type { TableModel } from '#src/charts/view/chart-table.tsx'
import { toSecondaryRows, toSpokenRows } from '#src/charts/view/curve-rows.ts'
import { PlotCanvas } from '#src/charts/view/plot-canvas.tsx'
import { type ChartState, useChart, usePlotScene } from '#src/charts/view/use-chart.ts'

registerCandles()

const NO_CURVES: readonly Curve[] = []

/**
 * Candles with optional curves in a chart frame; the crosshair marks the closes. Memoise `series`,
 * `formats`, `labels`, `ticks` and `curves`. Load it lazily, because it imports Chart.js and its candles.
 */
export function CandleChart(props: CandleChartProps) {
  const [clean] = useState(createCandleCleaner)
  const candles = useMemo(() => clean(props.series), [clean, props.series])
  const { bars = null } = props
  const [cleanBars] = useState(createSeriesCleaner)
  const amounts = useMemo(
    () => bars && cleanBars({ x: props.series.x, line: bars.values, bars: null }).line,
    [cleanBars, props.series, bars],
  )
  const closes = useMemo(() => ({ ...toCloses(candles), bars: amounts }), [candles, amounts])
  const { curves = NO_CURVES } = props
  const [cleanCurves] = useState(createCurveCleaner)
  const cleanedCurves = useMemo(
    () => cleanCurves(toCloses(props.series), curves, null),
    [cleanCurves, props.series, curves],
  )
  const chart = useChart(closes, props)
  const reading = useReading(chart, props, candles, cleanedCurves)
  const scene = useScene(chart, props, candles, cleanedCurves, reading)

  return (
    <ChartFrame
      chart={chart}
      props={props}
      reading={reading}
      hasSecondaryRows
      toTable={useTable(chart, props, candles, cleanedCurves)}
    >
      {scene && (
        <PlotCanvas
          key={[bars !== null, ...curves.map(({ tone }) => tone)].join()}
          create={createCandlePlot}
          scene={scene}
          reading={chart.crosshair === null ? null : reading}
          xLabel={props.labels.x}
          handle={props.handle}
          planes={chart.planes}
          onDrawn={props.onDrawn}
        />
      )}
    </ChartFrame>
  )
}

function useScene(
  chart: ChartState,
  props: CandleChartProps,
  series: CandleSeries,
  curves: CleanCurves,
  reading: Reading | null,
) {
  const { width, isSized, domain, step, narrow } = chart
  const { bars: amounts } = chart.series
  const plotScene = usePlotScene(chart, props.formats, reading)
  const { line } = props.padding
  const { bars = null } = props
  return useMemo<CandleScene | null>(
    () =>
      isSized
        ? {
            ...plotScene,
            series,
            curves,
            bars: amounts,
            domain,
            barStep: step,
            barTick: (value) => bars?.formats.barTick(value, narrow) ?? '',
            padding: { line, bars: bars?.padding ?? 0 },
            width,
            baseline: null,
            hasDots: false,
          }
        : null,
    [isSized, plotScene, series, curves, amounts, domain, step, bars, narrow, line, width],
  )
}

/** Returns the reading of the slider's candle. */
function useReading(
  { activePoint, formatTitle, series, step, domain }: ChartState,
  props: CandleChartProps,
  candles: CandleSeries,
  cleanedCurves: CleanCurves,
) {
  const { formats, labels, curves = NO_CURVES, bars = null } = props
  return useMemo<Reading | null>(() => {
    if (activePoint === null) return null
    const candle = candleAt(candles, activePoint)
    const { x, open, high, low, close } = candle
    const secondary = 'label' as const
    const point = {
      line: close,
      curves: cleanedCurves.curves.map(({ values }) => values[activePoint] ?? Number.NaN),
      band: null,
    }
    const toBarText = () => bars?.formats.barLong(barAt(series, activePoint, step, domain)) ?? ''
    return {
      x,
      line: close,
      toText: () => ({
        title: formatTitle(x),
        rows: [
          { label: labels.open, text: formats.lineLong(open), secondary },
          { label: labels.high, text: formats.lineLong(high), secondary },
          { label: labels.low, text: formats.lineLong(low), secondary },
          { label: labels.close, text: formats.lineLong(close) },
          ...(bars ? [{ label: bars.labels.bar, text: toBarText() }] : []),
          ...toSecondaryRows(point, curves, null, formats),
        ],
      }),
      toSpoken: () =>
        [
          formats.point(candle),
          ...(bars ? [`${bars.labels.bar} ${toBarText()}`] : []),
          ...toSpokenRows(point, curves, null, formats),
        ].join(', '),
    }
  }, [activePoint, formatTitle, series, step, domain, candles, cleanedCurves, formats, labels, curves, bars])
}

const GAP: Omit<CandlePoint, 'x'> = { open: Number.NaN, high: Number.NaN, low: Number.NaN, close: Number.NaN }

/** Returns a function that creates the table. Its columns are the four prices of a candle, and the curves. */
function useTable(
  { series, view, step, domain, nameRow }: ChartState,
  props: CandleChartProps,
  candles: CandleSeries,
  cleanedCurves: CleanCurves,
) {
  const { formats, labels, curves = NO_CURVES, bars = null } = props
  return useCallback(
    (): TableModel => ({
      rows: toRows(series, view, step, domain),
      columnHeads: [
        labels.x,
        labels.open,
        labels.high,
        labels.low,
        labels.close,
        ...curves.map(({ label }) => label),
        ...(bars ? [bars.labels.barColumn] : []),
      ],
      rowHead: nameRow,
      cells: (row: RowSpan) => {
        const { open, high, low, close } = mergeCandles(candles, row.start, row.end) ?? GAP
        const curveValues = cleanedCurves.curves.map(({ values }) => findLast(values, row))
        const cells = [open, high, low, close, ...curveValues].map(formats.line)
        return bars ? [...cells, bars.formats.bar(toRowFigures(series, row).bar)] : cells
      },
    }),
    [series, view, step, domain, nameRow, candles, cleanedCurves, formats, labels, curves, bars],
  )
}
