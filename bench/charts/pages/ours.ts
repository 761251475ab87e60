import { Chart } from 'chart.js'

import { COLORS, clock } from '#bench/charts/labels.ts'
import { type DrawLine, deals, type PriceColumns, SIZE } from '#bench/charts/picture.ts'
import { offer } from '#bench/charts/trial.ts'
import type { Span } from '#src/charts/chart-props.ts'
import { contextFor } from '#src/charts/frame.ts'
import { paintOverlay } from '#src/charts/overlay.ts'
import type { Palette } from '#src/charts/palette.ts'
import { createPlot, type PlotScene } from '#src/charts/plot.ts'
import { registerPlot } from '#src/charts/plot-controllers.ts'
import { createTidier } from '#src/charts/series.ts'
import { barStep } from '#src/charts/steps.ts'

registerPlot()

const AXIS = 56
const FRAME = { ...SIZE, ratio: 1 }
const PALETTE: Palette = {
  line: COLORS.line,
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
  short: COLORS.line,
  long: COLORS.line,
  middle: COLORS.text,
  band: '',
  bandEdge: COLORS.line,
  up: COLORS.line,
  down: COLORS.line,
  same: COLORS.text,
  font: 'sans-serif',
}
const TEXTS = { x: clock, line: (value: number) => value.toFixed(2), lineTick: String, barTick: String }

/** The plot and its overlay through the calls that the component makes, in its order; without React, as the other libraries. */
const draw: DrawLine = (element, series) => {
  const tidy = createTidier()
  const plot = createPlot()
  const canvas = element.appendChild(document.createElement('canvas'))
  const overlay = element.appendChild(document.createElement('canvas'))
  element.style.position = 'relative'
  overlay.style.position = 'absolute'
  overlay.style.inset = '0'
  canvas.width = SIZE.width
  canvas.height = SIZE.height

  const sceneOf = (shown: PriceColumns, view: Span, domain: Span): PlotScene => ({
    series: tidy(shown),
    view,
    domain,
    baseline: null,
    padding: { line: 5, bars: 0 },
    barStep: barStep(view, SIZE.width - AXIS, false),
    axisWidth: AXIS,
    frame: FRAME,
    palette: PALETTE,
  })
  function label(shown: PriceColumns): void {
    const geometry = plot.geometry()
    const context = contextFor(overlay, FRAME)
    if (!geometry || !context) return
    const last = { x: shown.x.at(-1) ?? 0, line: shown.line.at(-1) ?? 0 }
    paintOverlay(context, {
      frame: FRAME,
      palette: PALETTE,
      geometry,
      texts: TEXTS,
      baseline: null,
      last,
      cursor: null,
    })
  }
  const whole = ({ x }: PriceColumns): Span => ({ from: x[0] ?? 0, to: x.at(-1) ?? 1 })

  let [current, domain] = [series, whole(series)]
  plot.show(sceneOf(series, domain, domain))
  const chart = new Chart(canvas, { type: 'columnLine', data: plot.data, options: plot.options })
  plot.attach(chart)
  label(series)
  return {
    append(longer) {
      current = longer
      domain = whole(longer)
      plot.show(sceneOf(longer, domain, domain))
      label(longer)
    },
    zoom(view) {
      plot.show(sceneOf(current, view, domain))
      label(current)
    },
    postponed: plot.settle,
    destroy: () => chart.destroy(),
  }
}

offer(draw, deals)
