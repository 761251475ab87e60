import type { Chart, ChartType, LabelItem, Plugin, Scale } from 'chart.js'

import {
  type Context,
  paintLabels,
  placeFootLabels,
  placeSideLabels,
  placeTag,
  setFont,
  TAG_GAP,
  type TickLabel,
  textSizes,
} from '#src/charts/draw/axes.ts'
import { DOT_RADIUS, placeBaselineLabel } from '#src/charts/draw/baseline-label.ts'
import type { PixelSpan } from '#src/charts/draw/line-extent.ts'
import { type Area, mapX, mapY, strokeDashed } from '#src/charts/draw/paint.ts'
import type { Palette } from '#src/charts/draw/palette.ts'
import type { Baseline } from '#src/charts/view/chart-props.ts'

/** A point with a mark. */
export interface Mark {
  readonly x: number
  readonly line: number
}

/** What the plugin paints. */
export interface Marks {
  readonly palette: Palette
  readonly texts: { readonly x: (value: number) => string; readonly line: (value: number) => string }
  readonly baseline: Baseline | null
  /** The last point of the series, even if it is out of view. */
  readonly last: Mark | null
  readonly crosshair: Mark | null
  /** True when dots mark the last point and the crosshair. */
  readonly hasDots: boolean
}

/** Sizes of tags, CSS px at normal text size. */
const MIN_TAG_WIDTH = 54
const MIN_FOOT_TAG_WIDTH = 40
const TAG_PADDING = 6

/** The axes of a plot. The pane of the line is above those of the bars and of an index. */
interface Axes {
  readonly x: Scale
  readonly line: Scale
  /** The axes of the lower panes, from the bottom up. */
  readonly lower: readonly Scale[]
  /** The pane of the line. */
  readonly upper: Area
  /** Bottom of the lowest pane, CSS px. */
  readonly floor: number
}

function findAxes({ scales: { x, line, bars, index } }: { readonly scales: Chart['scales'] }): Axes | null {
  if (!x || !line) return null
  const upper = { left: x.left, right: x.right, top: line.top, bottom: line.bottom }
  const lower = [index, bars].filter((scale) => scale !== undefined)
  return { x, line, lower, upper, floor: (lower[0] ?? line).bottom }
}

interface Tag {
  readonly text: string
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  readonly fill: string
  readonly color: string
}

const toMiddle = ({ top, height }: Tag) => top + height / 2

/** Returns true when a pixel is between `from` and `to`, or at most half a pixel outside. */
const isWithin = (value: number, from: number, to: number) => value >= from - 0.5 && value <= to + 0.5

/**
 * Returns the tags of the side axis: that of the crosshair, and that of the last value unless both
 * overlap.
 */
function placeSideTags({ upper, line }: Axes, { palette, texts, last, crosshair }: Marks): readonly Tag[] {
  const sizes = textSizes(palette.textScale)
  const width = Math.max(MIN_TAG_WIDTH * palette.textScale, line.width - TAG_GAP)
  const tags: Tag[] = []
  const addTag = (mark: Mark | null, fill: string, color: string) => {
    if (!mark) return
    const middle = line.getPixelForValue(mark.line)
    const isFree = tags.every((tag) => Math.abs(toMiddle(tag) - middle) >= tag.height)
    if (!isFree || !isWithin(middle, upper.top, upper.bottom)) return
    tags.push({ text: texts.line(mark.line), ...placeTag(upper, sizes, middle, width), fill, color })
  }
  addTag(crosshair, palette.ink, palette.surface)
  addTag(last, palette.tag, palette.onTag)
  return tags
}

/** Returns the tag below the crosshair, inside the plot's sides. */
function placeFootTag(context: Context, { upper, floor, x }: Axes, { palette, texts, crosshair }: Marks): Tag | null {
  if (!crosshair) return null
  const text = texts.x(crosshair.x)
  setFont(context, palette, 600)
  const { textScale } = palette
  const width = Math.max(MIN_FOOT_TAG_WIDTH * textScale, context.measureText(text).width + 2 * TAG_PADDING)
  const left = Math.min(upper.right - width, Math.max(upper.left, x.getPixelForValue(crosshair.x) - width / 2))
  return {
    text,
    left,
    top: floor + TAG_GAP,
    width,
    height: textSizes(textScale).tagHeight,
    fill: palette.ink,
    color: palette.surface,
  }
}

const HIDDEN = 'transparent'

const toText = ({ label }: LabelItem) => String(label)

/** Moves the labels of an axis to their places and hides the labels without a place. */
function moveLabels(scale: Scale, places: readonly TickLabel[], color: string): void {
  const placeByTick = new Map(places.map((place) => [place.tick, place]))
  for (const [index, { options }] of scale.getLabelItems().entries()) {
    const place = placeByTick.get(scale.ticks[index]?.value ?? Number.NaN)
    options.color = place ? color : HIDDEN
    if (place && scale.isHorizontal()) options.translation = [place.x, options.translation?.[1] ?? 0]
  }
}

