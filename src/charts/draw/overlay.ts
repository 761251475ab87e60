import type { Frame } from '#src/charts/draw/frame.ts'
import { type Context, centredIn, FOOT, setFont, write } from '#src/charts/draw/lettering.ts'
import { barArea, fillArea, toPixel } from '#src/charts/draw/paint.ts'
import type { Palette } from '#src/charts/draw/palette.ts'
import type { PlotGeometry } from '#src/charts/draw/plot-geometry.ts'

/** What stands above the plot and changes without it: axis labels, tags, the crosshair. Texts come formatted. */
export interface OverlayScene {
  readonly frame: Frame
  readonly palette: Palette
  readonly geometry: PlotGeometry
  readonly texts: OverlayTexts
  readonly baseline: { readonly value: number; readonly label: string } | null
  /** The last point of the series, also when it is out of view. */
  readonly last: Mark | null
  readonly cursor: CursorMark | null
  /** Whether a dot marks the points on the line, and a lead the way from the last one to its tag. */
  readonly dotted?: boolean
}

export interface OverlayTexts {
  readonly x: (value: number) => string
  readonly line: (value: number) => string
  readonly lineTick: (value: number) => string
  readonly barTick?: (value: number) => string
}

interface Mark {
  readonly x: number
  readonly line: number
}

interface CursorMark extends Mark {
  /** Index of the bar under the crosshair; null when there are no bars. */
  readonly bucket: number | null
}

const TAG_HEIGHT = 18
const TAG_WIDTH = 54
const TAG_PADDING = 6
const TAG_GAP = 2
const LABEL_GAP = 8
/** A tick whose label is closer than this to a tag is left out (middle to middle, CSS px). */
const TAG_CLEARANCE = 15
const DASH = [3, 3]

function dashed(context: Context, color: string, from: readonly [number, number], to: readonly [number, number]): void {
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
  readonly middle: number
  readonly width: number
  readonly ground: string
  readonly color: string
}

function paintTag(context: Context, palette: Palette, tag: Tag): void {
  context.fillStyle = tag.ground
  context.beginPath()
  context.roundRect(tag.left, tag.middle - TAG_HEIGHT / 2, tag.width, TAG_HEIGHT, 2)
  context.fill()
  context.fillStyle = tag.color
  setFont(context, palette, 620)
  write(context, tag.text, tag.left + tag.width / 2, tag.middle + FOOT, 'center')
}

const inView = (value: number, from: number, to: number) => value >= from - 0.5 && value <= to + 0.5

/** The tags of the line's axis from back to front: the last value, then the crosshair's. */
function sideTags({ geometry, palette, texts, last, cursor, frame }: OverlayScene): readonly Tag[] {
  const { upper, line } = geometry
  const width = Math.max(TAG_WIDTH, frame.width - upper.right - TAG_GAP)
  const marks = [
    { mark: last, ground: palette.tag, color: palette.onTag },
    { mark: cursor, ground: palette.ink, color: palette.surface },
  ]
  return marks.flatMap(({ mark, ground, color }) => {
    const middle = mark ? toPixel(line, mark.line) : Number.NaN
    if (!mark || !inView(middle, upper.top, upper.bottom)) return []
    return { text: texts.line(mark.line), left: upper.right + TAG_GAP, middle, width, ground, color }
  })
}

function paintSideLabels(context: Context, scene: OverlayScene, tags: readonly Tag[]): void {
  const { geometry, texts } = scene
  const { upper, line, bars, barTick, lineTicks } = geometry
  const taken = tags.map(({ middle }) => middle)
  const free = (y: number) => taken.every((middle) => Math.abs(middle - y) >= TAG_CLEARANCE)
  const x = upper.right + LABEL_GAP
  if (bars && barTick !== null && texts.barTick) {
    const y = toPixel(bars, barTick)
    if (free(y)) {
      write(context, texts.barTick(barTick), x, y + FOOT, 'left')
      taken.push(y)
    }
  }
  for (const tick of lineTicks) {
    const y = toPixel(line, tick)
    if (free(y) && y <= upper.bottom) write(context, texts.lineTick(tick), x, y + FOOT, 'left')
  }
}

