import { CandlestickSeries, createChart } from 'lightweight-charts'

import { COLORS } from '#bench/charts/labels.ts'
import { LIGHTWEIGHT_OPTIONS, timeOf, zoomTo } from '#bench/charts/lightweight.ts'
import { candles, type DrawCandles } from '#bench/charts/picture.ts'
import { offer } from '#bench/charts/trial.ts'
import type { CandleSeries } from '#src/charts/view/chart-props.ts'

/** It takes an object per candle. */
const candleAt = ({ x, open, high, low, close }: CandleSeries, index: number) => ({
  time: timeOf(x[index] ?? 0),
  open: open[index] ?? 0,
  high: high[index] ?? 0,
  low: low[index] ?? 0,
  close: close[index] ?? 0,
})

const draw: DrawCandles = (element, series) => {
  const chart = createChart(element, LIGHTWEIGHT_OPTIONS)
  const drawn = chart.addSeries(CandlestickSeries, { upColor: COLORS.up, downColor: COLORS.down })
  drawn.setData(Array.from(series.x, (_, index) => candleAt(series, index)))
  chart.timeScale().fitContent()
  let shown = series
  return {
    append(longer) {
      shown = longer
      drawn.update(candleAt(longer, longer.x.length - 1))
      chart.timeScale().fitContent()
    },
    zoom: (view) => zoomTo(chart, shown.x, view),
    destroy: () => chart.remove(),
  }
}

offer(draw, candles)
