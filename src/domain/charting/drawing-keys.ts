import { type AxisStarts, toAxis, toInstantOfAxis } from '#src/domain/charting/drawing-plane.ts'
import type { Drawing, DrawingMove, DrawingPart } from '#src/domain/charting/drawings.ts'
import { MINUTE_MS } from '#src/domain/time/bogota.ts'

/** Steps of the keys: pesos, and points of the axis or minutes. Shift makes them larger. */
const PRICE_STEP = 0.1
const PRICE_PAGE = 5
const TIME_STEP = 1
const SHIFT = { price: 10, time: 5 }

const PRICE_KEYS = new Map([
  ['ArrowUp', PRICE_STEP],
  ['ArrowDown', -PRICE_STEP],
  ['PageUp', PRICE_PAGE],
  ['PageDown', -PRICE_PAGE],
])
const TIME_KEYS = new Map([
  ['ArrowRight', TIME_STEP],
  ['ArrowLeft', -TIME_STEP],
])

/** The keys that move a drawing, and those that delete it. */
export const DRAWING_MOVE_KEYS = { price: [...PRICE_KEYS.keys()], time: [...TIME_KEYS.keys()] } as const
export const DRAWING_REMOVE_KEYS: readonly string[] = ['Delete', 'Backspace']

/** Opens a new alert at the price of a level. */
export const DRAWING_ALERT_KEY = 'a'

export interface KeyPress {
  readonly key: string
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

/** Whether the key is one of the browser's shortcuts, such as Ctrl+A, or Alt+Left for the page before. */
const isShortcut = ({ ctrlKey, metaKey, altKey }: KeyPress) => ctrlKey || metaKey || altKey

export const isRemoveKey = (press: KeyPress): boolean => DRAWING_REMOVE_KEYS.includes(press.key) && !isShortcut(press)

export const isAlertKey = (press: KeyPress): boolean =>
  press.key.toLowerCase() === DRAWING_ALERT_KEY && !isShortcut(press)

/** Returns the move of a part of a drawing by a key, null for another key. A level does not move in time. */
export function findDrawingMove(
  drawing: Drawing,
  part: DrawingPart,
  press: KeyPress,
  starts: AxisStarts,
): DrawingMove | null {
  if (isShortcut(press)) return null
  const { key, shiftKey } = press
  const price = PRICE_KEYS.get(key)
  if (price !== undefined) return { time: 0, price: price * (shiftKey ? SHIFT.price : 1) }
  const steps = TIME_KEYS.get(key)
  if (steps === undefined || drawing.kind === 'level') return null
  const count = steps * (shiftKey ? SHIFT.time : 1)
  if (starts === null) return { time: count * MINUTE_MS, price: 0 }
  const { at } = drawing[part === 'from' ? 'from' : 'to']
  return { time: toInstantOfAxis(starts, toAxis(starts, at) + count) - at, price: 0 }
}
