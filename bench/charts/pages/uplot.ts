import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'

import { COLORS, clock } from '#bench/charts/labels.ts'
import { type DrawLine, deals, type PriceColumns, SIZE } from '#bench/charts/picture.ts'
import { offer } from '#bench/charts/trial.ts'

const paths = uPlot.paths.bars?.({ size: [0.8, 12, 1] })
if (!paths) throw new Error('uPlot came without bars')

/** It takes typed arrays as they are. */
const dataOf = ({ x, line, bars }: PriceColumns): uPlot.AlignedData => [x, line, bars]

/** It has one pane: the ranges leave the lower quarter to the bars. */
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
    { values: (_, ticks) => ticks.map(clock), stroke: COLORS.text, grid: { stroke: COLORS.grid, width: 1 } },
    { scale: 'price', side: 1, stroke: COLORS.text, grid: { stroke: COLORS.grid, width: 1 } },
  ],
  series: [
    {},
    { scale: 'price', stroke: COLORS.line, width: 1.75, points: { show: false } },
    { scale: 'amount', fill: COLORS.bar, width: 0, paths, points: { show: false } },
  ],
}

const draw: DrawLine = (element, series) => {
  const plot = new uPlot(OPTIONS, dataOf(series), element)
  return {
    append: (longer) => plot.setData(dataOf(longer)),
    zoom: ({ from, to }) => plot.setScale('x', { min: from, max: to }),
    destroy: () => plot.destroy(),
  }
}

offer(draw, deals)