/** The label below the crosshair, kept within the plot's sides. */
function footTag(context: Context, { geometry, palette, texts, cursor }: OverlayScene): Tag | null {
  if (!cursor) return null
  const { upper, floor, x } = geometry
  const text = texts.x(cursor.x)
  setFont(context, palette, 620)
  const width = Math.max(40, context.measureText(text).width + 2 * TAG_PADDING)
  const left = Math.min(upper.right - width, Math.max(upper.left, toPixel(x, cursor.x) - width / 2))
  const middle = floor + TAG_GAP + TAG_HEIGHT / 2
  return { text, left, middle, width, ground: palette.ink, color: palette.surface }
}

/** Labels of the x axis; at the plot's sides they are pushed inwards. */
function paintFootLabels(context: Context, { geometry, texts }: OverlayScene, tag: Tag | null): void {
  const { upper, floor, x, xTicks } = geometry
  const y = floor + TAG_GAP + TAG_HEIGHT / 2 + FOOT
  for (const { at, text = texts.x(at) } of xTicks) {
    const { left, width } = centredIn(context, text, toPixel(x, at), upper)
    const covered = tag && left < tag.left + tag.width + TAG_PADDING && left + width > tag.left - TAG_PADDING
    if (!covered) write(context, text, left, y, 'left')
  }
}

function paintBaseline(context: Context, { geometry, palette, baseline }: OverlayScene): void {
  if (!baseline) return
  const { upper, line } = geometry
  const y = toPixel(line, baseline.value)
  if (!inView(y, upper.top, upper.bottom)) return
  const foot = y + 14 > upper.bottom ? y - 5 : y + 14
  context.strokeStyle = palette.surface
  context.lineWidth = 3
  context.lineJoin = 'round'
  context.textAlign = 'right'
  context.strokeText(baseline.label, upper.right - 4, foot)
  write(context, baseline.label, upper.right - 4, foot, 'right')
}

function paintLast(context: Context, { geometry, palette, last, dotted = true }: OverlayScene): void {
  if (!last || !dotted) return
  const { upper, x, line } = geometry
  const [left, top] = [toPixel(x, last.x), toPixel(line, last.line)]
  if (!inView(left, upper.left, upper.right) || !inView(top, upper.top, upper.bottom)) return
  const level = Math.floor(top) + 0.5
  dashed(context, palette.tag, [left, level], [upper.right, level])
  context.fillStyle = palette.line
  context.beginPath()
  context.arc(left, top, 3.5, 0, 2 * Math.PI)
  context.fill()
}

function paintBarUnder(context: Context, { geometry, palette, cursor, frame }: OverlayScene): void {
  const { x, bars, buckets } = geometry
  const bucket = cursor?.bucket ?? -1
  if (!bars || !buckets || bucket < 0 || bucket >= buckets.sums.length) return
  context.fillStyle = palette.barOn
  fillArea(context, barArea(buckets, bucket, x, bars, frame.ratio))
}

function paintCross(context: Context, { geometry, palette, cursor, dotted = true }: OverlayScene): void {
  if (!cursor) return
  const { upper, floor, x, line } = geometry
  const [left, top] = [toPixel(x, cursor.x), toPixel(line, cursor.line)]
  dashed(context, palette.cross, [Math.floor(left) + 0.5, upper.top], [Math.floor(left) + 0.5, floor])
  dashed(context, palette.cross, [upper.left, Math.floor(top) + 0.5], [upper.right, Math.floor(top) + 0.5])
  if (!dotted) return
  context.fillStyle = palette.surface
  context.strokeStyle = palette.line
  context.lineWidth = 2
  context.beginPath()
  context.arc(left, top, 4, 0, 2 * Math.PI)
  context.fill()
  context.stroke()
}

function paintBase(context: Context, { geometry, palette }: OverlayScene): void {
  const { upper, floor } = geometry
  context.fillStyle = palette.base
  context.fillRect(upper.left, floor, upper.right - upper.left, 1)
}

/** Paints the whole overlay; `context` is cleared and scaled to CSS px. */
export function paintOverlay(context: Context, scene: OverlayScene): void {
  const { palette } = scene
  const tags = sideTags(scene)
  const foot = footTag(context, scene)
  setFont(context, palette, 400)
  context.fillStyle = palette.axis
  paintBaseline(context, scene)
  paintSideLabels(context, scene, tags)
  paintFootLabels(context, scene, foot)
  paintLast(context, scene)
  paintBarUnder(context, scene)
  paintCross(context, scene)
  paintBase(context, scene)
  for (const tag of foot ? [...tags, foot] : tags) paintTag(context, palette, tag)
}