/** Hides the labels that touch a tag or another label, and moves those at the sides inwards. */
function arrangeLabels(
  context: Context,
  axes: Axes,
  { palette }: Marks,
  sideTags: readonly Tag[],
  footTag: Tag | null,
) {
  const { upper, floor, x, line, lower } = axes
  const sizes = textSizes(palette.textScale)
  const occupied = sideTags.map(toMiddle)
  for (const scale of [...lower, line]) {
    const ticks = scale.ticks.map(({ value }) => value)
    const places = placeSideLabels({
      area: { ...upper, bottom: floor },
      sizes,
      y: mapY(scale),
      ticks,
      text: String,
      occupied,
    })
    occupied.push(...places.map(({ y }) => y - sizes.drop))
    moveLabels(scale, places, palette.axis)
  }
  const texts = new Map(x.getLabelItems().map((item, index) => [x.ticks[index]?.value, toText(item)]))
  setFont(context, palette, 400)
  const places = placeFootLabels({
    area: upper,
    x: mapX(x),
    ticks: x.ticks.map(({ value }) => value),
    text: (tick) => texts.get(tick) ?? '',
    textBaseline: 0,
    measure: (text) => context.measureText(text).width,
    covered: footTag && { left: footTag.left - TAG_PADDING, right: footTag.left + footTag.width + TAG_PADDING },
  })
  moveLabels(x, places, palette.axis)
}

function paintTags(context: Context, palette: Palette, tags: readonly Tag[]): void {
  if (tags.length === 0) return
  setFont(context, palette, 600)
  const { drop } = textSizes(palette.textScale)
  for (const tag of tags) {
    context.fillStyle = tag.fill
    context.beginPath()
    context.roundRect(tag.left, tag.top, tag.width, tag.height, 2)
    context.fill()
    context.fillStyle = tag.color
    paintLabels(context, [{ text: tag.text, x: tag.left + tag.width / 2, y: toMiddle(tag) + drop, anchor: 'center' }])
  }
}

/** Returns the pixel of the last point, null when no dot marks it. */
function findLastDot({ x, line, upper }: Axes, { last, hasDots }: Marks) {
  if (!last || !hasDots) return null
  const [left, top] = [x.getPixelForValue(last.x), line.getPixelForValue(last.line)]
  if (!isWithin(left, upper.left, upper.right) || !isWithin(top, upper.top, upper.bottom)) return null
  return { x: left, y: top }
}

type FindSpan = (left: number, right: number) => PixelSpan | null

/** Paints the label of the baseline, and returns where it stands; null without one. */
function paintBaseline(context: Context, axes: Axes, marks: Marks, findSpan: FindSpan): Area | null {
  const { palette, baseline } = marks
  if (!baseline) return null
  const { upper, line } = axes
  const level = line.getPixelForValue(baseline.value)
  if (!isWithin(level, upper.top, upper.bottom)) return null
  setFont(context, palette, 400)
  const { width } = context.measureText(baseline.label)
  const sizes = textSizes(palette.textScale)
  const label = placeBaselineLabel({
    text: baseline.label,
    width,
    level,
    area: upper,
    sizes,
    findSpan,
    last: findLastDot(axes, marks),
  })
  if (!label) return null
  context.fillStyle = palette.axis
  context.strokeStyle = palette.surface
  context.lineWidth = 3
  context.lineJoin = 'round'
  context.textAlign = label.anchor
  context.strokeText(label.text, label.x, label.y)
  paintLabels(context, [label])
  const top = label.y - sizes.ascent
  return { left: label.x - width, top, right: label.x, bottom: top + sizes.font }
}

function paintLastPoint(context: Context, axes: Axes, marks: Marks): void {
  const dot = findLastDot(axes, marks)
  if (!dot) return
  const { palette } = marks
  const level = Math.floor(dot.y) + 0.5
  strokeDashed(context, palette.tag, [Math.round(dot.x), level], [axes.upper.right, level])
  context.fillStyle = palette.line
  context.beginPath()
  context.arc(dot.x, dot.y, DOT_RADIUS, 0, 2 * Math.PI)
  context.fill()
}

function paintCrosshair(context: Context, { x, line, upper, floor }: Axes, marks: Marks): void {
  const { palette, crosshair, hasDots } = marks
  if (!crosshair) return
  const [left, top] = [x.getPixelForValue(crosshair.x), line.getPixelForValue(crosshair.line)]
  strokeDashed(context, palette.cross, [Math.floor(left) + 0.5, upper.top], [Math.floor(left) + 0.5, floor])
  strokeDashed(context, palette.cross, [upper.left, Math.floor(top) + 0.5], [upper.right, Math.floor(top) + 0.5])
  if (!hasDots) return
  context.fillStyle = palette.surface
  context.strokeStyle = palette.line
  context.lineWidth = 2
  context.beginPath()
  context.arc(left, top, 4, 0, 2 * Math.PI)
  context.fill()
  context.stroke()
}

/**
 * Creates an inline plugin that paints the baseline's label, the last point, the crosshair and the
 * tags of both on the axes. `findSpan` returns the vertical span of the lines between two x, in CSS
 * px. `onLabel` gets the place of the baseline's label, CSS px, in every drawing.
 */
export function createMarks<Type extends ChartType>(
  read: () => Marks,
  findSpan: FindSpan,
  onLabel: (label: Area | null) => void = () => undefined,
): Plugin<Type> {
  let tags: readonly Tag[] = []
  return {
    id: 'marks',
    beforeDraw({ ctx, scales }) {
      const axes = findAxes({ scales })
      if (!axes) return
      const marks = read()
      const sideTags = placeSideTags(axes, marks)
      const footTag = placeFootTag(ctx, axes, marks)
      arrangeLabels(ctx, axes, marks, sideTags, footTag)
      tags = footTag ? [...sideTags, footTag] : sideTags
    },
    afterDraw({ ctx, scales }) {
      const axes = findAxes({ scales })
      if (!axes) return
      const marks = read()
      ctx.save()
      ctx.textBaseline = 'alphabetic'
      onLabel(paintBaseline(ctx, axes, marks, findSpan))
      paintLastPoint(ctx, axes, marks)
      paintCrosshair(ctx, axes, marks)
      paintTags(ctx, marks.palette, tags)
      ctx.restore()
    },
  }
}
