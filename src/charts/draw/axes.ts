import { type Area, type Mapping, toPixel } from '#src/charts/draw/paint.ts'
import type { Palette } from '#src/charts/draw/palette.ts'

/** The layout of grid lines, labels and tags. Canvas charts and the SVG chart draw what it returns. */

const FONT_SIZE = 11
/** Distance from the middle of digits down to their baseline, CSS px. */
export const TEXT_BASELINE = 4
/** Distance between the plot and a label of the side axis, CSS px. */
export const LABEL_GAP = 8
/** Distance between the plot and a tag, CSS px. */
export const TAG_GAP = 2
export const TAG_HEIGHT = 18
/** Minimum distance between the middles of a label and a tag, CSS px. */
const TAG_CLEARANCE = 15

/** A text at `x`, `y` is its baseline, CSS px. */
export interface AxisLabel {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly anchor: 'left' | 'center' | 'right'
}

interface SideAxis {
  readonly area: Area
  readonly y: Mapping
  readonly ticks: readonly number[]
  readonly text: (value: number) => string
  /** Middles of the tags on the axis, CSS px. Labels that touch one are left out. */
  readonly tags: readonly number[]
}

/** Returns the labels to the right of `area`. */
export function placeSideLabels({ area, y, ticks, text, tags }: SideAxis): readonly AxisLabel[] {
  const isFree = (middle: number) => tags.every((tag) => Math.abs(tag - middle) >= TAG_CLEARANCE)
  return ticks.flatMap((tick) => {
    const middle = toPixel(y, tick)
    if (middle > area.bottom || !isFree(middle)) return []
    return { text: text(tick), x: area.right + LABEL_GAP, y: middle + TEXT_BASELINE, anchor: 'left' }
  })
}

/** A part of the x axis that is covered by a tag, CSS px. */
export interface Covered {
  readonly left: number
  readonly right: number
}

interface FootAxis {
  readonly area: Pick<Area, 'left' | 'right'>
  readonly x: Mapping
  readonly ticks: readonly number[]
  readonly text: (tick: number) => string
  /** Baseline of the labels, CSS px. */
  readonly baseline: number
  /** Returns the width of a text, CSS px. */
  readonly measure: (text: string) => number
  readonly covered?: Covered | null
}

/** Returns the labels below a plot: centred on their ticks, moved inwards at its sides. */
export function placeFootLabels(axis: FootAxis): readonly AxisLabel[] {
  const { area, x, ticks, text, baseline, measure, covered = null } = axis
  return ticks.flatMap((tick) => {
    const label = text(tick)
    const width = measure(label)
    const left = Math.min(area.right - width, Math.max(area.left, toPixel(x, tick) - width / 2))
    if (covered && left < covered.right && left + width > covered.left) return []
    return { text: label, x: left + width / 2, y: baseline, anchor: 'center' }
  })
}

/** Returns the label of a horizontal at pixel `level`: below it, or above it at the bottom of the area. */
export const placeBaselineLabel = (text: string, level: number, { right, bottom }: Area): AxisLabel => ({
  text,
  x: right - 4,
  y: level + 14 > bottom ? level - 5 : level + 14,
  anchor: 'right',
})

/** Returns the rectangle of a tag to the right of `area`, centred on the pixel `middle`. */
export const placeTag = ({ right }: Pick<Area, 'right'>, middle: number, width: number) => ({
  left: right + TAG_GAP,
  top: middle - TAG_HEIGHT / 2,
  width,
  height: TAG_HEIGHT,
})

export type Context = CanvasRenderingContext2D

/** Sets the font of axes. A browser without `fontStretch` on a canvas uses the normal width. */
export function setFont(context: Context, palette: Palette, weight: number): void {
  context.font = `${weight} ${FONT_SIZE}px ${palette.font}`
  if ('fontStretch' in context) context.fontStretch = 'semi-condensed'
}

export function paintLabels(context: Context, labels: readonly AxisLabel[]): void {
  for (const { text, x, y, anchor } of labels) {
    context.textAlign = anchor
    context.fillText(text, x, y)
  }
}

interface Grid {
  readonly area: Area
  readonly color: string
  readonly ratio: number
  /** Pixels of the vertical and horizontal lines. */
  readonly xs: readonly number[]
  readonly ys: readonly number[]
}

/** Paints grid lines of 1 CSS px on whole device px. */
export function paintGrid(context: Context, { area, color, ratio, xs, ys }: Grid): void {
  const align = (pixel: number) => Math.round((pixel - 0.5) * ratio) / ratio
  context.fillStyle = color
  for (const x of xs) context.fillRect(align(x), area.top, 1, area.bottom - area.top)
  for (const y of ys) context.fillRect(area.left, align(y), area.right - area.left, 1)
}
