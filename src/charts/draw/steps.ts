import type { AxisKind, Span } from '#src/charts/view/chart-props.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Round stretches of time, in milliseconds. */
const TIME_STEPS = [
  ...[1, 2, 5, 10, 15, 30].map((count) => count * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * MINUTE),
  ...[1, 2, 3, 6, 12].map((count) => count * HOUR),
  ...[1, 2, 7, 14, 28, 91, 182, 364].map((count) => count * DAY),
]

/** Narrower than this a bar cannot be told from its neighbour, on phones and on larger screens (CSS px). */
const BAR_SLOT = { narrow: 4.8, wide: 11 }

/** Labels of the x axis keep at least this distance from middle to middle (CSS px). */
const TICK_GAP = 90

/** The shortest round stretch of x that is at least `pixels` wide: of time, or of whole points. */
function stepOfWidth(span: Span, width: number, pixels: number, axis: AxisKind): number {
  const least = ((span.to - span.from) * pixels) / Math.max(1, width)
  if (axis === 'ordinal') return least > 1 ? roundUp(least) : 1
  const longest = TIME_STEPS.at(-1) ?? DAY
  return TIME_STEPS.find((step) => step >= least) ?? Math.ceil(least / longest) * longest
}

/** How much of x one bar sums up when `width` CSS px show `view`. */
export const barStep = (view: Span, width: number, narrow: boolean, axis: AxisKind = 'time'): number =>
  stepOfWidth(view, width, narrow ? BAR_SLOT.narrow : BAR_SLOT.wide, axis)

const stepsWithin = (view: Span, origin: number, step: number): readonly number[] => {
  const first = Math.ceil((view.from - origin) / step)
  const last = Math.floor((view.to - origin) / step)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => origin + (first + index) * step)
}

/** Where the x axis carries labels: round steps counted from `origin`. */
export const timeTicks = (view: Span, origin: number, width: number): readonly number[] =>
  stepsWithin(view, origin, stepOfWidth(view, width, TICK_GAP, 'time'))

/** Where an ordinal axis carries labels: every so many points, counted from the first. */
export const pointTicks = (view: Span, width: number): readonly number[] =>
  stepsWithin(view, 0, stepOfWidth(view, width, TICK_GAP, 'ordinal'))

/** The smallest of 1, 2, 5 · 10ⁿ that is not below `value`. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  const digit = [1, 2, 5].find((candidate) => candidate * power >= value * (1 - 1e-9)) ?? 10
  return digit * power
}

/** Round numbers between `min` and `max` that cut the range into at most `most` steps; none when there is no range. */
export function roundTicks(min: number, max: number, most: number): readonly number[] {
  if (!(max > min) || !Number.isFinite(max - min)) return []
  const step = roundUp((max - min) / most)
  const first = Math.ceil(min / step - 1e-9)
  const last = Math.floor(max / step + 1e-9)
  return Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toPrecision(12)))
}

/** The one round number that stands for a scale from 0 to `max`: its first digit and zeros, 15 between 15 and 20. */
export function crown(max: number): number | null {
  if (!(max > 0) || !Number.isFinite(max)) return null
  const power = 10 ** Math.floor(Math.log10(max))
  const digits = max / power
  return Number(((digits >= 1.5 && digits < 2 ? 1.5 : Math.floor(digits + 1e-9)) * power).toPrecision(12))
}
