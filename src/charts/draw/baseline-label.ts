import type { AxisLabel, TextSizes } from '#src/charts/draw/axes.ts'
import { joinSpans, type PixelSpan } from '#src/charts/draw/line-extent.ts'
import type { Area } from '#src/charts/draw/paint.ts'

/** Minimum distance between the label and a line or a side of the area, CSS px. */
const GAP = 4
/** Radius of the dot of the last point, CSS px. */
export const DOT_RADIUS = 3.5
/** Distance between two candidate positions, CSS px. */
const STEP = 16
/** Base cost of a label that is not next to the baseline; each CSS px of distance adds 1. */
const APART_COST = 40

/** Cost of a label per CSS px of distance from the right side. */
const ASIDE_COST = 0.08

/** The label of a baseline, and what it must not cover. */
interface BaselineScene {
  readonly text: string
  /** Width of the text, CSS px. */
  readonly width: number
  /** The y of the baseline, CSS px. */
  readonly level: number
  readonly area: Area
  readonly sizes: TextSizes
  /** Returns the vertical span of the lines between `left` and `right`, null without lines. */
  readonly findSpan: (left: number, right: number) => PixelSpan | null
  /**
   * The marked last point, CSS px, null without a mark. A dashed line connects it to the right
   * side.
   */
  readonly last: { readonly x: number; readonly y: number } | null
}

/**
 * Returns the vertical span of the lines, the dot of the last point and its dashed line between
 * `left` and `right`.
 */
function findObstacles({ findSpan, last }: BaselineScene, left: number, right: number): PixelSpan | null {
  const reachesMark = last !== null && right >= last.x - DOT_RADIUS
  return joinSpans(
    findSpan(left, right),
    reachesMark ? { top: last.y - DOT_RADIUS, bottom: last.y + DOT_RADIUS } : null,
  )
}

/** Returns the possible tops of a label of `height` that covers no line, the preferred first. */
function findTops({ area, level }: BaselineScene, height: number, obstacles: PixelSpan | null): readonly number[] {
  const below = level + GAP
  const above = level - GAP - height
  const tops = obstacles
    ? [below, above, Math.max(below, obstacles.bottom + GAP), Math.min(above, obstacles.top - GAP - height)]
    : [below, above]
  return tops.filter((top) => {
    const isInside = top >= area.top && top + height <= area.bottom
    const isFree = obstacles === null || top + height + GAP <= obstacles.top || top >= obstacles.bottom + GAP
    return isInside && isFree
  })
}

const toApartCost = (distance: number) => (distance > 0.5 ? APART_COST + distance : 0)

/**
 * Returns the label of the baseline at a position where it covers no line, if possible next to the
 * baseline and on the right. Null when the area has no room.
 */
export function placeBaselineLabel(scene: BaselineScene): AxisLabel | null {
  const { text, width, level, area, sizes } = scene
  const height = sizes.font
  const start = area.right - GAP - width
  let bestLabel: AxisLabel | null = null
  let lowestCost = Number.POSITIVE_INFINITY
  for (let left = start; left >= area.left + GAP; left -= STEP) {
    const asideCost = (start - left) * ASIDE_COST
    if (asideCost >= lowestCost) break
    const obstacles = findObstacles(scene, left - GAP, left + width + GAP)
    for (const top of findTops(scene, height, obstacles)) {
      const cost = asideCost + toApartCost(Math.abs(top + height / 2 - level) - height / 2 - GAP)
      if (cost >= lowestCost) continue
      lowestCost = cost
      bestLabel = { text, x: left + width, y: top + sizes.ascent, anchor: 'right' }
    }
  }
  return bestLabel
}
