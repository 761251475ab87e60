import { COLORS, formatClock } from '#bench/charts/labels.ts'
import type { Palette } from '#src/charts/draw/palette.ts'
import { timeTicks } from '#src/charts/draw/steps.ts'
import type { Mark } from '#src/charts/plot/marks.ts'
import type { Span } from '#src/charts/view/chart-props.ts'

/** Width of the price axis, CSS px. */
export const AXIS = 56

export const PALETTE: Palette = {
  line: COLORS.line,
  // Without a baseline, the plot has no tint.
  over: '',
  under: '',
  bar: COLORS.bar,
  barOn: COLORS.bar,
  grid: COLORS.grid,
  base: COLORS.text,
  axis: COLORS.text,
  cross: COLORS.text,
  horizon: COLORS.text,
  tag: COLORS.line,
  onTag: '#fff',
  ink: '#000',
  surface: '#fff',
  overview: COLORS.text,
  short: COLORS.text,
  long: COLORS.text,
  middle: COLORS.text,
  simple: COLORS.text,
  exponential: COLORS.text,
  bands: COLORS.text,
  index: COLORS.text,
  trm: COLORS.text,
  previous: COLORS.text,
  other: COLORS.text,
  date: COLORS.text,
  band: COLORS.grid,
  bandEdge: COLORS.text,
  up: COLORS.up,
  down: COLORS.down,
  same: COLORS.text,
  font: 'sans-serif',
  textScale: 1,
}

/** Creates the canvas of a chart, which fills the element. */
export function createCanvas(element: HTMLElement): HTMLCanvasElement {
  element.style.position = 'relative'
  return element.appendChild(document.createElement('canvas'))
}

/** Returns the marks of a chart: the tag of its last point. */
export const toMarks = (last: Mark) => ({
  palette: PALETTE,
  texts: { x: formatClock, line: (value: number) => value.toFixed(2) },
  baseline: null,
  last,
  crosshair: null,
  hasDots: true,
})

/** The axes of a chart of the time from `start`. */
export const toAxes = (start: number) => ({
  axis: 'time' as const,
  ticks: (view: Span, width: number) => timeTicks(view, start, width).map((at) => ({ at, text: formatClock(at) })),
  lineTick: String,
  axisWidth: AXIS,
  ratio: 1,
})
