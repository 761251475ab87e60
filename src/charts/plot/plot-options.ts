import type { Chart, ChartType, Scale } from 'chart.js'

import type { CanvasSize } from '#src/charts/draw/canvas-size.ts'
import type { Palette } from '#src/charts/draw/palette.ts'
import { type AxisView, PlotScale } from '#src/charts/plot/plot-scale.ts'

/** Turns off animation, events and resizing of Chart.js. */
export const STATIC_OPTIONS: {
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

/** Space above the plot for half a tag, CSS px at normal text size. */
const TOP_SPACE = 10

/** Space below the plot for the labels of the x axis, CSS px at normal text size. */
const BOTTOM_SPACE = 28

/** Maximum number of steps between the ticks of the line's axis. */
const LINE_STEPS = 5

/** Minimum height of a step between two ticks, CSS px at normal text size. */
const STEP_HEIGHT = 40

/** Returns the maximum number of steps between the ticks of the line's axis. */
export const lineSteps = ({ height }: CanvasSize, { textScale }: Palette): number =>
  Math.max(1, Math.min(LINE_STEPS, Math.floor(height / (STEP_HEIGHT * textScale))))

/**
 * Creates a layout with `top` CSS px above the plot at normal text size. Each full update reads the
 * text scale.
 */
export const createLayout = (top: number, readTextScale: () => number) => ({
  autoPadding: false,
  padding: () => ({ top: top * readTextScale(), right: 0, bottom: 0, left: 0 }),
})

export const createPlotLayout = (readTextScale: () => number) => createLayout(TOP_SPACE, readTextScale)

/** Options of an axis that reads its view at each full update. */
const createAxisOptions = (readView: () => AxisView) => ({
  type: 'plot' as const,
  border: { display: false },
  ticks: { display: false },
  grid: { display: false },
  offset: false,
  afterDataLimits(scale: Scale) {
    if (scale instanceof PlotScale) scale.setView(readView())
  },
})

/** Options of the x axis, `height` CSS px high at normal text size. */
export const bottomAxis = (readView: () => AxisView, readTextScale: () => number, height = BOTTOM_SPACE) => ({
  ...createAxisOptions(readView),
  axis: 'x' as const,
  position: 'bottom' as const,
  afterFit(scale: Scale) {
    scale.height = height * readTextScale()
  },
})

/** Options of an axis on the right. The first axis of a stack is the top one. Widths are CSS px. */
export const sideAxis = (readView: () => AxisView, readWidth: () => number) => ({
  ...createAxisOptions(readView),
  axis: 'y' as const,
  position: 'right' as const,
  stack: 'panes',
  afterFit(scale: Scale) {
    scale.width = readWidth()
  },
})

/**
 * Resizes the canvas, which lays out and draws the chart. Returns false when the canvas already had
 * that size.
 */
export function resize<T extends ChartType, D>(chart: Chart<T, D>, { width, height, ratio }: CanvasSize): boolean {
  Object.assign(chart.options ?? {}, { devicePixelRatio: ratio })
  if (chart.width === width && chart.height === height && chart.currentDevicePixelRatio === ratio) return false
  chart.resize(width, height)
  return true
}

/** Resizes the canvas if needed, lays out and draws the chart. */
export function layOut<T extends ChartType, D>(chart: Chart<T, D>, canvasSize: CanvasSize): void {
  if (!resize(chart, canvasSize)) chart.update('none')
}
