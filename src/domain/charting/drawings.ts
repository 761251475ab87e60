import type { Instant } from '#src/domain/time/bogota.ts'

/** A point that the user chose on a chart. */
export interface DrawingPoint {
  readonly at: Instant
  /** Pesos per dollar, in whole centavos. */
  readonly price: number
}

/** A horizontal price. */
export interface Level {
  readonly kind: 'level'
  readonly id: string
  readonly price: number
}

/** A trend line through two points; `from` is not after `to`. */
export interface TrendLine {
  readonly kind: 'line'
  readonly id: string
  readonly from: DrawingPoint
  readonly to: DrawingPoint
}

export type Drawing = Level | TrendLine
export type Drawings = readonly Drawing[]
export type DrawingKind = Drawing['kind']

/** The part of a drawing that the user moves. */
export type DrawingPart = 'whole' | 'from' | 'to'

/** Maximum number of drawings on the charts of one market. */
export const MAX_DRAWINGS = 20

const CENTAVOS = 100
const MAX_PRICE = 1_000_000
/** Instants of the years 1900 to 2199. */
const INSTANTS = { from: Date.UTC(1900, 0, 1), to: Date.UTC(2200, 0, 1) }
const MAX_ID_LENGTH = 40

const clamp = (value: number, from: number, to: number) => Math.min(to, Math.max(from, value))

/** Rounds a price to centavos, inside the prices that a drawing can have. */
const toPrice = (price: number) => clamp(Math.round(price * CENTAVOS) / CENTAVOS, 1 / CENTAVOS, MAX_PRICE)
const toPoint = ({ at, price }: DrawingPoint): DrawingPoint => ({
  at: clamp(Math.round(at), INSTANTS.from, INSTANTS.to - 1),
  price: toPrice(price),
})

export const createLevel = (id: string, price: number): Level => ({ kind: 'level', id, price: toPrice(price) })

/** Creates a line through two points in any order. */
export function createLine(id: string, one: DrawingPoint, other: DrawingPoint): TrendLine {
  const [from, to] = one.at <= other.at ? [one, other] : [other, one]
  return { kind: 'line', id, from: toPoint(from), to: toPoint(to) }
}

/** A move: in time, and in pesos. */
export interface DrawingMove {
  readonly time: number
  readonly price: number
}

const movePoint = ({ at, price }: DrawingPoint, move: DrawingMove): DrawingPoint =>
  toPoint({ at: at + move.time, price: price + move.price })

/** Moves a part of a drawing. An end of a line that passes the other end becomes the other end. */
export function moveDrawing(drawing: Drawing, part: DrawingPart, move: DrawingMove): Drawing {
  if (drawing.kind === 'level') return createLevel(drawing.id, drawing.price + move.price)
  const { id, from, to } = drawing
  return createLine(id, part === 'to' ? from : movePoint(from, move), part === 'from' ? to : movePoint(to, move))
}

/** Returns the part that has the name of `part` after a move. */
export function partAfterMove(drawing: Drawing, part: DrawingPart, move: DrawingMove): DrawingPart {
  if (drawing.kind === 'level' || part === 'whole') return part
  const moved = movePoint(drawing[part], move)
  if (part === 'from') return moved.at > drawing.to.at ? 'to' : 'from'
  return moved.at < drawing.from.at ? 'from' : 'to'
}

/** Adds or replaces a drawing. At the limit a new drawing changes nothing. */
export function putDrawing(drawings: Drawings, drawing: Drawing): Drawings {
  if (drawings.some(({ id }) => id === drawing.id))
    return drawings.map((each) => (each.id === drawing.id ? drawing : each))
  return drawings.length < MAX_DRAWINGS ? [...drawings, drawing] : drawings
}

export const removeDrawing = (drawings: Drawings, id: string): Drawings => drawings.filter((each) => each.id !== id)

const isSame = (one: Drawing | undefined, other: Drawing | undefined) => JSON.stringify(one) === JSON.stringify(other)

/**
 * Applies the changes from `base` to `mine` to the drawings of another window: no window loses what
 * only the other one changed. A drawing that both changed is as in `mine`.
 */
export function mergeDrawings(base: Drawings, mine: Drawings, theirs: Drawings): Drawings {
  const find = (drawings: Drawings, id: string) => drawings.find((each) => each.id === id)
  const isMine = (id: string) => !isSame(find(base, id), find(mine, id))
  const rest = theirs.flatMap((drawing) => (isMine(drawing.id) ? (find(mine, drawing.id) ?? []) : drawing))
  const added = mine.filter(({ id }) => isMine(id) && !find(theirs, id))
  return [...rest, ...added].slice(0, MAX_DRAWINGS)
}

/** The distance of a drawing to the price, in pesos and in percent of the price. */
export function findDistance(drawn: number, price: number) {
  const pesos = Math.round((drawn - price) * CENTAVOS) / CENTAVOS
  return { pesos, percent: (pesos / price) * 100 }
}

const isNumber = (value: unknown, from: number, to: number): value is number =>
  typeof value === 'number' && value >= from && value < to

function parsePoint(value: unknown): DrawingPoint | null {
  if (typeof value !== 'object' || value === null) return null
  const { at, price } = value as Readonly<Record<string, unknown>>
  const isValid = isNumber(at, INSTANTS.from, INSTANTS.to) && isNumber(price, 1 / CENTAVOS, MAX_PRICE)
  return isValid ? toPoint({ at, price }) : null
}

function parseDrawing(value: unknown): Drawing | null {
  if (typeof value !== 'object' || value === null) return null
  const { kind, id, price, from, to } = value as Readonly<Record<string, unknown>>
  if (typeof id !== 'string' || id === '' || id.length > MAX_ID_LENGTH) return null
  if (kind === 'level') return isNumber(price, 1 / CENTAVOS, MAX_PRICE) ? createLevel(id, price) : null
  const [one, other] = [parsePoint(from), parsePoint(to)]
  return kind === 'line' && one && other ? createLine(id, one, other) : null
}

/** A price as a user types it, with or without points between thousands: `4.012,5`. */
const TYPED_PRICE = /^(?:\d{1,3}(?:\.\d{3})+|\d{1,6})(?:,\d{1,2})?$/

/** Reads a typed price in pesos; null for another text, and for a price that no drawing can have. */
export function parsePrice(text: string): number | null {
  const typed = text.trim()
  if (!TYPED_PRICE.test(typed)) return null
  const price = Number(typed.replaceAll('.', '').replace(',', '.'))
  return isNumber(price, 1 / CENTAVOS, MAX_PRICE) ? price : null
}

/** Returns the valid drawings of a stored value; another version or a user may have written it. */
export function parseDrawings(value: unknown): Drawings {
  if (!Array.isArray(value)) return []
  const drawings = new Map<string, Drawing>()
  for (const item of value) {
    const drawing = parseDrawing(item)
    if (drawing && !drawings.has(drawing.id)) drawings.set(drawing.id, drawing)
  }
  return [...drawings.values()].slice(0, MAX_DRAWINGS)
}
