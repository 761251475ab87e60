import type { Palette } from '#src/charts/draw/palette.ts'

export type Context = CanvasRenderingContext2D

const SIZE = 11

/** From the middle of a line of digits down to its foot, CSS px. */
export const FOOT = 4

/** Axes are set in the face's narrower cut; a browser that cannot choose it on a canvas takes the normal one. */
export function setFont(context: Context, palette: Palette, weight: number): void {
  context.font = `${weight} ${SIZE}px ${palette.font}`
  if ('fontStretch' in context) context.fontStretch = 'semi-condensed'
}

export function write(context: Context, text: string, x: number, y: number, anchor: 'left' | 'center' | 'right'): void {
  context.textAlign = anchor
  context.fillText(text, x, y)
}

/** Where a text stands that is centred on `x`, or pushed inwards at the sides of `area`. */
export function centredIn(context: Context, text: string, x: number, area: { left: number; right: number }) {
  const { width } = context.measureText(text)
  return { left: Math.min(area.right - width, Math.max(area.left, x - width / 2)), width }
}
