import type { AxisTick, Span } from '#src/charts/view/chart-props.ts'
import type { TimeRange } from '#src/domain/charting/chart-view.ts'
import type { Interval, Period } from '#src/domain/charting/intervals.ts'
import {
  formatDayAndMonth,
  formatMonth,
  formatMonthAndYear,
  formatShortClock,
  formatShortDate,
  formatShortDay,
} from '#src/domain/text.ts'
import { type Instant, toDate } from '#src/domain/time/bogota.ts'

/**
 * Returns x values for points at equal distances, independent of the time between them. The
 * `earlier` first points have negative values, so that the others keep theirs when points are added
 * before them.
 */
export const createOrdinals = (count: number, earlier = 0): Float64Array =>
  Float64Array.from({ length: count }, (_, index) => index - earlier)

/** Returns the domain of an axis with `count` points, each in the middle of its slot. */
export const createOrdinalDomain = (count: number, earlier = 0): Span => ({
  from: -0.5 - earlier,
  to: Math.max(count, 1) - 0.5 - earlier,
})

/** Returns the number of points before an instant. */
export const countEarlier = (starts: Float64Array, origin: Instant | null): number =>
  origin === null
    ? 0
    : Math.max(
        0,
        starts.findIndex((start) => start >= origin),
      )

export const moveSpan = ({ from, to }: Span, distance: number): Span => ({ from: from + distance, to: to + distance })

type FormatStart = (start: Instant) => string

/** A kind of axis label. Only the first point of each group has a label. */
interface Level {
  /** Returns the name of a point's group. */
  readonly toGroup: FormatStart
  readonly toText: FormatStart
  /** The space of a label, in CSS px. */
  readonly width: number
}

const toMonth: FormatStart = (start) => toDate(start).slice(0, 7)
const CLOCK: Level = { toGroup: String, toText: formatShortClock, width: 64 }
const WEEKDAY: Level = { toGroup: toDate, toText: (start) => formatShortDay(toDate(start)), width: 64 }
const DAY: Level = { toGroup: toDate, toText: (start) => formatDayAndMonth(toDate(start)), width: 72 }
const MONTH: Level = { toGroup: toMonth, toText: (start) => formatMonth(toDate(start)), width: 92 }
const MONTH_OF_YEAR: Level = { toGroup: toMonth, toText: (start) => formatMonthAndYear(toDate(start)), width: 84 }

/** The period whose names the points of an axis have: those of 5d are hours of days. */
export type NamedPeriod = Exclude<Period, '1d'>

/** Returns the period whose names the points of a period in intervals of this kind have. */
export function toNamedPeriod(period: Period, kind: Interval['kind']): NamedPeriod {
  if (kind === 'minutes') return '5d'
  return period === '1d' || period === '5d' ? '1m' : period
}

/**
 * Levels from coarse to fine. The axis shows the levels up to the first level that has two labels
 * in view.
 */
const LEVELS: Readonly<Record<NamedPeriod, readonly Level[]>> = {
  '5d': [WEEKDAY, CLOCK],
  '1m': [DAY],
  '6m': [MONTH, DAY],
  '1a': [MONTH_OF_YEAR, DAY],
}

/**
 * Returns the indices at which a group starts. Omits the first group if it has less than half the
 * points of the second group.
 */
function findGroupStarts(starts: Float64Array, { toGroup }: Level): readonly number[] {
  const indices: number[] = []
  let currentGroup: string | null = null
  for (const [index, start] of starts.entries()) {
    const group = toGroup(start)
    if (group !== currentGroup) indices.push(index)
    currentGroup = group
  }
  const [, second, third] = indices
  const isFirstShort = second !== undefined && third !== undefined && second < (third - second) / 2
  return isFirstShort ? indices.slice(1) : indices
}

/**
 * Returns every n-th index, so that labels do not overlap; `minimumDistance` in points. Counts from
 * the first index, so that panning does not change the selection.
 */
