import { type Area, type Mapping, toPixel } from '#src/charts/draw/paint.ts'
import type { Palette } from '#src/charts/draw/palette.ts'

/** The layout of grid lines, labels and tags, for the canvas charts and `StillChart`. */

/** Distance between the plot and a label of the side axis, CSS px. */
export const LABEL_GAP = 8
/** Distance between the plot and a tag, CSS px. */
export const TAG_GAP = 2
/** Minimum distance between two labels of the x axis, CSS px. */
const FOOT_GAP = 6

/** Sizes of axis text, CSS px. */
export interface TextSizes {
  readonly font: number
  /** Distance from the top of the text to the text baseline. */
  readonly ascent: number
  /** Distance from the middle of digits down to the text baseline. */
  readonly drop: number
  readonly tagHeight: number
  /** Minimum distance between the middles of two labels, and of a label and a tag. */
  readonly clearance: number
}

/** Returns the sizes at a browser text size of `scale` × 16 px. */
export const textSizes = (scale: number): TextSizes => ({
  font: 11 * scale,
  ascent: 9 * scale,
  drop: 4 * scale,
  tagHeight: 18 * scale,
  clearance: 15 * scale,
})

/** Returns an upper bound of a text's width, for text that is not measured. */
export const estimateWidth = (text: string, { font }: TextSizes): number => text.length * font * 0.56

/** The text of a label and its position, CSS px; `y` is the text baseline. */
export interface AxisLabel {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly anchor: 'left' | 'center' | 'right'
}

/** The label of a tick. */
export interface TickLabel extends AxisLabel {
  readonly tick: number
}

interface SideAxis {
  readonly area: Area
  readonly sizes: TextSizes
  readonly y: Mapping
  readonly ticks: readonly number[]
  readonly text: (value: number) => string
  /** Middles of the tags and labels that are already on the axis, CSS px. */
  readonly occupied: readonly number[]
}

/**
 * Returns the labels to the right of `area`. Omits labels below it, and those near a tag or an
 * earlier label.
 */
export function placeSideLabels({ area, sizes, y, ticks, text, occupied }: SideAxis): readonly TickLabel[] {
  const taken = [...occupied]
  const isFree = (middle: number) => taken.every((other) => Math.abs(other - middle) >= sizes.clearance)
  return ticks.flatMap((tick) => {
    const middle = toPixel(y, tick)
    if (middle > area.bottom || !isFree(middle)) return []
    taken.push(middle)
    return { tick, text: text(tick), x: area.right + LABEL_GAP, y: middle + sizes.drop, anchor: 'left' }
  })
}

/** A part of the x axis that is covered by a tag, CSS px. */
interface CoveredSpan {
  readonly left: number
  readonly right: number
}

interface FootAxis {
  readonly area: Pick<Area, 'left' | 'right'>
  readonly x: Mapping
  readonly ticks: readonly number[]
  readonly text: (tick: number) => string
  /** The y of the text baseline of the labels, CSS px. */
  readonly textBaseline: number
  /** Returns the width of a text, CSS px. */
  readonly measure: (text: string) => number
  readonly covered?: CoveredSpan | null
}

/**
 * Returns the labels below a plot: centred on their ticks, moved inwards at its sides. A label that
 * touches the covered part or an earlier label is omitted.
 */
export function placeFootLabels(axis: FootAxis): readonly TickLabel[] {
  const { area, x, ticks, text, textBaseline, measure, covered = null } = axis
  let end = Number.NEGATIVE_INFINITY
  return ticks.flatMap((tick) => {
    const label = text(tick)
    const width = measure(label)
    const left = Math.min(area.right - width, Math.max(area.left, toPixel(x, tick) - width / 2))
    const isCovered = covered !== null && left < covered.right && left + width > covered.left
    if (isCovered || left < end + FOOT_GAP) return []
    end = left + width
    return { tick, text: label, x: left + width / 2, y: textBaseline, anchor: 'center' }
  })
}

/** Returns the rectangle of a tag to the right of `area`, centred on the pixel `middle`. */
export const placeTag = (
  { right }: Pick<Area, 'right'>,
  { tagHeight }: Pick<TextSizes, 'tagHeight'>,
  middle: number,
  width: number,
) => ({
  left: right + TAG_GAP,
  top: middle - tagHeight / 2,
  width,
  height: tagHeight,
})

export type Context = CanvasRenderingContext2D

/** Sets the font of axes. */
export function setFont(context: Context, palette: Palette, weight: number): void {
  context.font = `${weight} semi-condensed ${textSizes(palette.textScale).font}px ${palette.font}`
}

export function paintLabels(context: Context, labels: readonly AxisLabel[]): void {
  for (const { text, x, y, anchor } of labels) {
    context.textAlign = anchor
    context.fillText(text, x, y)
  }
}
