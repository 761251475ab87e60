import { toBuckets } from '#src/charts/data/buckets.ts'
import { type Columns, createColumns } from '#src/charts/data/columns.ts'
import { cleanSeries, findDrawn } from '#src/charts/data/series.ts'
import { type AxisLabel, estimateWidth, textSizes } from '#src/charts/draw/axes.ts'
import { placeBaselineLabel } from '#src/charts/draw/baseline-label.ts'
import { findLineExtent } from '#src/charts/draw/line-extent.ts'
import { type Mapping, mapping, toPixel } from '#src/charts/draw/paint.ts'
import { lineRange, roundTicks, topTick } from '#src/charts/draw/steps.ts'
import type { Baseline, ChartSeries, Span } from '#src/charts/view/chart-props.ts'

/** Width and height of a picture in its own units, which stretch with the page. */
export const PICTURE_SIZE = 1_000
/** With bars, the line is above this y, and the bars are below it. */
const BAR_TOP = 800
/** Width of a bar as a share of its slot. */
const BAR_SHARE = 0.8
/** Width of a column with at most four points, in units: about 2 px of a large screen. */
const COLUMN_WIDTH = 3
/**
 * The smallest plot in CSS px, a phone's. A label that is free on it is also free on larger plots.
 */
export const SMALLEST_PLOT = { width: 300, height: 180 }

/** What a picture shows. */
export interface LinePictureProps {
  readonly series: ChartSeries
  readonly domain: Span
  readonly baseline: Baseline | null
  /** Space above and below the line, and above the highest bar, in their own units. */
  readonly padding: { readonly line: number; readonly bars: number }
  /** Maximum number of steps between the ticks of the line's axis. */
  readonly lineSteps: number
  /** Length of a bar in units of x, null for a picture without bars. */
  readonly barStep: number | null
}

interface Point {
  readonly x: number
  readonly y: number
}

const { round } = Math

/** Returns the first, lowest, highest and last point of a column. Their lines cover the others. */
function toExtremePoints(points: readonly Point[]): readonly Point[] {
  const [first, last] = [points[0], points.at(-1)]
  if (points.length <= 4 || !first || !last) return points
  const ys = points.map(({ y }) => y)
  return [first, { x: first.x, y: Math.min(...ys) }, { x: first.x, y: Math.max(...ys) }, last]
}

/** Returns the points of the line, reduced to the columns of the picture. */
function toPoints({ x, line }: ChartSeries, toX: Mapping, toY: Mapping): readonly Point[] {
  const columns = new Map<number, Point[]>()
  for (let i = 0; i < x.length; i++) {
    const value = line[i] ?? Number.NaN
    if (Number.isNaN(value)) continue
    const column = COLUMN_WIDTH * round(toPixel(toX, x[i] ?? 0) / COLUMN_WIDTH)
    const point = { x: column, y: round(toPixel(toY, value)) }
    const points = columns.get(column)
    if (points) points.push(point)
    else columns.set(column, [point])
  }
  return [...columns.values()].flatMap(toExtremePoints)
}

/** Returns the points after the first as relative SVG coordinates, which have fewer characters. */
const toSteps = (points: readonly Point[]) =>
  points
    .slice(1)
    .map(({ x, y }, i) => `${i === 0 ? 'l' : ' '}${x - (points[i]?.x ?? 0)} ${y - (points[i]?.y ?? 0)}`)
    .join('')
    .replaceAll(' -', '-')

/** Returns the bars as one path. */
function toBarsPath(sums: Float64Array, slot: number, y: Mapping): string {
  const width = round(slot * BAR_SHARE)
  return Array.from(sums, (sum, index) => {
    const left = round((index + 0.5) * slot - width / 2)
    const top = Math.min(PICTURE_SIZE - 4, round(toPixel(y, sum)))
    return sum > 0 ? `M${left} ${PICTURE_SIZE}V${top}h${width}V${PICTURE_SIZE}Z` : ''
  }).join('')
}

interface Line {
  readonly columns: Columns
  readonly domain: Span
  readonly range: Span
  /** The y of the lower end of the axis. */
  readonly bottom: number
  readonly last: { readonly x: number; readonly line: number } | null
}

/** Returns the baseline's label on the smallest plot, CSS px. */
function placeLabel({ columns, domain, range, bottom, last }: Line, { value, label }: Baseline): AxisLabel | null {
  const { width, height } = SMALLEST_PLOT
  const area = { left: 0, top: 0, right: width, bottom: (height * bottom) / PICTURE_SIZE }
  const sizes = textSizes(1)
  const x = mapping(domain.from, domain.to, 0, width)
  const y = mapping(range.from, range.to, area.bottom, 0)
  return placeBaselineLabel({
    text: label,
    width: estimateWidth(label, sizes),
    level: toPixel(y, value),
    area,
    sizes,
    findSpan: (left, right) => findLineExtent(columns, x, y, left, right),
    last: last && { x: toPixel(x, last.x), y: toPixel(y, last.line) },
  })
}

/** Returns the bars as an SVG path, and their label. */
function toBars(columns: Columns, domain: Span, step: number, padding: number) {
  const { sums } = toBuckets(columns, domain, step, domain)
  const highest = sums.reduce((max, sum) => Math.max(max, sum), 0)
  const y = mapping(0, highest + padding || 1, PICTURE_SIZE, BAR_TOP)
  const tick = topTick(highest)
  return {
    path: toBarsPath(sums, (step * PICTURE_SIZE) / (domain.to - domain.from), y),
    label: tick === null ? null : { tick, y: toPixel(y, tick) },
  }
}

/** Returns the last point with a value, null without one. */
function findLastPoint(series: ChartSeries) {
  const index = findDrawn(series, series.x.length - 1, -1)
  return index === null ? null : { x: series.x[index] ?? 0, line: series.line[index] ?? 0 }
}

/**
 * Returns the layout of a line, its baseline and its bars in units of the picture, with their SVG
 * paths. `last` is null without points; `baseline` is null when it is outside of the axis.
 */
export function toLineLayout({ series: given, domain, baseline, padding, lineSteps, barStep }: LinePictureProps) {
  const series = cleanSeries(given)
  const columns = createColumns()
  columns.setSeries(series)
  const extremes = { low: 0, high: 0 }
  columns.extremes(0, columns.count, extremes)
  const range = lineRange(extremes.low, extremes.high, baseline?.value ?? null, padding.line)
  const bottom = barStep === null ? PICTURE_SIZE : BAR_TOP
  const x = mapping(domain.from, domain.to, 0, PICTURE_SIZE)
  const y = mapping(range.from, range.to, bottom, 0)
  const last = findLastPoint(series)
  const points = toPoints(series, x, y)
  const [start] = points
  const steps = toSteps(points)
  const line = { columns, domain, range, bottom, last }

  function toBaseline(shown: Baseline) {
    const level = round(toPixel(y, shown.value))
    if (!start || shown.value <= range.from || shown.value >= range.to) return null
    return { level, areaPath: `M${start.x} ${level}V${start.y}${steps}V${level}Z`, label: placeLabel(line, shown) }
  }
  return {
    x,
    y,
    bottom,
    lineTicks: last || baseline ? roundTicks(range.from, range.to, lineSteps) : [],
    linePath: start && `M${start.x} ${start.y}${steps}`,
    last,
    baseline: baseline && toBaseline(baseline),
    bars: barStep === null ? null : toBars(columns, domain, barStep, padding.bars),
  }
}

export type LineLayout = ReturnType<typeof toLineLayout>
