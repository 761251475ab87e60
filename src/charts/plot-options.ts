import type { ChartOptions, Scale } from 'chart.js'

import type { Frame } from '#src/charts/frame.ts'
import type { PlotChart, PlotChartType } from '#src/charts/plot-controllers.ts'
import type { AxisView } from '#src/charts/plot-scale.ts'

/** Chart.js with all that listens, moves or measures by itself switched off. */
export const STILL_OPTIONS: ChartOptions<PlotChartType> = {
  responsive: false,
  maintainAspectRatio: false,
  animation: false,
  events: [],
}

/** Options of an axis that shows what `view` answers at each full update. */
export const axisShowing = (view: () => AxisView) => ({
  type: 'plot' as const,
  border: { display: false },
  ticks: { display: false },
  afterDataLimits(scale: Scale) {
    scale.min = view().min
    scale.max = view().max
  },
  afterBuildTicks(scale: Scale) {
    scale.ticks = view().ticks.map((value) => ({ value, label: '' }))
  },
})

/** Options of grid lines without tick marks. */
export const gridOf = (color: () => string) => ({ color, drawTicks: false, tickLength: 0 })

/** The full update: fits the canvas to its frame, lays out and draws. */
export function layOut(chart: PlotChart, { width, height, ratio }: Frame): void {
  chart.options.devicePixelRatio = ratio
  const fits = chart.width === width && chart.height === height && chart.currentDevicePixelRatio === ratio
  if (fits) chart.update('none')
  else chart.resize(width, height)
}
