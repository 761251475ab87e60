import { useId, useMemo } from 'react'

import { type Mapping, mapping, toPixel } from '#src/charts/draw/paint.ts'
import { lineRange } from '#src/charts/draw/plot-geometry.ts'
import { roundTicks, timeTicks, topTick } from '#src/charts/draw/steps.ts'
import type { ChartSeries, PriceChartProps, Span } from '#src/charts/view/chart-props.ts'

export type DayPictureProps = Pick<
  PriceChartProps,
  'series' | 'domain' | 'baseline' | 'padding' | 'formats' | 'labels' | 'summarize'
>

/** The plot is drawn in units that stretch with it, so that the picture needs no measured size. */
const WIDTH = 1_000
const HEIGHT = 1_000
/** Above it is the line, below it are the bars. */
const FLOOR = 800
const LINE_STEPS = 5

/**
 * Widths for which the labels of the x axis are chosen, CSS px: a phone's plot and a larger one.
 */
const NARROW_WIDTH = 300
const WIDE_WIDTH = 720
/** Width of a column in which at most four points are drawn: about two CSS px of a large screen. */
const COLUMN = 3
/** The bars of a day whose plot is 660 CSS px wide or on a phone. */
const BAR_MS = 300_000
const BAR_SHARE = 0.8

/** Distances of texts, in their own size, so that they grow with the browser's text. */
const TEXT_DROP = '.36em'
const FOOT_DROP = '1.36em'
const BASELINE_DROP = '1.27em'
const LABEL_GAP = '.73em'
/** The tag to the right of the plot, for `4.102,35`. */
const TAG = { x: '.18em', y: '-.82em', width: '4.91em', height: '1.64em', rx: 2 } as const
const TAG_MIDDLE = '2.64em'
/** A label closer to a tag than this part of the plot's height would touch it on a phone. */
const TAG_ROOM = (15 * HEIGHT) / 230

const round = (value: number) => Math.round(value)
const percent = (value: number, whole: number) => `${Math.round((value / whole) * 10_000) / 100}%`

/** Calls back with every point that has a price. */
function visitPoints({ x, line }: ChartSeries, visit: (at: number, price: number, index: number) => void): void {
  for (let i = 0; i < x.length; i++) {
    const price = line[i] ?? Number.NaN
    if (Number.isFinite(price)) visit(x[i] ?? 0, price, i)
  }
}

/** Returns the extremes of the line and its last point; `low` > `high` in a day without deals. */
function findExtremes(series: ChartSeries) {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  let last: { readonly x: number; readonly line: number } | null = null
  visitPoints(series, (x, line) => {
    low = Math.min(low, line)
    high = Math.max(high, line)
    last = { x, line }
  })
  return { low, high, last: last as { readonly x: number; readonly line: number } | null }
}

/** Returns the sums of the bars, each of `BAR_MS` from the start of the domain. */
function sumBars({ x, bars }: ChartSeries, { from, to }: Span): readonly number[] {
  const sums = Array.from({ length: Math.ceil((to - from) / BAR_MS) }, () => 0)
  for (let i = 0; bars !== null && i < x.length; i++) {
    const bar = Math.min(sums.length - 1, Math.floor(((x[i] ?? 0) - from) / BAR_MS))
    sums[bar] = (sums[bar] ?? 0) + (bars[i] || 0)
  }
  return sums
}

/** Returns the picture's axes and bars, in its units. */
function toLayout({ series, domain, baseline, padding }: DayPictureProps) {
  const { low, high, last } = findExtremes(series)
  const level = baseline?.value ?? null
  const range = lineRange(low, high, level, padding.line)
  const isShown = last !== null || level !== null
  const sums = sumBars(series, domain)
  const highest = Math.max(0, ...sums)
  const y = mapping(range.from, range.to, FLOOR, 0)
  return {
    sums,
    x: mapping(domain.from, domain.to, 0, WIDTH),
    y,
    bars: mapping(0, highest + padding.bars || 1, HEIGHT, FLOOR),
    barTick: topTick(highest),
    lineTicks: isShown ? roundTicks(range.from, range.to, LINE_STEPS) : [],
    level: level !== null && level > range.from && level < range.to ? round(toPixel(y, level)) : null,
    last,
  }
}

type Layout = ReturnType<typeof toLayout>

interface PathPoint {
  readonly x: number
  readonly y: number
}

