import { type Mapping, mapping, toPixel } from '#src/charts/draw/paint.ts'
import { lineRange } from '#src/charts/draw/plot-geometry.ts'
import { roundTicks, timeTicks, topTick } from '#src/charts/draw/steps.ts'
import type { ChartSeries, PriceChartProps, Span } from '#src/charts/view/chart-props.ts'

/** Size of the picture in its own units, which scale with the page. */
export const PICTURE_WIDTH = 1_000
export const PICTURE_HEIGHT = 1_000
/** The line is above this y, the bars are below it. */
export const PICTURE_FLOOR = 800
/** Maximum number of intervals between the ticks of the line's axis. */
const LINE_STEPS = 5

/**
 * Time range of a bar, ms. The canvas charts use the same on phones and in plots of at least 660
 * CSS px.
 */
export const BAR_MS = 300_000

/**
 * Widths for which the labels of the x axis are chosen, CSS px: a phone's plot and a larger plot.
 */
const NARROW_WIDTH = 300
const WIDE_WIDTH = 720

/** The props that determine the layout of a trading day. */
export type DayProps = Pick<PriceChartProps, 'series' | 'domain' | 'baseline' | 'padding'>

interface Point {
  readonly x: number
  readonly line: number
}

/** The axes, bars and ticks of a trading day; pixels are units of the picture. */
export interface DayLayout {
  /** The sums of the bars, of `BAR_MS` each. The first bar starts with the domain. */
  readonly sums: readonly number[]
  readonly x: Mapping
  readonly y: Mapping
  readonly bars: Mapping
  readonly barTick: number | null
  readonly lineTicks: readonly number[]
  /** The y of the baseline; null without one, or when it is outside of the axis. */
  readonly level: number | null
  /** Null in a day without deals. */
  readonly last: Point | null
}

/** Calls back with every point that has a price. */
export function visitPoints({ x, line }: ChartSeries, visit: (at: number, price: number, index: number) => void): void {
  for (let i = 0; i < x.length; i++) {
    const price = line[i] ?? Number.NaN
    if (Number.isFinite(price)) visit(x[i] ?? 0, price, i)
  }
}

/** Returns the extremes of the line and its last point; `low` > `high` in a day without deals. */
function findExtremes(series: ChartSeries) {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  let last: Point | null = null
  visitPoints(series, (x, line) => {
    low = Math.min(low, line)
    high = Math.max(high, line)
    last = { x, line }
  })
  return { low, high, last: last as Point | null }
}

/** Returns the sums of the bars, of `BAR_MS` each. The first bar starts with the domain. */
function sumBars({ x, bars }: ChartSeries, { from, to }: Span): readonly number[] {
  const sums = Array.from({ length: Math.ceil((to - from) / BAR_MS) }, () => 0)
  for (let i = 0; bars !== null && i < x.length; i++) {
    const index = Math.min(sums.length - 1, Math.floor(((x[i] ?? 0) - from) / BAR_MS))
    sums[index] = (sums[index] ?? 0) + (bars[i] || 0)
  }
  return sums
}

/** Returns the axes and bars of the picture, in its units. */
export function toDayLayout({ series, domain, baseline, padding }: DayProps): DayLayout {
  const { low, high, last } = findExtremes(series)
  const baselineValue = baseline?.value ?? null
  const range = lineRange(low, high, baselineValue, padding.line)
  const hasTicks = last !== null || baselineValue !== null
  const isBaselineInRange = baselineValue !== null && baselineValue > range.from && baselineValue < range.to
  const sums = sumBars(series, domain)
  const highest = Math.max(0, ...sums)
  const y = mapping(range.from, range.to, PICTURE_FLOOR, 0)
  return {
    sums,
    x: mapping(domain.from, domain.to, 0, PICTURE_WIDTH),
    y,
    bars: mapping(0, highest + padding.bars || 1, PICTURE_HEIGHT, PICTURE_FLOOR),
    barTick: topTick(highest),
    lineTicks: hasTicks ? roundTicks(range.from, range.to, LINE_STEPS) : [],
    level: isBaselineInRange ? Math.round(toPixel(y, baselineValue)) : null,
    last,
  }
}

const isEqual = (one: readonly number[], other: readonly number[]) => one.join() === other.join()

/** Ticks of the x axis with the class that shows them in some widths only. */
export interface TimeTicks {
  readonly ticks: readonly number[]
  readonly className: string
}

/** Returns the ticks of the x axis: a set for phones and a set for larger screens, or one set. */
export function toTimeTicks(domain: Span): readonly TimeTicks[] {
  const [wide, narrow] = [WIDE_WIDTH, NARROW_WIDTH].map((width) => timeTicks(domain, domain.from, width))
  if (!wide || !narrow) return []
  if (isEqual(wide, narrow)) return [{ ticks: wide, className: '' }]
  return [
    { ticks: wide, className: 'picture-wide' },
    { ticks: narrow, className: 'picture-narrow' },
  ]
}
