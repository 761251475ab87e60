import { useMemo, useState } from 'react'
import { candleAt, closesOf, createCandleTidier, mergedCandle } from '#src/charts/data/candles.ts'
import { type Reading, type RowSpan, rowsOf } from '#src/charts/data/readings.ts'
import { type CandleScene, createCandlePlot, registerCandles } from '#src/charts/plot/candle-plot.ts'
import { ChartFrame } from '#src/charts/view/chart-frame.tsx'
import type { CandleChartProps, CandlePoint, CandleSeries } from '#src/charts/view/chart-props.ts'
import type { TableModel } from '#src/charts/view/chart-table.tsx'
import { PlotCanvas } from '#src/charts/view/plot-canvas.tsx'
import { type ChartState, useChart } from '#src/charts/view/use-chart.ts'

registerCandles()

/**
 * Candles in the frame of the price chart: the crosshair rides on their closes. Memoise `series`, `formats`, `labels` and
 * `ticks`. Load it lazily, for Chart.js and its candles come with it.
 */
export function CandleChart(props: CandleChartProps) {
  const [tidy] = useState(createCandleTidier)
  const candles = useMemo(() => tidy(props.series), [tidy, props.series])
  const closes = useMemo(() => closesOf(candles), [candles])
  const chart = useChart(closes, props)
  const { newest, cursor } = chart
  const reading = useReading(chart, props, candles)
  const last = useMemo(
    () => (newest === null ? null : { x: closes.x[newest] ?? 0, line: closes.line[newest] ?? 0 }),
    [closes, newest],
  )
  const scene = useScene(chart, props, candles)

  return (
    <ChartFrame chart={chart} props={props} reading={reading} further table={useTable(chart, props, candles)}>
      {scene && (
        <PlotCanvas
          create={createCandlePlot}
          scene={scene}
          texts={props.formats}
          baseline={null}
          last={last}
          cursor={cursor === null ? null : reading}
          dotted={false}
          label={props.labels.x}
        />
      )}
    </ChartFrame>
  )
}

function useScene(chart: ChartState, { padding: { line } }: CandleChartProps, series: CandleSeries) {
  const { view, axis, ticks, axisWidth, frame, palette } = chart
  return useMemo<CandleScene | null>(
    () => frame && { series, view, axis, ticks, padding: { line }, axisWidth, frame, palette },
    [series, view, axis, ticks, line, axisWidth, frame, palette],
  )
}

/** What is told of the candle that the slider stands at. */
function useReading({ resting }: ChartState, { formats, labels }: CandleChartProps, candles: CandleSeries) {
  return useMemo<Reading | null>(() => {
    if (resting === null) return null
    const candle = candleAt(candles, resting)
    const { x, open, high, low, close } = candle
    const further = 'label' as const
    return {
      x,
      line: close,
      title: (formats.xLong ?? formats.x)(x),
      rows: [
        { label: labels.open, text: formats.lineLong(open), further },
        { label: labels.high, text: formats.lineLong(high), further },
        { label: labels.low, text: formats.lineLong(low), further },
        { label: labels.close, text: formats.lineLong(close) },
      ],
      spoken: formats.point(candle),
    }
  }, [resting, candles, formats, labels])
}

const GAP: Omit<CandlePoint, 'x'> = { open: Number.NaN, high: Number.NaN, low: Number.NaN, close: Number.NaN }

/** The table's columns: the four numbers of a candle, or of several as one. */
function useTable({ series, view, step, domain, nameRow }: ChartState, props: CandleChartProps, candles: CandleSeries) {
  const { formats, labels } = props
  return useMemo<TableModel>(
    () => ({
      rows: rowsOf(series, view, step, domain),
      heads: [labels.x, labels.open, labels.high, labels.low, labels.close],
      head: nameRow,
      cells: ({ start, end }: RowSpan) => {
        const { open, high, low, close } = mergedCandle(candles, start, end) ?? GAP
        return [open, high, low, close].map(formats.line)
      },
    }),
    [series, view, step, domain, nameRow, candles, formats, labels],
  )
}
