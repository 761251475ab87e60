import { CandlestickSeries, createChart } from 'lightweight-charts'

import { COLORS } from '#bench/charts/labels.ts'
import { LIGHTWEIGHT_OPTIONS, toTime, zoomTo } from '#bench/charts/lightweight.ts'
import { createCandles, type DrawCandles } from '#bench/charts/picture.ts'
import { registerTrial } from '#bench/charts/trial.ts'
import type { CandleSeries } from '#src/charts/view/chart-props.ts'

/** Converts a candle to an object of lightweight-charts. */
const toCandle = ({ x, open, high, low, close }: CandleSeries, index: number) => ({
  time: toTime(x[index] ?? 0),
  open: open[index] ?? 0,
  high: high[index] ?? 0,
  low: low[index] ?? 0,
  close: close[index] ?? 0,
})

const draw: DrawCandles = (element, series) => {
  const chart = createChart(element, LIGHTWEIGHT_OPTIONS)
  const candleSeries = chart.addSeries(CandlestickSeries, { upColor: COLORS.up, downColor: COLORS.down })
  candleSeries.setData(Array.from(series.x, (_, index) => toCandle(series, index)))
  chart.timeScale().fitContent()
  let current = series
  return {
    append(longer) {
      current = longer
      candleSeries.update(toCandle(longer, longer.x.length - 1))
      chart.timeScale().fitContent()
    },
    zoom: (view) => zoomTo(chart, current.x, view),
    destroy: () => chart.remove(),
  }
}

registerTrial(draw, createCandles)
