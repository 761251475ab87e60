import { POINTS_PER_COLUMN, type Reduction } from '#src/charts/data/reduce.ts'
import { type Mapping, toPixel } from '#src/charts/draw/paint.ts'

/**
 * Maps values to CSS px. `ratio` is device px per CSS px; a reduction has one column per device px.
 */
interface LineMapping {
  readonly x: Mapping
  readonly y: Mapping
  readonly ratio: number
}

/**
 * A packed column (see `Reduction`) is tall from this height, device px, and is filled as one bar.
 * A line with many points fills such a column completely. One `fillRect` costs a tenth of the
 * strokes.
 */
const MIN_BAR_HEIGHT = 4
/** The stroke extends this far beyond a bar's extremes, as a share of the line width. */
const TIP = 0.25

/** Tolerated gap between adjacent columns, due to rounding, CSS px. */
const TOLERANCE = 1e-3

/** The canvas calls that `strokeLine` uses. */
export type LineCanvas = Pick<
  CanvasRenderingContext2D,
  | 'beginPath'
  | 'moveTo'
  | 'lineTo'
  | 'stroke'
  | 'fillRect'
  | 'fillStyle'
  | 'strokeStyle'
  | 'lineWidth'
  | 'lineJoin'
  | 'lineCap'
>

/** A packed column in CSS px. */
interface ColumnBar {
  left: number
  top: number
  bottom: number
}

type OnPoint = (index: number) => void
type OnBar = (start: number, bar: ColumnBar) => void

/**
 * Calls `onPoint` for each point in order, and `onBar` instead of the four points of a tall column.
 */
function visitPoints(line: Reduction, { x, y, ratio }: LineMapping, onPoint: OnPoint, onBar: OnBar): void {
  const bar: ColumnBar = { left: 0, top: 0, bottom: 0 }
  let pack = 0
  for (let i = 0; i < line.count; i++) {
    const isPacked = line.packs[pack] === i
    if (isPacked) {
      pack++
      bar.bottom = toPixel(y, line.y[i + 1] ?? Number.NaN)
      bar.top = toPixel(y, line.y[i + 2] ?? Number.NaN)
    }
    if (isPacked && (bar.bottom - bar.top) * ratio >= MIN_BAR_HEIGHT) {
      bar.left = Math.floor(toPixel(x, line.x[i + 1] ?? 0) * ratio + 1e-6) / ratio
      onBar(i, bar)
      i += POINTS_PER_COLUMN - 1
    } else onPoint(i)
  }
}

/** Draws segments between the points of a reduction. A gap ends the current segment. */
function createPen(path: Pick<CanvasPath, 'moveTo' | 'lineTo'>, line: Reduction, { x, y }: LineMapping) {
  let isDown = false
  let current = -1
  const toLeft = (index: number) => toPixel(x, line.x[index] ?? 0)
  const toTop = (index: number) => toPixel(y, line.y[index] ?? 0)
  const isGap = (index: number) => Number.isNaN(line.y[index])

  function drawTo(index: number): void {
    if (isGap(index)) {
      isDown = false
      current = -1
      return
    }
    const from = current < 0 ? index : current
    if (!isDown) path.moveTo(toLeft(from), toTop(from))
    path.lineTo(toLeft(index), toTop(index))
    isDown = true
    current = index
  }
  return {
    drawTo,
    /** Draws to the point if a segment has begun. */
    closeAt(index: number) {
      if (current >= 0) drawTo(index)
    },
    /** Starts the next segment at the point. */
    moveTo(index: number) {
      isDown = false
      current = isGap(index) ? -1 : index
    },
  }
}

/**
 * Strokes the reduced line and fills its tall columns as bars. A point between two gaps becomes a
 * dot.
 */
export function strokeLine(
  context: LineCanvas,
  line: Reduction,
  mapping: LineMapping,
  { color, width }: { readonly color: string; readonly width: number },
): void {
  const pen = createPen(context, line, mapping)
  /** Offset of a bar's left side from that of its column, CSS px. Centres the bar on the column. */
  const inset = 0.5 / mapping.ratio - width / 2
  const tip = width * TIP
  const previousBar = { end: -1, top: 0, bottom: 0 }
  context.fillStyle = color
  context.strokeStyle = color
  context.lineWidth = width
  context.lineJoin = 'bevel'
  context.lineCap = 'round'
  context.beginPath()
  visitPoints(line, mapping, pen.drawTo, (start, { left, top, bottom }) => {
    const touchesPrevious = previousBar.end === start && previousBar.top <= bottom && top <= previousBar.bottom
    if (!touchesPrevious) pen.closeAt(start)
    context.fillRect(left + inset, top - tip, width, bottom - top + 2 * tip)
    pen.moveTo(start + POINTS_PER_COLUMN - 1)
    previousBar.end = start + POINTS_PER_COLUMN
    previousBar.top = top
    previousBar.bottom = bottom
  })
  context.stroke()
}

/** Collects the area between a line and a horizontal level, on one side of it. */
function createAreaPen(level: number, isInside: (y: number) => boolean) {
  const path = new Path2D()
  let [lastX, lastY] = [Number.NaN, Number.NaN]
  let wasInside = false

  const findCrossing = (x: number, y: number) => lastX + ((level - lastY) / (y - lastY)) * (x - lastX)
  function end(): void {
    if (wasInside) path.lineTo(lastX, level)
    wasInside = false
    lastX = Number.NaN
  }
  return {
    path,
    end,
    lineTo(x: number, y: number): void {
      const isNowInside = isInside(y)
      if (isNowInside && !wasInside) path.moveTo(Number.isNaN(lastX) ? x : findCrossing(x, y), level)
      if (isNowInside) path.lineTo(x, y)
      else if (wasInside) path.lineTo(findCrossing(x, y), level)
      wasInside = isNowInside
      lastX = x
      lastY = y
    },
  }
}

/** Adjacent tall columns. All of them cover the pixels from `top` to `bottom`. */
interface BarRun {
  readonly left: number
  right: number
  top: number
  bottom: number
}

/**
 * Returns the areas between the reduced line and the horizontal at pixel `level`, above and below
 * `level`. Tall columns hide the edge of an area, so one straight edge spans as many tall columns
 * as possible.
 */
export function createTintPaths(
  line: Reduction,
  mapping: LineMapping,
  level: number,
): { above: Path2D; below: Path2D } {
  const above = createAreaPen(level, (y) => y < level)
  const below = createAreaPen(level, (y) => y > level)
  const column = 1 / mapping.ratio
  const lineTo = (x: number, y: number) => {
    above.lineTo(x, y)
    below.lineTo(x, y)
  }
  let run: BarRun | null = null
  const endRun = () => {
    if (!run) return
    const y = Math.min(run.bottom, Math.max(run.top, level))
    lineTo(run.left, y)
    lineTo(run.right, y)
    run = null
  }
  const end = () => {
    endRun()
    above.end()
    below.end()
  }
  visitPoints(
    line,
    mapping,
    (index) => {
      const y = line.y[index] ?? Number.NaN
      endRun()
      if (Number.isNaN(y)) end()
      else lineTo(toPixel(mapping.x, line.x[index] ?? 0), toPixel(mapping.y, y))
    },
    (_, { left, top, bottom }) => {
      if (run && left <= run.right + TOLERANCE && top <= run.bottom && bottom >= run.top) {
        run.top = Math.max(run.top, top)
        run.bottom = Math.min(run.bottom, bottom)
        run.right = left + column
      } else {
        endRun()
        run = { left, right: left + column, top, bottom }
      }
    },
  )
  end()
  return { above: above.path, below: below.path }
}
