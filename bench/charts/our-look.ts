import { COLORS, formatClock } from '#bench/charts/labels.ts'
import { SIZE } from '#bench/charts/picture.ts'
import { type CanvasSize, prepareContext } from '#src/charts/draw/canvas-size.ts'
import { type OverlayScene, paintOverlay } from '#src/charts/draw/overlay.ts'
import type { Palette } from '#src/charts/draw/palette.ts'
import type { PlotGeometry } from '#src/charts/draw/plot-geometry.ts'

/** Width of the price axis, CSS px. */
export const AXIS = 56

export const CANVAS_SIZE: CanvasSize = { ...SIZE, ratio: 1 }

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
  spark: COLORS.text,
  short: COLORS.text,
  long: COLORS.text,
  middle: COLORS.text,
  band: COLORS.grid,
  bandEdge: COLORS.text,
  up: COLORS.up,
  down: COLORS.down,
  same: COLORS.text,
  font: 'sans-serif',
  textScale: 1,
}

const TEXTS = { x: formatClock, line: (value: number) => value.toFixed(2), lineTick: String, barTick: String }

/** Creates the two canvases of a chart, the overlay above the plot. */
export function createCanvases(element: HTMLElement): {
  readonly plot: HTMLCanvasElement
  readonly overlay: HTMLCanvasElement
} {
  const plot = element.appendChild(document.createElement('canvas'))
  const overlay = element.appendChild(document.createElement('canvas'))
  element.style.position = 'relative'
  overlay.style.position = 'absolute'
  overlay.style.inset = '0'
  plot.width = SIZE.width
  plot.height = SIZE.height
  return { plot, overlay }
}

/** Paints labels and tags on the overlay, like the component after each drawing. */
export function paintLabels(
  overlay: HTMLCanvasElement,
  geometry: PlotGeometry | null,
  last: OverlayScene['last'],
): void {
  const context = prepareContext(overlay, CANVAS_SIZE)
  if (!geometry || !context) return
  paintOverlay(context, {
    canvasSize: CANVAS_SIZE,
    palette: PALETTE,
    geometry,
    texts: TEXTS,
    baseline: null,
    last,
    crosshair: null,
  })
}