/** The first, lowest, highest and last point of a column; the others are under their line. */
const toExtremePoints = (points: readonly PathPoint[]): readonly PathPoint[] => {
  if (points.length <= 4) return points
  const ys = points.map(({ y }) => y)
  const x = points[0]?.x ?? 0
  return [points[0], { x, y: Math.min(...ys) }, { x, y: Math.max(...ys) }, points.at(-1)].flatMap(
    (point) => point ?? [],
  )
}

/** Returns the line, reduced to the columns of the picture. */
function toPoints(series: ChartSeries, { x, y }: Layout): readonly PathPoint[] {
  const columns = new Map<number, PathPoint[]>()
  visitPoints(series, (at, price) => {
    const column = COLUMN * round(toPixel(x, at) / COLUMN)
    const points = columns.get(column)
    const point = { x: column, y: round(toPixel(y, price)) }
    if (points) points.push(point)
    else columns.set(column, [point])
  })
  return [...columns.values()].flatMap(toExtremePoints)
}

/**
 * Returns the steps between points, which are shorter than the points themselves. One point has no
 * step.
 */
const toSteps = (points: readonly PathPoint[]) =>
  points
    .slice(1)
    .map(({ x, y }, i) => `${i === 0 ? 'l' : ' '}${x - (points[i]?.x ?? 0)} ${y - (points[i]?.y ?? 0)}`)
    .join('')
    .replaceAll(' -', '-')

const toLinePath = (points: readonly PathPoint[]) => `M${points[0]?.x} ${points[0]?.y}${toSteps(points)}`

/** Returns the area between the line and the baseline. */
const toAreaPath = (points: readonly PathPoint[], level: number) =>
  `M${points[0]?.x} ${level}V${points[0]?.y}${toSteps(points)}V${level}Z`

function Tint({ points, level }: { readonly points: readonly PathPoint[]; readonly level: number }) {
  const id = useId()
  const area = toAreaPath(points, level)
  return (
    <>
      <clipPath id={`${id}-over`}>
        <path d={`M0 0H${WIDTH}V${level}H0Z`} />
      </clipPath>
      <clipPath id={`${id}-under`}>
        <path d={`M0 ${level}H${WIDTH}V${FLOOR}H0Z`} />
      </clipPath>
      <path className="picture-over" d={area} clipPath={`url(#${id}-over)`} />
      <path className="picture-under" d={area} clipPath={`url(#${id}-under)`} />
      <path className="picture-horizon" d={`M0 ${level}H${WIDTH}`} />
    </>
  )
}

/** Returns the bars as one path. */
function toBarsPath({ sums, x, bars }: Layout): string {
  const slot = BAR_MS * x.factor
  const width = round(slot * BAR_SHARE)
  return sums
    .map((sum, index) => {
      const left = round((index + 0.5) * slot - width / 2)
      const top = Math.min(HEIGHT - 4, round(toPixel(bars, sum)))
      return sum > 0 ? `M${left} ${HEIGHT}V${top}h${width}V${HEIGHT}Z` : ''
    })
    .join('')
}

interface TimeTicksProps {
  readonly ticks: readonly number[]
  readonly x: Mapping
  readonly format: (tick: number) => string
  readonly className: string
}

const anchorAt = (share: number) => {
  if (share <= 0.02) return 'start'
  return share >= 0.98 ? 'end' : 'middle'
}

const TimeLabels = ({ ticks, x, format, className }: TimeTicksProps) => (
  <g className={className}>
    {ticks.map((tick) => (
      <text
        key={tick}
        x={percent(toPixel(x, tick), WIDTH)}
        y="100%"
        dy={FOOT_DROP}
        textAnchor={anchorAt(toPixel(x, tick) / WIDTH)}
      >
        {format(tick)}
      </text>
    ))}
  </g>
)

const TimeRules = ({ ticks, x, className }: Omit<TimeTicksProps, 'format'>) => (
  <path
    className={`picture-rule ${className}`}
    d={ticks.map((tick) => `M${round(toPixel(x, tick))} 0V${HEIGHT}`).join('')}
  />
)

interface LabelsProps {
  readonly layout: Layout
  readonly props: DayPictureProps
}