function selectEveryNth(indices: readonly number[], minimumDistance: number): readonly number[] {
  const [first = 0] = indices
  const last = indices.at(-1) ?? first
  const distance = (last - first) / Math.max(1, indices.length - 1)
  const n = Math.max(1, Math.ceil(minimumDistance / Math.max(distance, Number.MIN_VALUE)))
  return indices.filter((_, index) => index % n === 0)
}

/**
 * Returns a function that computes the axis labels of a view that is `width` CSS px wide (visual
 * §7). The label of a day's first hour is the day; the label of a month's first day is the month.
 */
export function createPeriodTicks(starts: Float64Array, period: NamedPeriod, earlier = 0) {
  const levels = LEVELS[period].map((level) => ({ level, indices: findGroupStarts(starts, level) }))
  return (shownView: Span, width: number): readonly AxisTick[] => {
    const view = moveSpan(shownView, earlier)
    const isInView = (index: number) => index >= view.from && index <= view.to
    const finestIndex = levels.findIndex(({ indices }) => indices.filter(isInView).length > 1)
    const visibleLevels = finestIndex < 0 ? levels : levels.slice(0, finestIndex + 1)
    const labelWidth = Math.max(...visibleLevels.map(({ level }) => level.width))
    const pointWidth = width / (view.to - view.from)
    return selectEveryNth(visibleLevels.at(-1)?.indices ?? [], labelWidth / pointWidth)
      .filter(isInView)
      .flatMap((index) => {
        const coarsest = visibleLevels.find(({ indices }) => indices.includes(index))
        return coarsest ? [{ at: index - earlier, text: coarsest.level.toText(starts[index] ?? Number.NaN) }] : []
      })
  }
}

/** The formats of a point's name: `x` for the axis, `xLong` for the tooltip. */
const NAME_FORMATS: Readonly<Record<NamedPeriod, { readonly x: FormatStart; readonly xLong: FormatStart }>> = {
  '5d': {
    x: (start) => `${formatShortDay(toDate(start))} ${formatShortClock(start)}`,
    xLong: (start) => `${formatShortDay(toDate(start))}, ${formatShortClock(start)}`,
  },
  '1m': { x: (start) => formatDayAndMonth(toDate(start)), xLong: (start) => formatShortDate(toDate(start)) },
  '6m': { x: (start) => formatDayAndMonth(toDate(start)), xLong: (start) => formatShortDate(toDate(start)) },
  '1a': { x: (start) => formatShortDate(toDate(start)), xLong: (start) => formatShortDate(toDate(start)) },
}

/** Returns two functions that format the short and the long name of a point from its index. */
export function createPointFormats(starts: Float64Array, period: NamedPeriod, earlier = 0) {
  const { x, xLong } = NAME_FORMATS[period]
  const formatByIndex = (format: FormatStart) => (x: number) => {
    const start = starts[x + earlier]
    return start === undefined ? '' : format(start)
  }
  return { x: formatByIndex(x), xLong: formatByIndex(xLong) }
}

/** Converts a time range to the span of its points; null if the range has fewer than two points. */
export function toSpan(range: TimeRange | null, starts: Float64Array, earlier = 0): Span | null {
  if (range === null) return null
  const from = starts.findIndex((start) => start >= range.from)
  const to = starts.findLastIndex((start) => start <= range.to)
  return from >= 0 && from < to ? moveSpan({ from, to }, -earlier) : null
}

/** Converts a span of the axis to the time range of its points. */
export function toTimeRange(shownSpan: Span | null, starts: Float64Array, earlier = 0): TimeRange | null {
  if (shownSpan === null) return null
  const span = moveSpan(shownSpan, earlier)
  const last = starts.length - 1
  const from = starts[Math.max(0, Math.round(span.from))]
  const to = starts[Math.min(last, Math.round(span.to))]
  return from === undefined || to === undefined ? null : { from, to }
}
