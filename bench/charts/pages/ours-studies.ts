import { Chart } from 'chart.js'

import { AXIS, createCanvas, toAxes, toMarks } from '#bench/charts/our-look.ts'
import { createDeals, type DrawLine, type PriceColumns, SIZE } from '#bench/charts/picture.ts'
import { createStudyValues } from '#bench/charts/studies.ts'
import { registerTrial } from '#bench/charts/trial.ts'
import { createCurveCleaner } from '#src/charts/data/curves.ts'
import { createSeriesCleaner } from '#src/charts/data/series.ts'
import { barStep } from '#src/charts/draw/steps.ts'
import { registerColumns } from '#src/charts/plot/column-controllers.ts'
import { createPricePlot, type PriceScene } from '#src/charts/plot/price-plot.ts'
import type { CurveTone, Span } from '#src/charts/view/chart-props.ts'

registerColumns()

const TONES: readonly CurveTone[] = ['previous', 'other', 'simple', 'exponential']

/** Draws the plot with two overlays and two indicators, with the same calls as the component. */
const draw: DrawLine = (element, series) => {
  const clean = createSeriesCleaner()
  const cleanCurves = createCurveCleaner()
  const readStudies = createStudyValues(series)
  const toCurves = (columns: PriceColumns) =>
    readStudies(columns).map((values, index) => ({ tone: TONES[index] ?? 'simple', values, label: '' }))
  const toWholeSpan = ({ x }: PriceColumns): Span => ({ from: x[0] ?? 0, to: x.at(-1) ?? 1 })
  const toScene = (columns: PriceColumns, view: Span, domain: Span): PriceScene => ({
    ...toMarks({ x: columns.x.at(-1) ?? 0, line: columns.line.at(-1) ?? 0 }),
    ...toAxes(domain.from),
    series: clean(columns),
    curves: cleanCurves(columns, toCurves(columns), null),
    view,
    domain,
    padding: { line: 5, bars: 0 },
    barStep: barStep(view, SIZE.width - AXIS, false, 'time'),
    barTick: String,
  })

  let [current, domain] = [series, toWholeSpan(series)]
  const plot = createPricePlot(toScene(series, domain, domain))
  const { type, data, options, plugins } = plot
  const chart = new Chart(createCanvas(element), { type, data, options, plugins })
  plot.attach(chart)
  return {
    append(longer) {
      current = longer
      domain = toWholeSpan(longer)
      plot.show(toScene(longer, domain, domain))
    },
    zoom: (view) => plot.show(toScene(current, view, domain)),
    postponed: plot.prepare,
    destroy: () => chart.destroy(),
  }
}

registerTrial(draw, createDeals)