/** The labels to the right of the plot, and the tag of the last price. */
function SideLabels({ layout, props: { formats } }: LabelsProps) {
  const { y, bars, lineTicks, barTick, last } = layout
  const tagAt = last && toPixel(y, last.line)
  const isFree = (at: number) => tagAt === null || Math.abs(at - tagAt) >= TAG_ROOM
  const barAt = barTick === null ? null : toPixel(bars, barTick)
  return (
    <>
      {lineTicks
        .map((tick) => ({ tick, at: toPixel(y, tick) }))
        .filter(({ at }) => at <= FLOOR && isFree(at))
        .map(({ tick, at }) => (
          <text key={tick} x="100%" dx={LABEL_GAP} y={percent(at, HEIGHT)} dy={TEXT_DROP}>
            {formats.lineTick(tick)}
          </text>
        ))}
      {barTick !== null && barAt !== null && isFree(barAt) && (
        <text x="100%" dx={LABEL_GAP} y={percent(barAt, HEIGHT)} dy={TEXT_DROP}>
          {formats.barTick(barTick, false)}
        </text>
      )}
      {last && tagAt !== null && (
        <svg x="100%" y={percent(tagAt, HEIGHT)} overflow="visible" aria-hidden="true">
          <rect className="picture-tag" {...TAG} />
          <text className="picture-tag-text" x={TAG_MIDDLE} dy={TEXT_DROP} textAnchor="middle">
            {formats.line(last.line)}
          </text>
        </svg>
      )}
    </>
  )
}

/** The last point and the line to its tag. */
function LastPoint({ layout: { x, y, last } }: { readonly layout: Layout }) {
  if (!last) return null
  const [left, top] = [percent(toPixel(x, last.x), WIDTH), percent(toPixel(y, last.line), HEIGHT)]
  return (
    <>
      <line className="picture-lead-line" x1={left} x2="100%" y1={top} y2={top} />
      <circle className="picture-dot" cx={left} cy={top} r="3.5" />
    </>
  )
}

const isEqual = (one: readonly number[], other: readonly number[]) => one.join() === other.join()

/**
 * The labels of the x axis: one set for phones, one for larger screens, one where both are the
 * same.
 */
function toTimeTicks(domain: Span) {
  const [wide, narrow] = [WIDE_WIDTH, NARROW_WIDTH].map((width) => timeTicks(domain, domain.from, width))
  if (!wide || !narrow) return []
  if (isEqual(wide, narrow)) return [{ ticks: wide, className: '' }]
  return [
    { ticks: wide, className: 'picture-wide' },
    { ticks: narrow, className: 'picture-narrow' },
  ]
}

/**
 * A trading day as an SVG, without Chart.js and without a measured size. Each part has the position
 * that it has in the chart frame, so that the chart can replace the picture.
 */
export function DayPicture(props: DayPictureProps) {
  const { series, domain, baseline, padding, formats, labels, summarize } = props
  // biome-ignore lint/correctness/useExhaustiveDependencies: the layout reads these props alone
  const layout = useMemo(() => toLayout(props), [series, domain, baseline, padding])
  const points = useMemo(() => toPoints(series, layout), [series, layout])
  const { x, y, level, last, lineTicks } = layout
  const times = toTimeTicks(domain)
  return (
    <figure className="chart chart-picture" aria-label={labels.figure}>
      <div className="chart-readout" aria-hidden="true">
        <p />
      </div>
      <div className="chart-box">
        <svg
          className="chart-picture-plot"
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <path
            className="picture-rule"
            d={lineTicks.map((tick) => `M0 ${round(toPixel(y, tick))}H${WIDTH}`).join('')}
          />
          {times.map((set) => (
            <TimeRules key={set.className} x={x} {...set} />
          ))}
          <path className="picture-bars" d={toBarsPath(layout)} />
          {level !== null && last && <Tint points={points} level={level} />}
          {last && <path className="picture-line" d={toLinePath(points)} />}
          <path className="picture-base" d={`M0 ${HEIGHT}H${WIDTH}`} />
        </svg>
        <svg className="chart-picture-text" aria-hidden="true">
          {times.map((set) => (
            <TimeLabels key={set.className} x={x} format={formats.x} {...set} />
          ))}
          <SideLabels layout={layout} props={props} />
          {level !== null && baseline && (
            <text
              className="picture-on-line"
              x="100%"
              dx="-.36em"
              y={percent(level, HEIGHT)}
              dy={BASELINE_DROP}
              textAnchor="end"
            >
              {baseline.label}
            </text>
          )}
          <LastPoint layout={layout} />
        </svg>
        {!last && <p className="chart-empty">{labels.empty}</p>}
      </div>
      <div className="chart-range" />
      <figcaption className="chart-summary">{summarize(null)}</figcaption>
      <div className="chart-table" />
    </figure>
  )
}
