import { useCallback, useMemo, useState } from 'react'

import { candleAt, createCandleCleaner, mergeCandles, toCloses } from '#src/charts/data/candles.ts'
import { type Reading, type RowSpan, toRows } from '#src/charts/data/readings.ts'
import { type CandleScene, createCandlePlot, registerCandles } from '#src/charts/plot/candle-plot.ts'
import { ChartFrame } from '#src/charts/view/chart-frame.tsx'
import type { CandleChartProps, CandlePoint, CandleSeries } from '#src/charts/view/chart-props.ts'
import type { TableModel } from '#src/charts/view/chart-table.tsx'
import { PlotCanvas } from '#src/charts/view/plot-canvas.tsx'
import { type ChartState, useChart, usePlotScene } from '#src/charts/view/use-chart.ts'

registerCandles()

/**
 * Candles in a chart frame; the crosshair marks their closes. Memoise `series`, `formats`,
 * `labels` and `ticks`. Load it lazily, because it imports Chart.js and its candles.
 */
export function CandleChart(props: CandleChartProps) {
  const [clean] = useState(createCandleCleaner)
  const candles = useMemo(() => clean(props.series), [clean, props.series])
  const closes = useMemo(() => toCloses(candles), [candles])
  const chart = useChart(closes, props)
  const reading = useReading(chart, props, candles)
  const scene = useScene(chart, props, candles, reading)

  return (
    <ChartFrame
      chart={chart}
      props={props}
      reading={reading}
      hasSecondaryRows
      toTable={useTable(chart, props, candles)}
    >
      {scene && (
        <PlotCanvas
          create={createCandlePlot}
          scene={scene}
          reading={chart.crosshair === null ? null : reading}
          xLabel={props.labels.x}
          onDrawn={props.onDrawn}
        />
      )}
    </ChartFrame>
  )
}

function useScene(chart: ChartState, props: CandleChartProps, series: CandleSeries, reading: Reading | null) {
  const { width, isSized } = chart
  const plotScene = usePlotScene(chart, props.formats, reading)
  const { line } = props.padding
  return useMemo<CandleScene | null>(
    () => (isSized ? { ...plotScene, series, padding: { line }, width, baseline: null, hasDots: false } : null),
    [isSized, plotScene, series, line, width],
  )
}

/** Returns the reading of the slider's candle. */
function useReading({ activePoint, formatTitle }: ChartState, props: CandleChartProps, candles: CandleSeries) {
  const { formats, labels } = props
  return useMemo<Reading | null>(() => {
    if (activePoint === null) return null
    const candle = candleAt(candles, activePoint)
    const { x, open, high, low, close } = candle
    const secondary = 'label' as const
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
        ],
      }),
      toSpoken: () => formats.point(candle),
    }
  }, [activePoint, formatTitle, candles, formats, labels])
}

const GAP: Omit<CandlePoint, 'x'> = { open: Number.NaN, high: Number.NaN, low: Number.NaN, close: Number.NaN }

/** Returns a function that creates the table. Its columns are the four prices of a candle. */
function useTable({ series, view, step, domain, nameRow }: ChartState, props: CandleChartProps, candles: CandleSeries) {
  const { formats, labels } = props
  return useCallback(
    (): TableModel => ({
      rows: toRows(series, view, step, domain),
      columnHeads: [labels.x, labels.open, labels.high, labels.low, labels.close],
      rowHead: nameRow,
      cells: ({ start, end }: RowSpan) => {
        const { open, high, low, close } = mergeCandles(candles, start, end) ?? GAP
        return [open, high, low, close].map(formats.line)
      },
    }),
    [series, view, step, domain, nameRow, candles, formats, labels],
  )
}
