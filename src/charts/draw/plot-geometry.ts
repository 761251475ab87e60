import type { Scale } from 'chart.js'

import type { Buckets } from '#src/charts/data/buckets.ts'
import { type Area, type Mapping, mapping } from '#src/charts/draw/paint.ts'
import type { Span } from '#src/charts/view/chart-props.ts'

/** A place on the x axis that carries a label; without its text it is asked for. */
export interface PlotTick {
  readonly at: number
  readonly text?: string
}

/** Where the panes ended up, and the axes that they show. */
export interface PlotGeometry {
  readonly upper: Area
  /** Foot of the lowest pane, CSS px. */
  readonly floor: number
  readonly x: Mapping
  readonly line: Mapping
  readonly lineTicks: readonly number[]
  readonly xTicks: readonly PlotTick[]
  /** null in a plot without bars. */
  readonly bars: Mapping | null
  readonly barTick: number | null
  readonly buckets: Buckets | null
}

export const areaOf = (x: Scale, y: Scale): Area => ({ left: x.left, right: x.right, top: y.top, bottom: y.bottom })
export const across = (scale: Scale): Mapping => mapping(scale.min, scale.max, scale.left, scale.right)
export const upwards = (scale: Scale): Mapping => mapping(scale.min, scale.max, scale.bottom, scale.top)

/** A range that holds everything from `low` to `high`, and room; around the baseline when there is nothing. */
export function lineRange(low: number, high: number, baseline: number | null, padding: number): Span {
  const empty = low > high
  const [from, to] = empty ? [baseline ?? 0, baseline ?? 0] : [low, high]
  const room = from === to && padding === 0 ? 1 : padding
  return { from: from - room, to: to + room }
}
