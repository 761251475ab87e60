import type { Chart, ChartType, Scale } from 'chart.js'

import type { Span } from '#src/charts/view/chart-props.ts'

/** Ranges by the name of their axis. */
export type Ranges = Readonly<Record<string, Span>>

/** Lays out the axis again in its present place. */
function refit(scale: Scale): void {
  const { left, top, right, bottom, width, height } = scale
  scale.beforeLayout?.()
  scale.update(width, height)
  Object.assign(scale, { left, top, right, bottom, width, height })
  scale.configure()
}

/**
 * Shows other ranges and draws. A full update of Chart.js also lays out the axes, which keep their
 * places here, and costs several times as much.
 */
export function moveRange<T extends ChartType, D>(chart: Chart<T, D>, ranges: Ranges): void {
  for (const [name, { from, to }] of Object.entries(ranges)) {
    const scale = chart.scales[name]
    if (!scale) continue
    scale.options.min = from
    scale.options.max = to
    scale.init(scale.options)
    refit(scale)
  }
  chart.draw()
}
