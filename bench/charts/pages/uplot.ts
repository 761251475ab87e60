import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'

import { COLORS, formatClock } from '#bench/charts/labels.ts'
import { createDeals, type DrawLine, type PriceColumns, SIZE } from '#bench/charts/picture.ts'
import { registerTrial } from '#bench/charts/trial.ts'

const paths = uPlot.paths.bars?.({ size: [0.8, 12, 1] })
if (!paths) throw new Error('uPlot has no bars')

/** uPlot does not copy the columns. */
const toData = ({ x, line, bars }: PriceColumns): uPlot.AlignedData => [x, line, bars]

/** The ranges reserve the lower quarter of the pane for the bars. */
const OPTIONS: uPlot.Options = {
  ...SIZE,
  ms: 1,
  legend: { show: false },
  cursor: { show: false },
  scales: {
    x: { time: false },
    price: { range: (_, low, high) => [low - (high - low) / 3, high] },
    amount: { range: (_, _low, high) => [0, 4 * high] },
  },
  axes: [
    { values: (_, ticks) => ticks.map(formatClock), stroke: COLORS.text, grid: { stroke: COLORS.grid, width: 1 } },
    { scale: 'price', side: 1, stroke: COLORS.text, grid: { stroke: COLORS.grid, width: 1 } },
  ],
  series: [
    {},
    { scale: 'price', stroke: COLORS.line, width: 1.75, points: { show: false } },
    { scale: 'amount', fill: COLORS.bar, width: 0, paths, points: { show: false } },
  ],
}

const draw: DrawLine = (element, series) => {
  const plot = new uPlot(OPTIONS, toData(series), element)
  return {
    append: (longer) => plot.setData(toData(longer)),
    zoom: ({ from, to }) => plot.setScale('x', { min: from, max: to }),
    destroy: () => plot.destroy(),
  }
}

registerTrial(draw, createDeals)
