import {
  type Context,
  paintLabels,
  placeFootLabels,
  placeSideLabels,
  placeTag,
  setFont,
  TAG_GAP,
  textSizes,
} from '#src/charts/draw/axes.ts'
import { DOT_RADIUS, placeBaselineLabel } from '#src/charts/draw/baseline-label.ts'
import type { CanvasSize } from '#src/charts/draw/canvas-size.ts'
import { barArea, fillArea, toPixel } from '#src/charts/draw/paint.ts'
import type { Palette } from '#src/charts/draw/palette.ts'
import type { PlotGeometry } from '#src/charts/draw/plot-geometry.ts'

/** The content of the canvas over the plot: axis labels, tags, the crosshair. */
export interface OverlayScene {
  readonly canvasSize: CanvasSize
  readonly palette: Palette
  readonly geometry: PlotGeometry
  readonly texts: OverlayTexts
  readonly baseline: { readonly value: number; readonly label: string } | null
  /** The last point of the series, even if it is out of view. */
  readonly last: Mark | null
  readonly crosshair: CrosshairMark | null
  /** True when dots mark the last point and the crosshair. */
  readonly hasDots?: boolean
}

interface OverlayTexts {
  readonly x: (value: number) => string
  readonly line: (value: number) => string
  readonly lineTick: (value: number) => string
  readonly barTick?: (value: number) => string
}

interface Mark {
  readonly x: number
  readonly line: number
}

interface CrosshairMark extends Mark {
  /** Index of the bar under the crosshair, null without bars. */
  readonly bucket: number | null
}

/** Sizes of tags, CSS px at normal text size. */
const MIN_TAG_WIDTH = 54
const MIN_FOOT_TAG_WIDTH = 40
const TAG_PADDING = 6
const DASH = [3, 3]

