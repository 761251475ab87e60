import { Chart } from 'chart.js'

import { AXIS, CANVAS_SIZE, createCanvases, PALETTE, paintLabels } from '#bench/charts/our-look.ts'
import { createDeals, type DrawLine, type PriceColumns, SIZE } from '#bench/charts/picture.ts'
import { registerTrial } from '#bench/charts/trial.ts'
import { createSeriesCleaner } from '#src/charts/data/series.ts'
import { barStep } from '#src/charts/draw/steps.ts'
import { createPlot, type PlotScene } from '#src/charts/plot/plot.ts'
import { registerPlot } from '#src/charts/plot/plot-controllers.ts'
import type { Span } from '#src/charts/view/chart-props.ts'

registerPlot()

/** Draws the plot and its overlay without React, with the same calls as the component. */
const draw: DrawLine = (element, series) => {
  const clean = createSeriesCleaner()
  const plot = createPlot()
  const canvases = createCanvases(element)

  const toScene = (columns: PriceColumns, view: Span, domain: Span): PlotScene => ({
    series: clean(columns),
    view,
    domain,
    baseline: null,
    padding: { line: 5, bars: 0 },
    barStep: barStep(view, SIZE.width - AXIS, false, 'time'),
    axisWidth: AXIS,
    canvasSize: CANVAS_SIZE,
    palette: PALETTE,
  })
  const toWholeSpan = ({ x }: PriceColumns): Span => ({ from: x[0] ?? 0, to: x.at(-1) ?? 1 })
  const paintTexts = ({ x, line }: PriceColumns) =>
    paintLabels(canvases.overlay, plot.geometry(), { x: x.at(-1) ?? 0, line: line.at(-1) ?? 0 })

  let [current, domain] = [series, toWholeSpan(series)]
  plot.show(toScene(series, domain, domain))
  const chart = new Chart(canvases.plot, { type: plot.type, data: plot.data, options: plot.options })
  plot.attach(chart)
  paintTexts(series)
  return {
    append(longer) {
      current = longer
      domain = toWholeSpan(longer)
      plot.show(toScene(longer, domain, domain))
      paintTexts(longer)
    },
    zoom(view) {
      plot.show(toScene(current, view, domain))
      paintTexts(current)
    },
    postponed: plot.prepare,
    destroy: () => chart.destroy(),
  }
}

registerTrial(draw, createDeals)
