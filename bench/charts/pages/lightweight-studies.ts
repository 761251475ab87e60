import { createChart, HistogramSeries, LineSeries, type UTCTimestamp } from 'lightweight-charts'
import { COLORS } from '#bench/charts/labels.ts'
import { LIGHTWEIGHT_OPTIONS, toTime, zoomTo } from '#bench/charts/lightweight.ts'
import { createDeals, type DrawLine } from '#bench/charts/picture.ts'
import { createStudyValues, STUDY_COLORS } from '#bench/charts/studies.ts'
import { registerTrial } from '#bench/charts/trial.ts'

/** Converts a column to the point objects of lightweight-charts. */
function toPoints(x: Float64Array, values: Float64Array) {
  return Array.from(x, (ms, index): { time: UTCTimestamp; value: number } => ({
    time: toTime(ms),
    value: values[index] ?? Number.NaN,
  }))
}

const draw: DrawLine = (element, series) => {
  const chart = createChart(element, LIGHTWEIGHT_OPTIONS)
  const line = chart.addSeries(LineSeries, { color: COLORS.line, lineWidth: 2, priceLineVisible: false })
  line.priceScale().applyOptions({ scaleMargins: { top: 0.03, bottom: 0.27 } })
  const bars = chart.addSeries(HistogramSeries, { color: COLORS.bar, priceScaleId: '', priceLineVisible: false })
  bars.priceScale().applyOptions({ scaleMargins: { top: 0.78, bottom: 0 } })
  line.setData(toPoints(series.x, series.line))
  bars.setData(toPoints(series.x, series.bars))
  const readStudies = createStudyValues(series)
  const studies = STUDY_COLORS.map((color) => chart.addSeries(LineSeries, { color, priceLineVisible: false }))
  for (const [index, values] of readStudies(series).entries())
    studies[index]?.setData(toPoints(series.x, values).filter(({ value }) => Number.isFinite(value)))
  chart.timeScale().fitContent()
  let current = series
  return {
    append(longer) {
      current = longer
      const last = longer.x.length - 1
      const time = toTime(longer.x[last] ?? 0)
      line.update({ time, value: longer.line[last] ?? 0 })
      for (const [index, values] of readStudies(longer).entries())
        studies[index]?.update({ time, value: values[last] ?? 0 })
      bars.update({ time, value: longer.bars[last] ?? 0 })
      chart.timeScale().fitContent()
    },
    zoom: (view) => zoomTo(chart, current.x, view),
    destroy: () => chart.remove(),
  }
}

registerTrial(draw, createDeals)
