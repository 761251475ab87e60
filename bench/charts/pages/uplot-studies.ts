import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'

import { COLORS, formatClock } from '#bench/charts/labels.ts'
import { createDeals, type DrawLine, type PriceColumns, SIZE } from '#bench/charts/picture.ts'
import { createStudyValues, STUDY_COLORS } from '#bench/charts/studies.ts'
import { registerTrial } from '#bench/charts/trial.ts'

/** uPlot with two overlays and two indicators, without bars, its slowest part. */
const OPTIONS: uPlot.Options = {
  ...SIZE,
  ms: 1,
  legend: { show: false },
  cursor: { show: false },
  scales: { x: { time: false } },
  axes: [
    { values: (_, ticks) => ticks.map(formatClock), stroke: COLORS.text, grid: { stroke: COLORS.grid, width: 1 } },
    { side: 1, stroke: COLORS.text, grid: { stroke: COLORS.grid, width: 1 } },
  ],
  series: [
    {},
    { stroke: COLORS.line, width: 1.75, points: { show: false } },
    ...STUDY_COLORS.map((stroke) => ({ stroke, width: 1.5, points: { show: false } })),
  ],
}

const draw: DrawLine = (element, series) => {
  const readStudies = createStudyValues(series)
  const toData = (columns: PriceColumns): uPlot.AlignedData => [columns.x, columns.line, ...readStudies(columns)]
  const plot = new uPlot(OPTIONS, toData(series), element)
  return {
    append: (longer) => plot.setData(toData(longer)),
    zoom: ({ from, to }) => plot.setScale('x', { min: from, max: to }),
    destroy: () => plot.destroy(),
  }
}

registerTrial(draw, createDeals)
