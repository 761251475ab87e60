import type { AxisKind, Span } from '#src/charts/view/chart-props.ts'

const SECOND = 1_000
export const MINUTE_MS = 60 * SECOND
const HOUR = 60 * MINUTE_MS
const DAY = 24 * HOUR

/** Round durations, ms. */
const TIME_STEPS = [
  ...[1, 2, 5, 10, 15, 30].map((count) => count * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * MINUTE_MS),
  ...[1, 2, 3, 6, 12].map((count) => count * HOUR),
  ...[1, 2, 7, 14, 28, 91, 182, 364].map((count) => count * DAY),
]

/** Minimum distance between two bars on phones and on larger screens, CSS px. */
const BAR_SLOT = { narrow: 4.8, wide: 11 }

/** Minimum distance between the middles of two labels of the x axis, CSS px. */
const TICK_GAP = 90

/**
 * Returns the shortest round step of the x axis that is at least `pixels` wide: a duration or a
 * number of points.
 */
function findRoundStep(span: Span, width: number, pixels: number, axis: AxisKind): number {
  const minStep = ((span.to - span.from) * pixels) / Math.max(1, width)
  if (axis === 'ordinal') return minStep > 1 ? roundUpToNice(minStep) : 1
  const longest = TIME_STEPS.at(-1) ?? DAY
  return TIME_STEPS.find((step) => step >= minStep) ?? Math.ceil(minStep / longest) * longest
}

/** Returns the x range of one bar when `view` is `width` CSS px wide. */
export const barStep = (view: Span, width: number, narrow: boolean, axis: AxisKind = 'time'): number =>
  findRoundStep(view, width, narrow ? BAR_SLOT.narrow : BAR_SLOT.wide, axis)

const toTicks = (view: Span, origin: number, step: number): readonly number[] => {
  const first = Math.ceil((view.from - origin) / step)
  const last = Math.floor((view.to - origin) / step)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => origin + (first + index) * step)
}

/** Returns the distance between the ticks of a time axis, ms. */
export const timeStep = (view: Span, width: number): number => findRoundStep(view, width, TICK_GAP, 'time')

/** Returns the ticks of a time axis: round steps counted from `origin`. */
export const timeTicks = (view: Span, origin: number, width: number): readonly number[] =>
  toTicks(view, origin, timeStep(view, width))

/** Returns the ticks of an ordinal axis: every n-th point, counted from point 0. */
export const pointTicks = (view: Span, width: number): readonly number[] =>
  toTicks(view, 0, findRoundStep(view, width, TICK_GAP, 'ordinal'))

/** Returns the smallest number 1, 2 or 5 × 10ⁿ that is at least `value`. */
function roundUpToNice(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  const digit = [1, 2, 5].find((candidate) => candidate * power >= value * (1 - 1e-9)) ?? 10
  return digit * power
}

/**
 * Returns round ticks between `min` and `max` with at most `maxSteps` intervals; [] for an empty
 * range.
 */
export function roundTicks(min: number, max: number, maxSteps: number): readonly number[] {
  if (!(max > min) || !Number.isFinite(max - min)) return []
  const step = roundUpToNice((max - min) / maxSteps)
  const first = Math.ceil(min / step - 1e-9)
  const last = Math.floor(max / step + 1e-9)
  return Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toPrecision(12)))
}

/**
 * Returns the top label of an axis from 0 to `max`: `max` rounded down to one significant digit, or
 * to 1.5 × 10ⁿ from 1.5 to 2 × 10ⁿ. Null when `max` is not positive and finite.
 */
export function topTick(max: number): number | null {
  if (!(max > 0) || !Number.isFinite(max)) return null
  const power = 10 ** Math.floor(Math.log10(max))
  const digits = max / power
  return Number(((digits >= 1.5 && digits < 2 ? 1.5 : Math.floor(digits + 1e-9)) * power).toPrecision(12))
}

/**
 * Returns the range from `low` to `high` plus padding, or a range around the baseline if `low` >
 * `high`.
 */
export function lineRange(low: number, high: number, baseline: number | null, padding: number): Span {
  const isEmpty = low > high
  const [from, to] = isEmpty ? [baseline ?? 0, baseline ?? 0] : [low, high]
  const space = from === to && padding === 0 ? 1 : padding
  return { from: from - space, to: to + space }
}
