import type { Chart, ChartType, Scale } from 'chart.js'

import type { Frame } from '#src/charts/draw/frame.ts'
import type { AxisView } from '#src/charts/plot/plot-scale.ts'

/** Chart.js with all that listens, moves or measures by itself switched off. */
export const STILL_OPTIONS: {
  readonly responsive: false
  readonly maintainAspectRatio: false
  readonly animation: false
  readonly events: []
} = {
  responsive: false,
  maintainAspectRatio: false,
  animation: false,
  events: [],
}

/** Room above the plot for half a tag, and below it for the labels of the x axis (CSS px). */
const TOP_ROOM = 10
const BOTTOM_ROOM = 28

/** At most so many steps between the ticks of the line's axis. */
export const LINE_STEPS = 5

export const PLOT_LAYOUT = { autoPadding: false, padding: { top: TOP_ROOM, right: 0, bottom: 0, left: 0 } }

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
export const gridOf = (color: () => string) => ({ color, drawTicks: false, tickLength: 0, offset: false })

/** Options of the x axis. */
export const footAxis = (view: () => AxisView, color: () => string) => ({
  ...axisShowing(view),
  axis: 'x' as const,
  position: 'bottom' as const,
  offset: false,
  grid: gridOf(color),
  afterFit(scale: Scale) {
    scale.height = BOTTOM_ROOM
  },
})

/** Options of an axis on the right, `width` CSS px wide; the first of a stack is its highest. */
export const sideAxis = (view: () => AxisView, width: () => number) => ({
  ...axisShowing(view),
  axis: 'y' as const,
  position: 'right' as const,
  stack: 'panes',
  afterFit(scale: Scale) {
    scale.width = width()
  },
})

/** Fits the canvas to its frame, which lays out and draws anew; false when it fitted already, and nothing was done. */
export function fitTo<T extends ChartType, D>(chart: Chart<T, D>, { width, height, ratio }: Frame): boolean {
  Object.assign(chart.options ?? {}, { devicePixelRatio: ratio })
  if (chart.width === width && chart.height === height && chart.currentDevicePixelRatio === ratio) return false
  chart.resize(width, height)
  return true
}

/** The full update: fits the canvas to its frame, lays out and draws. */
export function layOut<T extends ChartType, D>(chart: Chart<T, D>, frame: Frame): void {
  if (!fitTo(chart, frame)) chart.update('none')
}
