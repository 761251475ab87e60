import { Chart } from 'chart.js'

import { formatClock } from '#bench/charts/labels.ts'
import { AXIS, CANVAS_SIZE, createCanvases, PALETTE, paintLabels } from '#bench/charts/our-look.ts'
import { createCandles, type DrawCandles } from '#bench/charts/picture.ts'
import { registerTrial } from '#bench/charts/trial.ts'
import { createCandleCleaner } from '#src/charts/data/candles.ts'
import { timeTicks } from '#src/charts/draw/steps.ts'
import { type CandleScene, createCandlePlot, registerCandles } from '#src/charts/plot/candle-plot.ts'
import type { AxisTick, CandleSeries, Span } from '#src/charts/view/chart-props.ts'

registerCandles()

const draw: DrawCandles = (element, series) => {
  const clean = createCandleCleaner()
  const plot = createCandlePlot()
  const canvases = createCanvases(element)
  const toWholeSpan = ({ x }: CandleSeries): Span => ({ from: x[0] ?? 0, to: x.at(-1) ?? 1 })
  let [current, domain] = [clean(series), toWholeSpan(series)]

  const createTicks = (view: Span, width: number): readonly AxisTick[] =>
    timeTicks(view, domain.from, width).map((at) => ({ at, text: formatClock(at) }))
  const toScene = (columns: CandleSeries, view: Span): CandleScene => ({
    series: columns,
    view,
    axis: 'time',
    ticks: createTicks,
    padding: { line: 5 },
    axisWidth: AXIS,
    canvasSize: CANVAS_SIZE,
    palette: PALETTE,
  })
  const paintTexts = ({ x, close }: CandleSeries) =>
    paintLabels(canvases.overlay, plot.geometry(), { x: x.at(-1) ?? 0, line: close.at(-1) ?? 0 })

  plot.show(toScene(current, domain))
  const chart = new Chart(canvases.plot, { type: plot.type, data: plot.data, options: plot.options })
  plot.attach(chart)
  paintTexts(series)
  return {
    append(longer) {
      current = clean(longer)
      domain = toWholeSpan(longer)
      plot.show(toScene(current, domain))
      paintTexts(longer)
    },
    zoom(view) {
      plot.show(toScene(current, view))
      paintTexts(current)
    },
    destroy: () => chart.destroy(),
  }
}

registerTrial(draw, createCandles)