function strokeDashed(
  context: Context,
  color: string,
  from: readonly [number, number],
  to: readonly [number, number],
): void {
  context.strokeStyle = color
  context.lineWidth = 1
  context.setLineDash(DASH)
  context.beginPath()
  context.moveTo(...from)
  context.lineTo(...to)
  context.stroke()
  context.setLineDash([])
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

/** Returns true when a pixel is between `from` and `to`, or at most half a pixel outside. */
const isWithin = (value: number, from: number, to: number) => value >= from - 0.5 && value <= to + 0.5

/**
 * Returns the tags of the side axis: that of the crosshair, and that of the last value unless both
 * overlap.
 */
function placeSideTags({ geometry, palette, texts, last, crosshair, canvasSize }: OverlayScene): readonly Tag[] {
  const { upper, line } = geometry
  const sizes = textSizes(palette.textScale)
  const width = Math.max(MIN_TAG_WIDTH * palette.textScale, canvasSize.width - upper.right - TAG_GAP)
  const tags: Tag[] = []
  const addTag = (mark: Mark | null, fill: string, color: string) => {
    if (!mark) return
    const middle = toPixel(line, mark.line)
    const isFree = tags.every((tag) => Math.abs(toMiddle(tag) - middle) >= tag.height)
    if (!isFree || !isWithin(middle, upper.top, upper.bottom)) return
    tags.push({ text: texts.line(mark.line), ...placeTag(upper, sizes, middle, width), fill, color })
  }
  addTag(crosshair, palette.ink, palette.surface)
  addTag(last, palette.tag, palette.onTag)
  return tags
}

function paintSideLabels(context: Context, { geometry, texts, palette }: OverlayScene, sideTags: readonly Tag[]): void {
  const { upper, floor, line, bars, barTick, lineTicks } = geometry
  const sizes = textSizes(palette.textScale)
  const occupied = sideTags.map(toMiddle)
  if (bars && barTick !== null && texts.barTick) {
    const area = { ...upper, bottom: floor }
    const [label] = placeSideLabels({ area, sizes, y: bars, ticks: [barTick], text: texts.barTick, occupied })
    if (label) {
      paintLabels(context, [label])
      occupied.push(toPixel(bars, barTick))
    }
  }
  const lineAxis = { area: upper, sizes, y: line, ticks: lineTicks, text: texts.lineTick, occupied }
  paintLabels(context, placeSideLabels(lineAxis))
}

const toFootTagTop = ({ floor }: PlotGeometry) => floor + TAG_GAP

/** Returns the tag below the crosshair, inside the plot's sides. */
function placeFootTag(context: Context, { geometry, palette, texts, crosshair }: OverlayScene): Tag | null {
  if (!crosshair) return null
  const { upper, x } = geometry
  const text = texts.x(crosshair.x)
  setFont(context, palette, 600)
  const { textScale } = palette
  const width = Math.max(MIN_FOOT_TAG_WIDTH * textScale, context.measureText(text).width + 2 * TAG_PADDING)
  const left = Math.min(upper.right - width, Math.max(upper.left, toPixel(x, crosshair.x) - width / 2))
  return {
    text,
    left,
    top: toFootTagTop(geometry),
    width,
    height: textSizes(textScale).tagHeight,
    fill: palette.ink,
    color: palette.surface,
  }
}

function paintFootLabels(context: Context, { geometry, texts, palette }: OverlayScene, tag: Tag | null): void {
  const { tagHeight, drop } = textSizes(palette.textScale)
  const { upper, x, xTicks } = geometry
  const textsByTick = new Map(xTicks.map(({ at, text }) => [at, text]))
  const labels = placeFootLabels({
    area: upper,
    x,
    ticks: xTicks.map(({ at }) => at),
    text: (tick) => textsByTick.get(tick) ?? texts.x(tick),
    textBaseline: toFootTagTop(geometry) + tagHeight / 2 + drop,
    measure: (text) => context.measureText(text).width,
    covered: tag && { left: tag.left - TAG_PADDING, right: tag.left + tag.width + TAG_PADDING },
  })
  paintLabels(context, labels)
}

/** Returns the pixel of the last point, null when no dot marks it. */
function findLastDot({ geometry, last, hasDots = true }: OverlayScene) {
  if (!last || !hasDots) return null
  const { upper, x, line } = geometry
  const [left, top] = [toPixel(x, last.x), toPixel(line, last.line)]
  if (!isWithin(left, upper.left, upper.right) || !isWithin(top, upper.top, upper.bottom)) return null
  return { x: left, y: top }
}

function paintBaseline(context: Context, scene: OverlayScene): void {
  const { geometry, palette, baseline } = scene
  if (!baseline) return
  const { upper, line, findSpan } = geometry
  const level = toPixel(line, baseline.value)
  if (!isWithin(level, upper.top, upper.bottom)) return
  const label = placeBaselineLabel({
    text: baseline.label,
    width: context.measureText(baseline.label).width,
    level,
    area: upper,
    sizes: textSizes(palette.textScale),
    findSpan,
    last: findLastDot(scene),
  })
  if (!label) return
  context.strokeStyle = palette.surface
  context.lineWidth = 3
  context.lineJoin = 'round'
  context.textAlign = label.anchor
  context.strokeText(label.text, label.x, label.y)
  paintLabels(context, [label])
}

function paintLastPoint(context: Context, scene: OverlayScene): void {
  const dot = findLastDot(scene)
  if (!dot) return
  const { geometry, palette } = scene
  const level = Math.floor(dot.y) + 0.5
  strokeDashed(context, palette.tag, [Math.round(dot.x), level], [geometry.upper.right, level])
  context.fillStyle = palette.line
  context.beginPath()
  context.arc(dot.x, dot.y, DOT_RADIUS, 0, 2 * Math.PI)
  context.fill()
}

function paintActiveBar(context: Context, { geometry, palette, crosshair, canvasSize }: OverlayScene): void {
  const { x, bars, buckets } = geometry
  const bucket = crosshair?.bucket ?? -1
  if (!bars || !buckets || bucket < 0 || bucket >= buckets.sums.length) return
  context.fillStyle = palette.barOn
  fillArea(context, barArea(buckets, bucket, x, bars, canvasSize.ratio))
}

function paintCrosshair(context: Context, { geometry, palette, crosshair, hasDots = true }: OverlayScene): void {
  if (!crosshair) return
  const { upper, floor, x, line } = geometry
  const [left, top] = [toPixel(x, crosshair.x), toPixel(line, crosshair.line)]
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

function paintFloor(context: Context, { geometry, palette }: OverlayScene): void {
  const { upper, floor } = geometry
  context.fillStyle = palette.base
  context.fillRect(upper.left, floor, upper.right - upper.left, 1)
}

/** Paints the overlay. `context` is cleared and scaled to CSS px. */
export function paintOverlay(context: Context, scene: OverlayScene): void {
  const { palette } = scene
  const tags = placeSideTags(scene)
  const footTag = placeFootTag(context, scene)
  setFont(context, palette, 400)
  context.fillStyle = palette.axis
  paintBaseline(context, scene)
  paintSideLabels(context, scene, tags)
  paintFootLabels(context, scene, footTag)
  paintLastPoint(context, scene)
  paintActiveBar(context, scene)
  paintCrosshair(context, scene)
  paintFloor(context, scene)
  paintTags(context, palette, footTag ? [...tags, footTag] : tags)
}
