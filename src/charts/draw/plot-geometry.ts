import type { Scale } from 'chart.js'

import type { Buckets } from '#src/charts/data/buckets.ts'
import type { PixelSpan } from '#src/charts/draw/line-extent.ts'
import { type Area, type Mapping, mapping } from '#src/charts/draw/paint.ts'
import type { Span } from '#src/charts/view/chart-props.ts'

/** A label of the x axis. Without `text` the overlay formats `at`. */
export interface PlotTick {
  readonly at: number
  readonly text?: string
}

/** Layout and axes of a drawn plot. */
export interface PlotGeometry {
  /** The pane of the line, which is above the pane of the bars. */
  readonly upper: Area
  /** Bottom of the lowest pane, CSS px. */
  readonly floor: number
  readonly x: Mapping
  readonly line: Mapping
  readonly lineTicks: readonly number[]
  readonly xTicks: readonly PlotTick[]
  /** Null in a plot without bars. */
  readonly bars: Mapping | null
  readonly barTick: number | null
  readonly buckets: Buckets | null
  /** Returns the vertical span of the lines between two x in CSS px, null without lines. */
  readonly findSpan: (left: number, right: number) => PixelSpan | null
}

export const toArea = (x: Scale, y: Scale): Area => ({ left: x.left, right: x.right, top: y.top, bottom: y.bottom })
export const mapX = (scale: Scale): Mapping => mapping(scale.min, scale.max, scale.left, scale.right)
export const mapY = (scale: Scale): Mapping => mapping(scale.min, scale.max, scale.bottom, scale.top)

/**
 * Returns the range from `low` to `high` plus padding, or a range around the baseline if `low` >
 * `high`.
 */
export function lineRange(low: number, high: number, baseline: number | null, padding: number): Span {
  const isEmpty = low > high
  const [from, to] = isEmpty ? [baseline ?? 0, baseline ?? 0] : [low, high]
  const space = from === to && padding === 0 ? 1 : padding
  return { from: from - space, to: to + space }
}
