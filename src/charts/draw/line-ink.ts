import { PER_COLUMN, type Reduction } from '#src/charts/data/reduce.ts'
import { type Mapping, toPixel } from '#src/charts/draw/paint.ts'

/** How the values of a line become CSS px, of which each has `ratio` device px; its pixel columns are those of the reduction. */
export interface LineGround {
  readonly x: Mapping
  readonly y: Mapping
  readonly ratio: number
}

/**
 * From this height on (device px) a pixel column of many points is filled as one upright bar instead of being stroked: there
 * the line goes up and down so often that both give the same pixels, and the bar costs a tenth.
 */
const TALL = 4
/** How far a stroke reaches beyond the extremes of a tall column, as a part of its width. */
const TIP = 0.25

/** What strokeLine asks of a canvas. */
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

/** The pixels of a packed column. */
interface Upright {
  left: number
  top: number
  bottom: number
}

type OnPoint = (index: number) => void
type OnUpright = (start: number, upright: Upright) => void

/** Calls back with each point of the line in order, and with each tall column in place of its four points. */
function walk(line: Reduction, { x, y, ratio }: LineGround, onPoint: OnPoint, onUpright: OnUpright): void {
  const upright: Upright = { left: 0, top: 0, bottom: 0 }
  let pack = 0
  for (let i = 0; i < line.count; i++) {
    const packed = line.packs[pack] === i
    if (packed) {
      pack++
      upright.bottom = toPixel(y, line.y[i + 1] ?? Number.NaN)
      upright.top = toPixel(y, line.y[i + 2] ?? Number.NaN)
    }
    if (packed && (upright.bottom - upright.top) * ratio >= TALL) {
      upright.left = Math.floor(toPixel(x, line.x[i + 1] ?? 0) * ratio + 1e-6) / ratio
      onUpright(i, upright)
      i += PER_COLUMN - 1
    } else onPoint(i)
  }
}

/** A pen over the line's points: it draws to a point from where it stands, or begins there; a gap lifts it. */
function createPen(path: Pick<CanvasPath, 'moveTo' | 'lineTo'>, line: Reduction, { x, y }: LineGround) {
  let down = false
  let stands = -1
  const left = (index: number) => toPixel(x, line.x[index] ?? 0)
  const top = (index: number) => toPixel(y, line.y[index] ?? 0)
  const isGap = (index: number) => Number.isNaN(line.y[index])

  function to(index: number): void {
    if (isGap(index)) {
      down = false
      stands = -1
      return
    }
    const from = stands < 0 ? index : stands
    if (!down) path.moveTo(left(from), top(from))
    path.lineTo(left(index), top(index))
    down = true
    stands = index
  }
  return {
    to,
    /** Draws to the point if the line comes from somewhere. */
    arrive(index: number) {
      if (stands >= 0) to(index)
    },
    /** Goes on at the point, whatever is drawn up to it. */
    leave(index: number) {
      down = false
      stands = isGap(index) ? -1 : index
    },
  }
}

/** Strokes the reduced line, its tall columns as bars; a point between two gaps becomes a dot. */
export function strokeLine(
  context: LineCanvas,
  line: Reduction,
  ground: LineGround,
  { color, width }: { readonly color: string; readonly width: number },
): void {
  const pen = createPen(context, line, ground)
  const middle = 0.5 / ground.ratio - width / 2
  const tip = width * TIP
  const before = { end: -1, top: 0, bottom: 0 }
  context.fillStyle = color
  context.strokeStyle = color
  context.lineWidth = width
  context.lineJoin = 'bevel'
  context.lineCap = 'round'
  context.beginPath()
  walk(line, ground, pen.to, (start, { left, top, bottom }) => {
    const touching = before.end === start && before.top <= bottom && top <= before.bottom
    if (!touching) pen.arrive(start)
    context.fillRect(left + middle, top - tip, width, bottom - top + 2 * tip)
    pen.leave(start + PER_COLUMN - 1)
    before.end = start + PER_COLUMN
    before.top = top
    before.bottom = bottom
  })
  context.stroke()
}

/** What lies between the reduced line and the horizontal at pixel `level`; within a tall column the line hides it. */
export function tintPath(line: Reduction, ground: LineGround, level: number): Path2D {
  const path = new Path2D()
  const column = 1 / ground.ratio
  let last = Number.NaN
  const to = (x: number, y: number) => {
    if (Number.isNaN(last)) path.moveTo(x, level)
    path.lineTo(x, y)
    last = x
  }
  const end = () => {
    if (Number.isNaN(last)) return
    path.lineTo(last, level)
    path.closePath()
    last = Number.NaN
  }
  walk(
    line,
    ground,
    (index) => {
      const y = line.y[index] ?? Number.NaN
      if (Number.isNaN(y)) end()
      else to(toPixel(ground.x, line.x[index] ?? 0), toPixel(ground.y, y))
    },
    (_, { left, top, bottom }) => {
      const nearest = Math.min(bottom, Math.max(top, level))
      to(left, nearest)
      to(left + column, nearest)
    },
  )
  end()
  return path
}
