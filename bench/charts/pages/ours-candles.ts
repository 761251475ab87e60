import { Chart } from 'chart.js'

import { AXIS, createCanvas, toAxes, toMarks } from '#bench/charts/our-look.ts'
import { createCandles, type DrawCandles, SIZE } from '#bench/charts/picture.ts'
import { registerTrial } from '#bench/charts/trial.ts'
import { createCandleCleaner } from '#src/charts/data/candles.ts'
import { NO_CURVES } from '#src/charts/data/curves.ts'
import { type CandleScene, createCandlePlot, registerCandles } from '#src/charts/plot/candle-plot.ts'
import type { CandleSeries, Span } from '#src/charts/view/chart-props.ts'

registerCandles()

const draw: DrawCandles = (element, series) => {
  const clean = createCandleCleaner()
  const toWholeSpan = ({ x }: CandleSeries): Span => ({ from: x[0] ?? 0, to: x.at(-1) ?? 1 })
  let [current, domain] = [clean(series), toWholeSpan(series)]

  const toScene = (candles: CandleSeries, view: Span): CandleScene => ({
    ...toMarks({ x: candles.x.at(-1) ?? 0, line: candles.close.at(-1) ?? 0 }),
    ...toAxes(domain.from),
    series: candles,
    curves: NO_CURVES,
    view,
    bars: null,
    domain,
    barStep: 1,
    barTick: String,
    padding: { line: 5, bars: 0 },
    width: SIZE.width - AXIS,
  })

  const plot = createCandlePlot(toScene(current, domain))
  const { type, data, options, plugins } = plot
  const chart = new Chart(createCanvas(element), { type, data, options, plugins })
  plot.attach(chart)
  return {
    append(longer) {
      current = clean(longer)
      domain = toWholeSpan(longer)
      plot.show(toScene(current, domain))
    },
    zoom: (view) => plot.show(toScene(current, view)),
    destroy: () => chart.destroy(),
  }
}

registerTrial(draw, createCandles)
